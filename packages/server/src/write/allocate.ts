import {
  cloneJson,
  FieldErrors,
  formatGroupResource,
  invalid,
  staleObject,
  type ApiObject,
  type Awaitable,
  type GroupResource,
} from '@pinnace/meta'
import type { AllocationContext, AllocationPeer, StrategyContext } from '@pinnace/resources'
import type { CacheEntry } from '@pinnace/watch-cache'
import type { Reservations, ResourceStorage } from '../storage/resource-storage.ts'
import { storageOf } from '../storage/served-resource.ts'
import type { Draft } from '../storage/draft.ts'
import type { Write } from './change.ts'
import { peerDigests } from './peer-digests.ts'
import { openReservationRecord } from './reservation-record.ts'

type Release = () => Awaitable<void>

const nothing: Release = () => {}
const maxTries = 16

/**
 * Allocates what the kind gives out: addresses and ports of services, names of CRDs. Returns a function that releases the
 * reservations; call it when the write has succeeded or failed.
 *
 * Over a synchronous store, all servers are in this process and share the reservations. Otherwise they are recorded in
 * the store, with a condition, before the object is written.
 */
export function allocate(change: Write, context: StrategyContext): Awaitable<Release> {
  const { scope } = change
  if (scope.served.definition.allocate === undefined || scope.subresource !== '') return nothing
  const storage = storageOf(scope.served)
  if (storage.isRemote) return allocateInStore(change, context)
  const related = (resource: GroupResource): Iterable<AllocationPeer> | undefined => {
    const other = storageOfResource(change, resource)
    return other === undefined ? undefined : relatedObjects(other, other.entries())
  }
  return run(change, {
    ...context,
    peers: (digest) => peerDigests(storage, digest),
    related,
    reserved: storage.reserved,
  })
}

/** Thrown where an allocation looks at other objects. */
class PeersNeeded extends Error {}

async function allocateInStore(change: Write, context: StrategyContext): Promise<Release> {
  const { scope, next, server } = change
  const original = cloneJson(next)
  try {
    const peers = (): never => {
      throw new PeersNeeded()
    }
    return run(change, { ...context, peers, related: peers, reserved: new Map() })
  } catch (error) {
    if (!(error instanceof PeersNeeded)) throw error
  }
  const storage = storageOf(scope.served)
  const record = openReservationRecord(storage, server.clock)
  for (let tries = 1; tries <= maxTries; tries++) {
    replaceDraft(next, cloneJson(original))
    // INVARIANT: reservations are read before the objects, so that one that is released meanwhile is found in its object.
    const known = await record.read()
    const { entries } = await storage.cache.list()
    const peers = entries.map((entry) => entry.object())
    const related = await readRelated(change)
    const reserved: Reservations = new Map([...known.reserved].map(([pool, values]) => [pool, new Set(values)]))
    run(change, { ...context, peers: (digest) => peers.map(digest), related, reserved })
    const taken = without(reserved, known.reserved)
    if (context.dryRun || taken.size === 0) return nothing
    const release = await record.add(known, taken)
    if (release !== undefined) return release
  }
  throw staleObject(scope.served.gvr, next.metadata.name ?? '')
}

/** Lists what an allocation may look at beside the objects of its own kind. */
async function readRelated(change: Write): Promise<AllocationContext['related']> {
  const found = new Map<string, readonly AllocationPeer[]>()
  for (const resource of change.scope.served.definition.allocatesFrom ?? []) {
    const storage = storageOfResource(change, resource)
    if (storage === undefined) continue
    const { entries } = await storage.cache.list()
    found.set(formatGroupResource(resource), [...relatedObjects(storage, entries)])
  }
  return (resource) => found.get(formatGroupResource(resource))
}

function storageOfResource({ server }: Write, { group, resource }: GroupResource): ResourceStorage | undefined {
  const served = server.findDeclared(group, 'v1', resource)
  return served === undefined ? undefined : storageOf(served)
}

function* relatedObjects(
  storage: ResourceStorage,
  entries: Iterable<CacheEntry<ApiObject>>,
): Generator<AllocationPeer> {
  for (const entry of entries) yield { name: storage.identify(entry.key).name, object: () => entry.object() }
}

function run({ scope, live, next }: Write, context: AllocationContext): () => void {
  const errors = new FieldErrors()
  const release = scope.served.definition.allocate?.(next, live?.object, errors, context) ?? nothing
  if (errors.isEmpty) return release
  release()
  throw invalid(scope.served.gvk, next.metadata.name ?? '', errors.list)
}

/** Makes a draft what another object is. */
export function replaceDraft(next: Draft, by: ApiObject): void {
  for (const name of Object.keys(next)) Reflect.deleteProperty(next, name)
  Object.assign(next, by)
}

function without(reserved: Reservations, known: Reservations): Reservations {
  const taken: Reservations = new Map()
  for (const [pool, values] of reserved) {
    const added = [...values].filter((value) => known.get(pool)?.has(value) !== true)
    if (added.length > 0) taken.set(pool, new Set(added))
  }
  return taken
}
