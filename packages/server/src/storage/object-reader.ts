import type { ApiObject } from '@pinnace/meta'
import { longestCached } from '@pinnace/watch-cache'
import type { ListedPage } from './list.ts'

type Page = Pick<ListedPage, 'entries' | 'remainingItemCount'>

/** How the objects of a page are parsed: those of a long list are not cached, also where it is read in pages. */
export function objectReader({ entries, remainingItemCount = 0 }: Page): (entry: Page['entries'][number]) => ApiObject {
  const isLong = entries.length + remainingItemCount > longestCached
  return isLong ? (entry) => entry.parse() : (entry) => entry.object()
}
