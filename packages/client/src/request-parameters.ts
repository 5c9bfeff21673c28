import type { DeleteOptions, ListOptions, WatchOptions, WriteOptions } from './transport.ts'

/** Query parameters by name; undefined ones are left out. */
export type QueryParameters = Readonly<Record<string, string | number | boolean | undefined>>

/** The query of a get, list, watch or deletecollection. */
export function readParameters({
  signal: _,
  keepAlive: _local,
  ...query
}: ListOptions & WatchOptions): QueryParameters {
  return query
}

/** The query of a create, update, patch or apply. Both transports validate fields strictly by default. */
export function writeParameters({
  dryRun,
  signal: _,
  ...query
}: WriteOptions & { readonly force?: boolean }): QueryParameters {
  return { fieldValidation: 'Strict', ...query, dryRun: dryRun === true ? 'All' : undefined }
}

/** The body of a delete. */
export function deleteOptionsBody({ dryRun, signal: _, ...options }: DeleteOptions): object {
  return { kind: 'DeleteOptions', apiVersion: 'v1', ...options, ...(dryRun === true ? { dryRun: ['All'] } : {}) }
}
