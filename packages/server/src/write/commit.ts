import { settleTimes } from '@pinnace/apply'
import { alreadyExists, isEqualJson, type ApiObject, type ManagedFieldsEntry } from '@pinnace/meta'
import type { StoreValue, WriteCondition, WriteOutcome } from '@pinnace/store'
import { isTooLarge } from '../storage/store-failure.ts'
import type { Outcome } from '../storage/outcome.ts'
import type { Draft } from '../storage/draft.ts'
import { storageOf } from '../storage/served-resource.ts'
import type { Live } from './read-live.ts'
import { isReleased } from './deletion/is-released.ts'
import { assertInTime } from './assert-in-time.ts'
import type { Write } from './change.ts'
import { remember } from './record-history.ts'

/** Stores the object; `undefined` where the live object has changed under the write. */
export async function commit(change: Write): Promise<Outcome | undefined> {
  const { server, scope, live, next, proposal } = change
  assertInTime(server, scope)
  for (const text of proposal.strategy.warnings?.(next, live?.object) ?? []) scope.warn(text)
  if (proposal.options.dryRun) return live === undefined ? showNew(change) : showChanged(change, live)
  return live === undefined ? commitNew(change) : commitChanged(change, live)
}

// upstream: registry/generic/registry/dryrun.go, Create – a name that is taken is told by a dry run too.
async function showNew({ scope, next, proposal }: Write): Promise<Outcome | undefined> {
  const storage = storageOf(scope.served)
  const name = next.metadata.name!
  if ((await storage.readNewest(storage.key(scope.namespace, name))) === undefined) return { code: 201, object: next }
  if (proposal.retry) return undefined
  throw alreadyExists(scope.served.gvr, name)
}

function showChanged({ next }: Write, live: Live): Outcome {
  settle(next, live)
  return { code: 200, object: next }
}

async function commitNew(change: Write): Promise<Outcome | undefined> {
  const { scope, next, proposal } = change
  const storage = storageOf(scope.served)
  const name = next.metadata.name!
  const encoded = scope.served.codec.encode(next)
  const value = encoded instanceof Promise ? await encoded : encoded
  const outcome = await put(change, storage.key(scope.namespace, name), value, { modRevision: 0n })
  if (outcome.done) return { code: 201, entry: outcome.entry }
  if (proposal.retry) return undefined
  throw alreadyExists(scope.served.gvr, name)
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
  // A write that changes nothing keeps its version, and nobody who watches hears of it.
  if (isSame(change, value, live)) return { code: 200, entry: { value: live.value } }
  const outcome = await put(change, key, value, condition)
  if (!outcome.done) return undefined
  // What was changed once is changed again, unlike what was made.
  remember(scope.served, key, next, outcome.entry.modRevision)
  return { code: 200, entry: outcome.entry }
}

// upstream: endpoints/handlers/create.go and update.go, isTooLargeError – who owns what is the one thing an object can do
// without, except where the write is about just that.
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
  // What is stored in another version than would be written now is written again, however little has changed.
  if (!scope.served.codec.isCurrent(live.value)) return false
  const text = value.before + next.metadata.resourceVersion + value.after
  // Texts outside ASCII are longer in bytes: only a text that could fit is measured and compared.
  if (text.length > live.value.byteLength || Buffer.byteLength(text) !== live.value.byteLength) return false
  // The same members in another order are as long, and so is every time: only then is it worth looking.
  settle(next, live)
  return isEqualJson(next, live.object) || Buffer.from(text).equals(live.value)
}

// What has come to be the stored object again (defaults, normal forms, plugins) leaves no trace in the times either.
function settle(next: Draft, live: Live): void {
  if (next.metadata.managedFields === undefined) return
  next.metadata.managedFields = settleTimes(live.object, next as ApiObject) as ManagedFieldsEntry[]
}
