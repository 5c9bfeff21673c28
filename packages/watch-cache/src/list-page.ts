import { expired } from '@pinnace/meta'
import type { RevisionedTree } from '@pinnace/store/history'
import { compareKeys } from '@pinnace/store/history'
import type { CacheChange } from './cache-change.ts'
import { continueTokenExpired, formatContinueToken } from './continue-token.ts'
import type { LabelIndex } from './label-index.ts'
import type { StoredEntry } from './stored-entry.ts'
import type { EntrySelector, LabelPin, ListPage, ListRequest } from './watch-cache.ts'

/** Options for {@link readPage}. */
export interface PageOptions<T> {
  readonly state: RevisionedTree<StoredEntry<T>, CacheChange<T>>
  readonly continueVersion: string
  readonly prefix: string
  /** The first key of a page that continues a list; empty for the first page. */
  readonly from: string
  readonly revision: number
  readonly request: ListRequest<T>
  readonly index: LabelIndex
}

// upstream: apiserver/pkg/storage/etcd3/errors.go
const listTooOld = 'The resourceVersion for the provided list is too old.'

/**
 * Reads a page of the state at a revision. Throws a 410 if the revision is compacted; for a page that continues a list,
 * with a token that continues at the newest revision.
 */
export function readPage<T>({
  state,
  continueVersion,
  prefix,
  from,
  revision,
  request,
  index,
}: PageOptions<T>): ListPage<T> {
  if (revision < state.oldest) {
    if (from === '') throw expired(listTooOld)
    throw continueTokenExpired(continueVersion, prefix, from)
  }
  const { key, limit = 0 } = request
  const selector = request.selector?.isEmpty === false ? request.selector : undefined
  const pin = selector?.pin
  const isPinned = selector !== undefined && pin !== undefined && key === undefined && revision >= state.revision
  const page =
    (isPinned ? selectPinned({ state, prefix, from, limit, selector, pin, index }) : undefined) ??
    select({ state, prefix, from, revision, limit, key, selector })
  const last = page.remaining > 0 ? page.entries.at(-1) : undefined
  return {
    revision: BigInt(revision),
    contentRevision: BigInt(state.lastChange(revision)),
    entries: page.entries,
    // The token names the first key that could follow the last one, as upstream does.
    continue:
      last === undefined ? undefined : formatContinueToken(continueVersion, prefix, `${last.key}\0`, BigInt(revision)),
    // upstream: apiserver/pkg/storage/etcd3/store.go, GetList – counted without a selector only.
    remainingItemCount: last === undefined || selector !== undefined ? undefined : page.remaining,
  }
}

/** A range of keys in a state. */
interface Range<T> extends Pick<PageOptions<T>, 'state' | 'prefix' | 'from'> {
  /** Most entries; 0 for all. */
  readonly limit: number
}

interface Selection<T> {
  readonly entries: readonly StoredEntry<T>[]
  /** Keys of the range after the entries; with a selector, 1 if there are any. */
  readonly remaining: number
}

interface PinnedRange<T> extends Range<T> {
  readonly selector: EntrySelector<T>
  readonly pin: LabelPin
  readonly index: LabelIndex
}

/** As {@link select}, of the newest state with a label index; undefined if a scan is faster. */
function selectPinned<T>({
  state,
  prefix,
  from,
  limit,
  selector,
  pin,
  index,
}: PinnedRange<T>): Selection<T> | undefined {
  const keys = index.find(pin, () => state.page('', '', state.revision, 0).entries)
  // The keys are unordered, and sorting many takes longer than a scan.
  if (keys.length * 8 > state.size) return undefined
  const inRange = keys.filter((key) => key.startsWith(prefix) && (from === '' || compareKeys(key, from) >= 0))
  const entries: StoredEntry<T>[] = []
  for (const key of inRange.sort(compareKeys)) {
    const entry = state.get(key)
    if (entry === undefined || !selector.matches(entry)) continue
    if (limit > 0 && entries.length === limit) return { entries, remaining: 1 }
    entries.push(entry)
  }
  return { entries, remaining: 0 }
}

interface RangeToSelect<T> extends Range<T> {
  readonly revision: number
  readonly key: string | undefined
  readonly selector: EntrySelector<T> | undefined
}

function select<T>({ state, prefix, from, revision, limit, key, selector }: RangeToSelect<T>): Selection<T> {
  if (key !== undefined) {
    const entry = key.startsWith(prefix) ? state.get(key, revision) : undefined
    return { entries: entry !== undefined && selector?.matches(entry) !== false ? [entry] : [], remaining: 0 }
  }
  if (selector === undefined) return state.page(prefix, from, revision, limit)
  const entries: StoredEntry<T>[] = []
  let remaining = 0
  state.scan(prefix, from, revision, (entry) => {
    if (limit > 0 && entries.length === limit) remaining = 1
    else if (selector.matches(entry)) entries.push(entry)
    return remaining === 0
  })
  return { entries, remaining }
}
