import { settleTimes } from '@pinnace/apply'
import { alreadyExists, isEqualJson, unclassifiedError, type ApiObject, type ManagedFieldsEntry } from '@pinnace/meta'
import type { StoreValue, WriteCondition, WriteOutcome } from '@pinnace/store'
import { isTooLarge } from '../storage/store-failure.ts'
import type { Outcome } from '../storage/outcome.ts'
import type { Draft } from '../storage/draft.ts'
import { storageOf } from '../storage/served-resource.ts'
import type { Live } from './read-live.ts'
import { isReleased } from './deletion/is-released.ts'
import { assertInTime } from './assert-in-time.ts'
import type { Write } from './change.ts'
import { recordHistory } from './record-history.ts'

/** Stores the object. Returns `undefined` if the live object has changed since it was read. */
export async function commit(change: Write): Promise<Outcome | undefined> {
  const { server, scope, live, next, proposal } = change
  assertInTime(server, scope)
  for (const text of proposal.strategy.warnings?.(next, live?.object) ?? []) scope.warn(text)
  if (proposal.options.dryRun) return live === undefined ? showNew(change) : showChanged(change, live)
  return live === undefined ? commitNew(change) : commitChanged(change, live)
}

// upstream: registry/generic/registry/dryrun.go, Create – a dry run also rejects a name that is taken.
async function showNew({ scope, next, proposal }: Write): Promise<Outcome | undefined> {
  const storage = storageOf(scope.served)
  const { name = '' } = next.metadata
  if ((await storage.readNewest(storage.key(scope.namespace, name))) === undefined) return { code: 201, object: next }
  if (proposal.retry) return undefined
  throw alreadyExists(scope.served.gvr, name)
}

function showChanged({ next }: Write, live: Live): Outcome {
  keepUnchangedTimes(next, live)
  return { code: 200, object: next }
}

async function commitNew(change: Write): Promise<Outcome | undefined> {
  const { scope, next, proposal } = change
  const storage = storageOf(scope.served)
  const { name = '' } = next.metadata
  refuseVersion(next)
  const encoded = scope.served.codec.encode(next)
  const value = encoded instanceof Promise ? await encoded : encoded
  const outcome = await put(change, storage.key(scope.namespace, name), value, { modRevision: 0n })
  if (outcome.done) return { code: 201, entry: outcome.entry }
  if (proposal.retry) return undefined
  throw alreadyExists(scope.served.gvr, name)
}

// upstream: storage/etcd3/store.go, Create – only the store looks at the version, and one that is no number passes.
function refuseVersion({ metadata }: Draft): void {
  if (/^0*[1-9]\d*$/.test(metadata.resourceVersion ?? '')) {
    throw unclassifiedError('resourceVersion should not be set on objects to be created')
  }
  delete metadata.resourceVersion
}

async function commitChanged(change: Write, live: Live): Promise<Outcome | undefined> {
  const { scope, next } = change
  const storage = storageOf(scope.served)
  const key = storage.key(scope.namespace, scope.name)
  const encoded = scope.served.codec.encode(next)
  const value = encoded instanceof Promise ? await encoded : encoded
  const condition = { modRevision: live.modRevision }
  if (isReleased(next, scope.served.definition.strategy)) {
    const outcome = await storage.store.delete(key, value, condition)
    return outcome.done ? { code: 200, entry: outcome.entry } : undefined
  }
  // A write without changes keeps the resourceVersion and produces no watch event.
  if (isSame(change, value, live)) return { code: 200, entry: { value: live.value } }
  const outcome = await put(change, key, value, condition)
  if (!outcome.done) return undefined
  // Objects that have been updated are likely to be updated again; newly created ones are not.
  recordHistory(scope.served, key, next, outcome.entry.modRevision)
  return { code: 200, entry: outcome.entry }
}

// upstream: endpoints/handlers/create.go and update.go, isTooLargeError – an object that is too large is stored without
// managedFields, except by an apply.
async function put(
  { scope, next, proposal }: Write,
  key: string,
  value: StoreValue,
  condition: WriteCondition,
): Promise<WriteOutcome> {
  const { store } = storageOf(scope.served)
  try {
    return await store.put(key, value, condition)
  } catch (error) {
    if (!isTooLarge(error) || proposal.ownership.type === 'applied' || next.metadata.managedFields === undefined)
      throw error
    delete next.metadata.managedFields
    return store.put(key, await scope.served.codec.encode(next), condition)
  }
}

function isSame({ scope, next }: Write, value: StoreValue, live: Live): boolean {
  // An object that is stored in an older storage version is always rewritten.
  if (!scope.served.codec.isCurrent(live.value)) return false
  const text = value.before + next.metadata.resourceVersion + value.after
  // The byte length is at least the text length, so most changes are detected without measuring the bytes.
  if (text.length > live.value.byteLength || Buffer.byteLength(text) !== live.value.byteLength) return false
  // The lengths are equal: compare the objects, ignoring the order of members and the times of managedFields.
  keepUnchangedTimes(next, live)
  return isEqualJson(next, live.object) || Buffer.from(text).equals(live.value)
}

// Keeps the times of managedFields if defaulting, normalization or plugins have restored the stored object.
function keepUnchangedTimes(next: Draft, live: Live): void {
  if (next.metadata.managedFields === undefined) return
  next.metadata.managedFields = settleTimes(live.object, next as ApiObject) as ManagedFieldsEntry[]
}
