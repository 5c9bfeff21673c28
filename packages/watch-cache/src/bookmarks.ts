import { lastBookmarkMs } from './cache-settings.ts'
import { EncodedLines } from './encoded-lines.ts'
import type { BookmarkEvent } from './watch-cache.ts'

/** A bookmark; watches share the bookmark of a revision. */
export class Bookmark extends EncodedLines implements BookmarkEvent {
  readonly type = 'BOOKMARK'
  readonly revision: bigint
  readonly initialEventsEnd: boolean

  constructor(revision: bigint, initialEventsEnd: boolean) {
    super()
    this.revision = revision
    this.initialEventsEnd = initialEventsEnd
  }

  line(representation: unknown, make: (event: BookmarkEvent) => Uint8Array): Uint8Array {
    return this.memo<BookmarkEvent>(representation, make, this)
  }
}

/** When a watch sends its next bookmark: every minute, and once shortly before it ends. All times are monotonic, in milliseconds. */
export function nextBookmarkAt(
  scheduledAt: number,
  { now, endsAt }: { readonly now: number; readonly endsAt: number },
): number {
  const last = endsAt - lastBookmarkMs
  return last > now ? Math.min(scheduledAt, last) : scheduledAt
}
