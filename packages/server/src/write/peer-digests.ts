import type { ApiObject } from '@pinnace/meta'
import type { CacheEntry } from '@pinnace/watch-cache'
import type { RequestScope } from '../request/request-scope.ts'
import type { ResourceStorage } from '../storage/resource-storage.ts'
import { storageOf } from '../storage/served-resource.ts'
import type { Write } from './change.ts'

/** What an allocation reads of an object of its own kind. Its result must not refer to the object. */
type Digest<D> = (object: ApiObject) => D

type Entry = CacheEntry<ApiObject>

/** By the function that makes them; as many as there are kinds that allocate. A fork has the entries of its server, and finds theirs. */
const digests = new WeakMap<Digest<object>, WeakMap<Entry, object>>()

interface Digested<D = object> {
  readonly entries: readonly Entry[]
  readonly values: readonly D[]
}

/** The last answer for each storage, until an object is removed: it would keep that in memory. */
const answered = new WeakMap<ResourceStorage, Map<Digest<object>, Digested>>()

/** The digests of all objects of a kind. An object is parsed once for all later allocations, and not cached. */
export function peerDigests<D extends object>(storage: ResourceStorage, digest: Digest<D>): readonly D[] {
  let ofStorage = answered.get(storage)
  if (ofStorage === undefined) answered.set(storage, (ofStorage = new Map()))
  const entries = storage.entries()
  const values = digestAll(entries, ofStorage.get(digest) as Digested<D> | undefined, digest)
  ofStorage.set(digest, { entries, values })
  return values
}

/** Digests an object that has been written, which the next allocation then need not parse. */
export function digestWritten({ scope }: Write, key: string, modRevision: bigint, object: ApiObject): void {
  if (scope.served.definition.allocate === undefined) return
  const storage = storageOf(scope.served)
  const used = answered.get(storage)
  const entry = used === undefined ? undefined : storage.cache.get(key, { kind: 'any' })
  if (used === undefined || entry instanceof Promise || entry?.modRevision !== modRevision) return
  for (const digest of used.keys()) digestsBy(digest).set(entry, digest(object))
}

/** Forgets the places of objects, of which one has been removed. Their digests are found without them. */
export function forgetPlaces({ served }: Pick<RequestScope, 'served'>): void {
  if (served.definition.allocate !== undefined) answered.delete(storageOf(served))
}

// Mostly one object was added, changed or removed since the last answer: the others are found by their place, because a
// lookup in a weak map takes longer than all else.
function digestAll<D extends object>(
  entries: readonly Entry[],
  before: Digested<D> | undefined,
  digest: Digest<D>,
): readonly D[] {
  const known = digestsBy(digest)
  const { entries: old, values: oldValues } = before ?? { entries: [], values: [] }
  let at = 0
  return entries.map((entry, index) => {
    if (old[at] !== entry && old[at + 1] === entry) at++
    const same = old[at] === entry ? oldValues[at] : undefined
    if (same !== undefined) {
      at++
      return same
    }
    let found = known.get(entry)
    if (found === undefined) known.set(entry, (found = digest(entry.parse())))
    if (entries[index + 1] !== old[at]) at++
    return found
  })
}

function digestsBy<D extends object>(digest: Digest<D>): WeakMap<Entry, D> {
  let known = digests.get(digest)
  if (known === undefined) digests.set(digest, (known = new WeakMap()))
  return known as WeakMap<Entry, D>
}
