import { createTimeSlices, runInSlices, thenMaybe, type Awaitable, type Clock, type TimeSlices } from '@pinnace/meta'
import type { RevisionedTree } from '@pinnace/store/history'
import { compareKeys } from '@pinnace/store/history'
import type { CacheChange } from './cache-change.ts'
import { continueTokenExpired, formatContinueToken } from './continue-token.ts'
import type { LabelIndex } from './label-index.ts'
import { listExpired } from './resource-expired.ts'
import type { StoredEntry } from './stored-entry.ts'
import type { EntrySelector, LabelPin, ListPage, ListRequest } from './watch-cache.ts'

/** Options for {@link readPage}. */
export interface PageOptions<T> {
  readonly continueVersion: string
  readonly prefix: string
  /** The first key of a page that continues a list; empty for the first page. */
  readonly from: string
  readonly revision: number
  readonly request: ListRequest<T>
  readonly clock: Clock
}

/** What a page is read from. */
export interface PageSource<T> {
  readonly state: RevisionedTree<StoredEntry<T>, CacheChange<T>>
  readonly index: LabelIndex
}

/**
 * Reads a page of the state at a revision. Throws a 410 if the revision is compacted; for a page that continues a list,
 * with a token that continues at the newest revision.
 */
export function readPage<T>({ state, index }: PageSource<T>, options: PageOptions<T>): Awaitable<ListPage<T>> {
  const { continueVersion, prefix, from, revision, request } = options
  if (revision < state.oldest) {
    if (from === '') throw listExpired()
    throw continueTokenExpired(continueVersion, prefix, from)
  }
  const { key, limit = 0 } = request
  const selector = request.selector?.isEmpty === false ? request.selector : undefined
  const pin = selector?.pin
  // The state may go on while a long list is selected.
  const contentRevision = BigInt(state.lastChange(revision))
  const slices = (): TimeSlices => {
    const { deadlineMs, signal } = request.caller ?? {}
    return createTimeSlices({ clock: options.clock, deadlineMs, signal })
  }
  const selectAny = (known = state): Awaitable<Selection<T>> =>
    select({ state: known, prefix, from, revision, limit, key, selector }, slices)
  const finish = (selection: Selection<T>): ListPage<T> => toPage(options, selection, contentRevision)
  const isNewest = (): boolean => revision >= state.revision
  if (selector === undefined || pin === undefined || key !== undefined || !isNewest()) {
    return thenMaybe(selectAny(), finish)
  }
  const readEntries = (start: string, most: number): readonly StoredEntry<T>[] =>
    state.page('', start, state.revision, most).entries
  const prepared = index.prepare(pin.label, readEntries, options.clock)
  // What is read at this revision must not be forgotten meanwhile.
  const known = prepared instanceof Promise ? state.fork() : state
  const selected = thenMaybe(prepared, () => {
    const pinned = isNewest() ? selectPinned({ state, prefix, from, limit, selector, pin, index }) : undefined
    return pinned ?? selectAny(known)
  })
  return thenMaybe(selected, finish)
}

function toPage<T>(
  { continueVersion, prefix, revision, request }: PageOptions<T>,
  page: Selection<T>,
  contentRevision: bigint,
): ListPage<T> {
  const selector = request.selector?.isEmpty === false ? request.selector : undefined
  const last = page.remaining > 0 ? page.entries.at(-1) : undefined
  return {
    revision: BigInt(revision),
    contentRevision,
    entries: page.entries,
    // The token names the first key that could follow the last one, as upstream does.
    continue:
      last === undefined ? undefined : formatContinueToken(continueVersion, prefix, `${last.key}\0`, BigInt(revision)),
    // upstream: apiserver/pkg/storage/etcd3/store.go, GetList – counted without a selector only.
    remainingItemCount: last === undefined || selector !== undefined ? undefined : page.remaining,
  }
}

/** A range of keys in a state. */
interface Range<T> extends Pick<PageSource<T>, 'state'>, Pick<PageOptions<T>, 'prefix' | 'from'> {
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

/** As {@link select}, of the newest state with a label index; undefined if a scan is faster, or without an index. */
function selectPinned<T>({
  state,
  prefix,
  from,
  limit,
  selector,
  pin,
  index,
}: PinnedRange<T>): Selection<T> | undefined {
  const keys = index.find(pin)
  // The keys are unordered, and sorting many takes longer than a scan.
  if (keys === undefined || keys.length * 8 > state.size) return undefined
  const inRange = keys.filter((key) => key.startsWith(prefix) && (from === '' || compareKeys(key, from) >= 0))
  const entries: StoredEntry<T>[] = []
  for (const key of inRange.sort(compareKeys)) {
    const entry = state.get(key)
    if (entry === undefined || !selector.matches(entry)) continue
    entries.push(entry)
    if (entries.length === limit) return { entries, remaining: hasMore(state, prefix, key) ? 1 : 0 }
  }
  return { entries, remaining: 0 }
}

// upstream: storage/cacher/cacher.go, GetList – a page that is full continues if any object follows, matched or not.
function hasMore<T>(state: PageSource<T>['state'], prefix: string, key: string): boolean {
  return state.page(prefix, `${key}\0`, state.revision, 1).entries.length > 0
}

interface RangeToSelect<T> extends Range<T> {
  readonly revision: number
  readonly key: string | undefined
  readonly selector: EntrySelector<T> | undefined
}

function select<T>(range: RangeToSelect<T>, slices: () => TimeSlices): Awaitable<Selection<T>> {
  const { state, prefix, from, revision, limit, key, selector } = range
  if (key !== undefined) {
    const entry = key.startsWith(prefix) ? state.get(key, revision) : undefined
    return { entries: entry !== undefined && selector?.matches(entry) !== false ? [entry] : [], remaining: 0 }
  }
  if (selector === undefined) return state.page(prefix, from, revision, limit)
  return scanMatching({ ...range, selector }, slices)
}

/** The entries that are matched before the time is looked at. */
const stepLength = 1_024

/** Scans a range in steps. Once the time of this turn is used up, the rest is read from a copy of the state. */
function scanMatching<T>(
  range: RangeToSelect<T> & { readonly selector: EntrySelector<T> },
  startSlices: () => TimeSlices,
): Awaitable<Selection<T>> {
  const { prefix, revision, limit, selector } = range
  const entries: StoredEntry<T>[] = []
  let remaining = 0
  /** Returns the key to go on from; undefined at the end. */
  const step = (state: PageSource<T>['state'], from: string): string | undefined => {
    let visited = 0
    let next: string | undefined
    state.scan(prefix, from, revision, (entry) => {
      if (visited++ === stepLength) {
        next = entry.key
        return false
      }
      if (limit > 0 && entries.length === limit) remaining = 1
      else if (selector.matches(entry)) entries.push(entry)
      return remaining === 0
    })
    return next
  }
  const second = step(range.state, range.from)
  if (second === undefined) return { entries, remaining }
  const slices = startSlices()
  const frozen = range.state.fork()
  function* scan(): Generator<void, Selection<T>> {
    for (let next = second; next !== undefined; next = step(frozen, next)) yield
    return { entries, remaining }
  }
  return runInSlices(scan(), slices)
}
