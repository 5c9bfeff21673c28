import { StatusError, type ApiObject } from '@pinnace/meta'
import type { ResourceClient } from '../resource-client.ts'
import type { ListOptions } from '../transport.ts'

/** A collection at one resource version. */
export interface ReadCollection<T> {
  readonly items: readonly T[]
  readonly version: string
}

/** Reads a collection page by page; all at once where the snapshot of the pages expires. */
// upstream: client-go/tools/pager – a token that has expired means a full list, not a list that never was
export async function readCollection<T extends ApiObject>(
  client: ResourceClient<T>,
  { pageSize, ...options }: ListOptions & { readonly pageSize: number },
): Promise<ReadCollection<T>> {
  const items: T[] = []
  let next: string | undefined
  try {
    for (;;) {
      const page = await client.list({ ...options, limit: pageSize, ...(next === undefined ? {} : { continue: next }) })
      items.push(...page.items)
      next = page.metadata.continue
      if (next === undefined || next === '') return { items, version: page.metadata.resourceVersion ?? '' }
    }
  } catch (error) {
    if (next === undefined || !(error instanceof StatusError) || error.code !== 410) throw error
    const whole = await client.list(options)
    return { items: whole.items, version: whole.metadata.resourceVersion ?? '' }
  }
}
