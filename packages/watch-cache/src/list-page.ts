import { expired } from '@pinnace/meta'
import type { RevisionedTree } from '@pinnace/store/history'
import { compareKeys } from '@pinnace/store/history'
import type { CacheChange } from './cache-change.ts'
import { formatContinueToken } from './continue-token.ts'
import type { LabelIndex } from './label-index.ts'
import type { StoredEntry } from './stored-entry.ts'
import type { EntrySelector, ListPage, ListRequest } from './watch-cache.ts'

/** Which page of which list. */
export interface PageOptions<T> {
  readonly state: RevisionedTree<StoredEntry<T>, CacheChange<T>>
  readonly continueVersion: string
  readonly prefix: string
  /** First key of a page that continues a list; empty for the first page. */
  readonly from: string
  readonly revision: number
  readonly request: ListRequest<T>
  readonly index: LabelIndex
}

// upstream: apiserver/pkg/storage/etcd3/errors.go
const listTooOld = 'The resourceVersion for the provided list is too old.'
const continueTooOld =
  'The provided continue parameter is too old to display a consistent list result. You can start a new list without ' +
  'the continue parameter, or use the continue token in this response to retrieve the remainder of the results. ' +
  'Continuing with the provided token results in an inconsistent list - objects that were created, modified, or ' +
  'deleted between the time the first chunk was returned and now may show up in the list.'

/**
 * Reads one page of the state at a revision. Throws 410 where that is forgotten; for a page that continues a list with
 * a token that goes on at the newest revision.
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
    throw expired(continueTooOld, formatContinueToken(continueVersion, prefix, from, -1n))
  }
  const { key, limit = 0 } = request
  const selector = request.selector?.isEmpty === false ? request.selector : undefined
  const isPinned = selector?.pin !== undefined && key === undefined && revision >= state.revision
  const page =
    (isPinned ? selectPinned(state, prefix, from, limit, selector, index) : undefined) ??
    select(state, prefix, from, revision, limit, key, selector)
  const last = page.remaining > 0 ? page.entries.at(-1) : undefined
  return {
    revision: BigInt(revision),
    contentRevision: BigInt(state.lastChange(revision)),
    entries: page.entries,
    // The token names the first key that could follow the last one, as upstream does.
    continue:
      last === undefined ? undefined : formatContinueToken(continueVersion, prefix, `${last.key}\0`, BigInt(revision)),
    // upstream: apiserver/pkg/storage/etcd3/store.go, GetList – counted only where nothing is selected.
    remainingItemCount: last === undefined || selector !== undefined ? undefined : page.remaining,
  }
}

/** As {@link select}, of the newest state and by an index; `undefined` where looking at everything is as good. */
function selectPinned<T>(
  state: PageOptions<T>['state'],
  prefix: string,
  from: string,
  limit: number,
  selector: EntrySelector<T>,
  index: LabelIndex,
): { readonly entries: readonly StoredEntry<T>[]; readonly remaining: number } | undefined {
  const keys = index.find(selector.pin!, () => state.page('', '', state.revision, 0).entries)
  // Keys are found in no order, and sorting many takes longer than walking past the others.
  if (keys.length * 8 > state.size) return undefined
  const inRange = keys.filter((key) => key.startsWith(prefix) && (from === '' || compareKeys(key, from) >= 0))
  const entries: StoredEntry<T>[] = []
  for (const key of inRange.sort(compareKeys)) {
    const entry = state.get(key)!
    if (!selector.matches(entry)) continue
    if (limit > 0 && entries.length === limit) return { entries, remaining: 1 }
    entries.push(entry)
  }
  return { entries, remaining: 0 }
}

/** The entries of the page, and how many keys come after them: with a selector, whether any do. */
function select<T>(
  state: PageOptions<T>['state'],
  prefix: string,
  from: string,
  revision: number,
  limit: number,
  key: string | undefined,
  selector: EntrySelector<T> | undefined,
): { readonly entries: readonly StoredEntry<T>[]; readonly remaining: number } {
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
