import { settleTimes } from '@pinnace/apply'
import {
  alreadyExists,
  createTimeSlices,
  isEqualJson,
  runInSlices,
  thenMaybe,
  type ApiObject,
  type Awaitable,
  type ManagedFieldsEntry,
} from '@pinnace/meta'
import type { StampedValue, Store, WriteCondition, WriteOutcome } from '@pinnace/store'
import { inNextTurn } from '../request/pace.ts'
import { isFormed } from '../storage/stored-form/formed-store.ts'
import { assertStorable, isTooLarge } from '../storage/store-failure.ts'
import type { RequestScope } from '../request/request-scope.ts'
import type { EncodedObject } from '../storage/encode-object.ts'
import { objectOf, type Outcome, type StoredBytes } from '../storage/outcome.ts'
import type { Draft } from '../storage/draft.ts'
import { storageOf } from '../storage/served-resource.ts'
import type { Live } from './read-live.ts'
import { isReleased } from './deletion/finalizers.ts'
import { assertInTime } from './assert-in-time.ts'
import type { Write } from './change.ts'
import { removeCompanions } from './companions.ts'
import { digestWritten, forgetPlaces } from './peer-digests.ts'
import { noteWrite } from './note-write.ts'
import { refuseVersionOfNew } from './optimistic-concurrency.ts'
import { frozenMembersInSteps, WrittenEntry } from './written-entry.ts'

/** Stores the object. Returns `undefined` if the live object has changed since it was read. */
export async function commit(change: Write): Promise<Outcome | undefined> {
  const { server, scope, live, proposal } = change
  assertInTime(server, scope)
  if (proposal.options.dryRun) return live === undefined ? showNew(change) : showUnstored(change, live)
  return live === undefined ? commitNew(change) : commitChanged(change, live)
}

// upstream: registry/generic/registry/dryrun.go, Create – a dry run also rejects a name that is taken.
async function showNew({ scope, next, proposal, pace }: Write): Promise<Outcome | undefined> {
  const storage = storageOf(scope.served)
  const { name = '' } = next.metadata
  const entry = await storage.readNewest(storage.key(scope.namespace, name))
  if (entry === undefined) {
    if (pace !== undefined) await pace.next()
    const object = await scope.served.codec.readBack(next as ApiObject)
    return { code: 201, object: answered(scope, object, undefined), slices: pace }
  }
  if (proposal.retry) return undefined
  throw nameTaken(scope, name, entry.object())
}

// upstream: registry.Store.Create
function nameTaken({ served }: RequestScope, name: string, live: ApiObject | undefined): Error {
  return alreadyExists(served.gvr, name, live?.metadata.deletionTimestamp !== undefined)
}

function showChanged({ scope, next, pace }: Write, live: Live): Outcome {
  keepUnchangedTimes(next, live)
  return { code: 200, object: answered(scope, written(scope, next), live.object), slices: pace }
}

// upstream: registry/generic/registry/dryrun.go, GuaranteedUpdate – a dry run encodes the object, and decodes it again.
async function showUnstored({ scope, next, pace }: Write, live: Live): Promise<Outcome> {
  keepUnchangedTimes(next, live)
  const object = await scope.served.codec.readBack(next as ApiObject)
  return { code: 200, object: answered(scope, object, live.object), slices: pace }
}

/** What the answer shows of an object that was written, or would have been. */
function answered({ served, subresource }: RequestScope, object: ApiObject, live: ApiObject | undefined): ApiObject {
  const { answeredView } = served.definition
  return answeredView === undefined || subresource !== '' ? object : answeredView(object, live)
}

function outcomeOf({ server, scope, pace }: Write, outcome: Outcome, live: ApiObject | undefined): Awaitable<Outcome> {
  if (scope.served.definition.answeredView === undefined) return outcome
  // The write has happened: its deadline is not looked at.
  const turn = pace === undefined ? undefined : createTimeSlices({ clock: server.clock })
  return inNextTurn(turn, () => {
    const object = answered(scope, objectOf(outcome) as ApiObject, live)
    return { code: outcome.code, object, slices: turn }
  })
}

function written({ served }: RequestScope, next: Draft): ApiObject {
  return served.codec.written(next as ApiObject)
}

async function commitNew(change: Write): Promise<Outcome | undefined> {
  const { scope, next, proposal } = change
  const storage = storageOf(scope.served)
  const { name = '' } = next.metadata
  refuseVersionOfNew(next)
  const encoded = encode(change)
  const value = encoded instanceof Promise ? await encoded : encoded
  const key = storage.key(scope.namespace, name)
  // Its watchers may be controllers in this process, which read it, and mostly update it.
  const isWatched = (storage.openedCache?.watchers ?? 0) > 0
  const kept = isWatched ? toKeep(change, value) : value
  const { outcome, stored } = await put(change, key, kept instanceof Promise ? await kept : kept, { modRevision: 0n })
  if (outcome.done) {
    noteWrite(scope, outcome.entry.modRevision)
    digestWritten(change, key, outcome.entry.modRevision, stored.object)
    const entry = new WrittenEntry(outcome.entry, stored)
    if (isWatched) keepObject(change, key, entry)
    return outcomeOf(change, { code: 201, entry: answeredEntry(storage.store, entry) }, undefined)
  }
  if (proposal.retry) return undefined
  throw nameTaken(scope, name, (await storage.readNewest(key))?.object())
}

/** The value to be stored. After the turns of a large write, the deadline is looked at once more. */
function encode({ server, scope, next, pace }: Write): Awaitable<EncodedObject> {
  const encoded = inNextTurn(pace, () => scope.served.codec.encode(next, pace))
  if (pace === undefined) return encoded
  return thenMaybe(encoded, (value) =>
    inNextTurn(pace, () => {
      assertInTime(server, scope)
      return value
    }),
  )
}

async function commitChanged(change: Write, live: Live): Promise<Outcome | undefined> {
  const { server, scope, next, pace } = change
  const storage = storageOf(scope.served)
  if (isReleased(next, scope.served.definition.strategy)) return removeReleased(change, live)
  const key = storage.key(scope.namespace, scope.name)
  // upstream: storage/etcd3, versioner.PrepareObjectForStorage – only the answer to a dry run has it.
  if (next.metadata.selfLink !== undefined) delete next.metadata.selfLink
  const encoded = encode(change)
  const value = encoded instanceof Promise ? await encoded : encoded
  const condition = { modRevision: live.modRevision }
  // A write without changes keeps the resourceVersion and produces no watch event.
  // upstream: storage/etcd3/store.go, GuaranteedUpdate – but one that would be stored differently now is rewritten.
  if (isSame(change, value, live) && !(await isStale(storage.store, key))) {
    return { code: 200, entry: { value: live.value } }
  }
  const keeping = toKeep(change, value)
  const kept = keeping instanceof Promise ? await keeping : keeping
  if (pace !== undefined) {
    await pace.next()
    assertInTime(server, scope)
  }
  const { outcome, stored } = await put(change, key, kept, condition)
  if (!outcome.done) return undefined
  noteWrite(scope, outcome.entry.modRevision)
  digestWritten(change, key, outcome.entry.modRevision, stored.object)
  const entry = new WrittenEntry(outcome.entry, stored)
  // Objects that have been updated are likely to be updated again; newly created ones are not.
  keepObject(change, key, entry)
  return outcomeOf(change, { code: 200, entry: answeredEntry(storage.store, entry) }, live.object)
}

/** The same value with what can be kept of its object: of a large one a copy, because the next attempt needs the draft. */
function toKeep({ pace }: Write, value: EncodedObject): Awaitable<EncodedObject> {
  if (pace === undefined) return value
  return thenMaybe(runInSlices(frozenMembersInSteps(value.object), pace), (object) => ({ ...value, object }))
}

/** Keeps the object in the watch cache, so that neither its watchers nor the next write parse it. */
function keepObject({ scope }: Write, key: string, entry: WrittenEntry): void {
  storageOf(scope.served).cache.cacheObject(key, entry.modRevision, entry.object())
}

/** The entry that is answered. A store that keeps another form may have changed the object. */
function answeredEntry(store: Store, entry: WrittenEntry): StoredBytes {
  return isFormed(store) ? { value: entry.value } : entry
}

// upstream: registry.Store.Update, deleteWithoutFinalizers – the update itself is not stored: the DELETED event has the
// object as it was stored, and the answer has the update at the version it started from.
async function removeReleased(change: Write, live: Live): Promise<Outcome | undefined> {
  const { server, scope } = change
  const storage = storageOf(scope.served)
  const last = await scope.served.codec.encode(live.object)
  const gone = await storage.store.delete(storage.key(scope.namespace, scope.name), last, {
    modRevision: live.modRevision,
  })
  if (!gone.done) return undefined
  noteWrite(scope, gone.entry.modRevision)
  forgetPlaces(scope)
  await removeCompanions(server, scope.served, live.object)
  return showChanged(change, live)
}

// upstream: endpoints/handlers/create.go and update.go, isTooLargeError – an object that is too large is stored without
// managedFields, except by an apply.
async function put(
  { scope, next, proposal }: Write,
  key: string,
  value: EncodedObject,
  condition: WriteCondition,
): Promise<{ readonly outcome: WriteOutcome; readonly stored: EncodedObject }> {
  const { store } = storageOf(scope.served)
  const { ttlSeconds } = scope.served.definition
  const kept = (encoded: StampedValue): StampedValue =>
    ttlSeconds === undefined ? encoded : { ...encoded, ttlSeconds }
  try {
    assertStorable(value)
    return { outcome: await store.put(key, kept(value), condition), stored: value }
  } catch (error) {
    if (!isTooLarge(error) || proposal.ownership.type === 'applied' || next.metadata.managedFields === undefined)
      throw error
    delete next.metadata.managedFields
    const smaller = await scope.served.codec.encode(next)
    assertStorable(smaller)
    return { outcome: await store.put(key, kept(smaller), condition), stored: smaller }
  }
}

function isStale(store: Store, key: string): Awaitable<boolean> {
  return isFormed(store) && store.isStale(key)
}

function isSame({ scope, next }: Write, value: StampedValue, live: Live): boolean {
  // An object that is stored in an older storage version is always rewritten.
  if (!scope.served.codec.isCurrent(live.value)) return false
  const text = value.before + next.metadata.resourceVersion + value.after
  // The byte length is at least the text length, so most changes are detected without measuring the bytes.
  if (text.length > live.value.byteLength || Buffer.byteLength(text) !== live.value.byteLength) return false
  if (isText(text, live.value)) return true
  // The order of members and the times of managedFields may differ.
  const { managedFields } = live.object.metadata
  keepUnchangedTimes(next, live)
  return next.metadata.managedFields === managedFields && isEqualJson(next, live.object)
}

/** Most changes are in the metadata, at the beginning of the text. */
const firstComparedLength = 512

const comparedLength = 65_536

/** Compares a text with as many bytes, in parts: a large object would be copied as a whole for its first difference. */
function isText(text: string, bytes: Uint8Array): boolean {
  if (differsEarly(text, bytes)) return false
  let offset = 0
  for (let at = 0; at < text.length;) {
    let end = at + (at === 0 ? firstComparedLength : comparedLength)
    const last = text.charCodeAt(end - 1)
    if (last >= 0xd800 && last <= 0xdbff) end++
    const part = Buffer.from(text.slice(at, end))
    if (!part.equals(bytes.subarray(offset, offset + part.length))) return false
    offset += part.length
    at = end
  }
  return true
}

/** True for a difference in the first characters that is found without copying them. */
function differsEarly(text: string, bytes: Uint8Array): boolean {
  const end = Math.min(text.length, firstComparedLength)
  for (let at = 0; at < end; at++) {
    const code = text.charCodeAt(at)
    if (code !== bytes[at]) return code < 0x80
  }
  return false
}

// Keeps the times of managedFields if defaulting, normalization or plugins have restored the stored object.
function keepUnchangedTimes(next: Draft, live: Live): void {
  if (next.metadata.managedFields === undefined) return
  next.metadata.managedFields = settleTimes(live.object, next as ApiObject) as ManagedFieldsEntry[]
}
