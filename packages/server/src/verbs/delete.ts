import { conflict, notFound, staleObject, successStatus, type ApiObject } from '@pinnace/meta'
import type { StrategyContext } from '@pinnace/resources'
import { Admitted } from '../admission/admitted.ts'
import { deleteOptionsObject } from '../admission/operation-options.ts'
import type { Call } from '../call.ts'
import type { ServerCore } from '../core.ts'
import { beginDeletion } from '../delete/begin-deletion.ts'
import { isReleased } from '../delete/finalize.ts'
import type { DeleteOptions } from '../options/delete-options.ts'
import type { Outcome } from '../outcome.ts'
import { storageOf } from '../served-resource.ts'
import { assertInTime } from '../write/assert-in-time.ts'
import { readLive, type Live } from '../write/read-live.ts'

/** How a deletion ended: the object is gone, or marked and kept until its finalizers and its grace are over. */
export interface Deletion {
  readonly outcome: Outcome
  readonly removed: boolean
}

const maxTries = 8

/**
 * Deletes one object: at once, or by marking it where something keeps it. 404 without it. `admission` is `none` where
 * the request was another, and has been asked about.
 */
export async function remove(
  core: ServerCore,
  call: Call,
  options: DeleteOptions,
  admission: 'asked' | 'none' = 'asked',
): Promise<Deletion> {
  for (let tries = 1; tries <= maxTries; tries++) {
    const live = await readLive(call)
    if (live === undefined) throw notFound(call.served.gvr, call.name)
    assertPreconditions(call, live.object, options)
    const context = contextOf(core, call, options)
    if (admission === 'asked') await admitDeletion(core, call, live, options)
    assertInTime(core, call)
    const next = beginDeletion(live.object, options, call.served.definition.strategy, context)
    const deletion = await commitDeletion(call, live, next, options)
    if (deletion !== undefined) return deletion
    if (options.preconditions.resourceVersion !== undefined) break
  }
  throw staleObject(call.served.gvr, call.name)
}

async function commitDeletion(
  call: Call,
  live: Live,
  next: ApiObject,
  options: DeleteOptions,
): Promise<Deletion | undefined> {
  const { definition, codec, gvr } = call.served
  const storage = storageOf(call.served)
  const key = storage.key(call.namespace, call.name)
  const condition = { modRevision: live.modRevision }
  if (isReleased(next, definition.strategy)) {
    const answer = definition.returnsDeletedObject
      ? undefined
      : successStatus({
          name: call.name,
          ...(gvr.group === '' ? {} : { group: gvr.group }),
          kind: gvr.resource,
          uid: live.object.metadata.uid!,
        })
    if (options.dryRun) return { removed: true, outcome: { code: 200, object: answer ?? live.object } }
    // What watchers see last is the object as it was stored, at the revision of its removal.
    const gone = await storage.store.delete(key, await codec.encode(live.object), condition)
    if (!gone.done) return undefined
    return {
      removed: true,
      outcome: answer === undefined ? { code: 200, entry: gone.entry } : { code: 200, object: answer },
    }
  }
  const code = acceptedCode(options)
  if (options.dryRun) return { removed: false, outcome: { code, object: next } }
  const same = live.object.metadata.deletionTimestamp === next.metadata.deletionTimestamp
  if (same && String(live.object.metadata.finalizers) === String(next.metadata.finalizers)) {
    return { removed: false, outcome: { code, entry: live } }
  }
  const marked = await storage.store.put(key, await codec.encode(next), condition)
  return marked.done ? { removed: false, outcome: { code, entry: marked.entry } } : undefined
}

// upstream: endpoints/handlers/delete.go – 202 only where the client asked for the dependents to go first.
function acceptedCode({ orphanDependents, propagationPolicy }: DeleteOptions): number {
  return orphanDependents === false || propagationPolicy === 'Foreground' ? 202 : 200
}

function assertPreconditions({ served, name }: Call, live: ApiObject, { preconditions }: DeleteOptions): void {
  const { uid, resourceVersion } = preconditions
  if (uid !== undefined && uid !== live.metadata.uid) {
    const message = `Precondition failed: UID in precondition: ${uid}, UID in object meta: ${live.metadata.uid}`
    throw conflict(served.gvr, name, message)
  }
  if (resourceVersion !== undefined && resourceVersion !== live.metadata.resourceVersion) {
    const message = `Precondition failed: ResourceVersion in precondition: ${resourceVersion}, ResourceVersion in object meta: ${live.metadata.resourceVersion}`
    throw conflict(served.gvr, name, message)
  }
}

async function admitDeletion(core: ServerCore, call: Call, live: Live, options: DeleteOptions): Promise<void> {
  const admitted = new Admitted(call, {
    operation: 'DELETE',
    name: call.name,
    object: undefined,
    oldObject: live.object,
    options: () => deleteOptionsObject(options, core.vocabulary),
    dryRun: options.dryRun,
  })
  await core.admission.admit(admitted)
  await core.admission.validate(admitted)
}

function contextOf(core: ServerCore, call: Call, { dryRun }: DeleteOptions): StrategyContext {
  return {
    vocabulary: core.vocabulary,
    clock: core.clock,
    random: core.random,
    user: call.user,
    namespace: call.namespace,
    dryRun,
    warn: (text) => call.warn(text),
  }
}
