import type { ApiObject } from '@pinnace/meta'
import { longestCached } from '@pinnace/watch-cache'
import type { ListedPage } from './list.ts'

type Page = Pick<ListedPage, 'entries' | 'remainingItemCount' | 'isContinued'>

/** How the objects of a page are parsed: those of a long list are not cached, also where it is read page after page. */
export function objectReader({
  entries,
  remainingItemCount = 0,
  isContinued,
}: Page): (entry: Page['entries'][number]) => ApiObject {
  const length = entries.length + (isContinued ? remainingItemCount : 0)
  return length > longestCached ? (entry) => entry.parse() : (entry) => entry.object()
}
