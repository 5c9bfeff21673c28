import type { Store } from '@pinnace/store'
import { FlagError } from '../flags/flag.ts'
import { etcdOpener } from './etcd-opener.ts'
import { lmdbOpener } from './lmdb-opener.ts'
import { postgresOpener } from './postgres-opener.ts'
import type { OpenOptions, StoreOpener } from './store-opener.ts'

/** The stores that a spec can name. */
export const storeOpeners: readonly StoreOpener[] = [lmdbOpener, postgresOpener, etcdOpener]

/** Opens the store of a spec such as `lmdb:DIR`. Throws a {@link FlagError} for a spec of no known form. */
export function openStore(spec: string, options: OpenOptions): Promise<Store> {
  const scheme = schemeOf(spec)
  const opener = storeOpeners.find(({ schemes }) => schemes.includes(scheme))
  if (opener !== undefined) return opener.open(spec, options)
  const forms = storeOpeners.map(({ form }) => form).join(', ')
  throw new FlagError(`a store is one of ${forms}${scheme === '' ? '' : `, not ${scheme}:`}`)
}

/** A spec for messages, without passwords and parameters. */
export function formatSpec(spec: string): string {
  const scheme = schemeOf(spec)
  if (!spec.startsWith(`${scheme}://`)) return spec
  if (!URL.canParse(spec)) return `${scheme}://…`
  const { host, pathname } = new URL(spec)
  return `${scheme}://${host}${pathname}`
}

function schemeOf(spec: string): string {
  return /^([a-z][a-z0-9+.-]*):/.exec(spec)?.[1] ?? ''
}
