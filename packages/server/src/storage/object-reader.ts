import type { ApiObject } from '@pinnace/meta'
import type { ListedPage } from './list.ts'

type Entry = ListedPage['entries'][number]

/** The objects of a longer list do not fit into the cache: they would evict one another, and those that writes have used. */
const longestCached = 4_000

/** How the objects of a list are parsed. */
export function objectReader(entries: readonly Entry[]): (entry: Entry) => ApiObject {
  return entries.length > longestCached ? (entry) => entry.parse() : (entry) => entry.object()
}
