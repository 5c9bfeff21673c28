import { notFound, staleObject, successStatus, type ApiObject, type ObjectMeta, type TimeSlices } from '@pinnace/meta'
import type { Strategy, StrategyContext } from '@pinnace/resources'
import type { StampedValue } from '@pinnace/store'
import { paceOf } from '../../request/pace.ts'
import { RequestAttributes } from '../../request/request-attributes.ts'
import { deleteOptionsObject } from '../../request/operation-options.ts'
import { runAdmission } from '../../request/run-admission.ts'
import type { RequestScope } from '../../request/request-scope.ts'
import type { WriteContext } from '../write-context.ts'
import { removeCompanions } from '../companions.ts'
import { beginDeletion } from './begin-deletion.ts'
import { isReleased } from './finalizers.ts'
import { assertPreconditions } from './preconditions.ts'
import type { DeleteOptions } from '../../options/delete-options.ts'
import type { Outcome } from '../../storage/outcome.ts'
import { storageOf } from '../../storage/served-resource.ts'
import { noteWrite } from '../note-write.ts'
import { forgetPlaces } from '../peer-digests.ts'
import { assertInTime } from '../assert-in-time.ts'
import { readLive, type Live } from '../read-live.ts'

/** The result of a deletion: the object is removed, or marked until its finalizers and its grace period have ended. */
export interface Deletion {
  readonly outcome: Outcome
  readonly removed: boolean
}

const maxTries = 8

/**
 * Deletes one object, or marks it for deletion if a finalizer or a grace period keeps it. Throws 404 if it does not
 * exist. `admission` is `none` for the deletion within another request, which has been admitted itself, and
 * `of-collection` for one object of a collection: admission does not see its name, only the object.
 */
export async function remove(
  server: WriteContext,
  scope: RequestScope,
  options: DeleteOptions,
  admission: 'asked' | 'of-collection' | 'none' = 'asked',
): Promise<Deletion> {
  const { deleteWarnings } = scope.served.definition.strategy
  for (const text of admission === 'asked' ? (deleteWarnings?.(options) ?? []) : []) scope.warn(text)
  for (let tries = 1; tries <= maxTries; tries++) {
    const live = await readLive(scope)
    if (live === undefined) throw notFound(scope.served.gvr, scope.name)
    assertPreconditions(scope, live.object, options)
    const context = contextOf(server, scope, options)
    const pace = paceOf(server, scope, live.weight)
    if (pace !== undefined) await pace.next()
    // upstream: endpoints/handlers/delete.go, DeleteCollection – the attributes of the request have no name.
    if (admission === 'asked') await admitDeletion(server, scope, live, options)
    else if (admission === 'of-collection') await admitDeletion(server, { ...scope, name: '' }, live, options)
    if (pace !== undefined) await pace.next()
    assertInTime(server, scope)
    const next = beginDeletion(live.object, options, scope.served.definition.strategy, context)
    const deletion = await commitDeletion(scope, { live, next, pace }, options)
    if (deletion?.removed === true && !options.dryRun) await removeCompanions(server, scope.served, live.object)
    if (deletion !== undefined) return deletion
    if (options.preconditions.resourceVersion !== undefined) break
  }
  throw staleObject(scope.served.gvr, scope.name)
}

interface BegunDeletion {
  readonly live: Live
  readonly next: ApiObject
  /** The turns of a large object; undefined for others. */
  readonly pace: TimeSlices | undefined
}

/** The JSON of an object for the store; that of a large one is encoded and committed in turns of their own. */
async function encode(scope: RequestScope, object: ApiObject, pace: TimeSlices | undefined): Promise<StampedValue> {
  const value = await scope.served.codec.encode(object, pace)
  if (pace !== undefined) await pace.next()
  return value
}

async function commitDeletion(
  scope: RequestScope,
  { live, next, pace }: BegunDeletion,
  options: DeleteOptions,
): Promise<Deletion | undefined> {
  const { definition, codec, gvr } = scope.served
  const storage = storageOf(scope.served)
  const key = storage.key(scope.namespace, scope.name)
  const condition = { modRevision: live.modRevision }
  if (isReleased(next, definition.strategy)) {
    const answer = definition.returnsDeletedObject
      ? undefined
      : successStatus({
          name: scope.name,
          ...(gvr.group === '' ? {} : { group: gvr.group }),
          kind: gvr.resource,
          uid: live.object.metadata.uid!,
        })
    const marked = markBeforeRemoval(live.object, next, definition.strategy)
    const last = marked ?? live.object
    if (options.dryRun) return { removed: true, outcome: { code: 200, object: answer ?? codec.written(last) } }
    const value = await encode(scope, last, pace)
    const mark = marked === undefined ? undefined : await storage.store.put(key, value, condition)
    if (mark?.done === false) return undefined
    // The DELETED event has the object as it was stored, at the revision of its removal.
    const gone = await storage.store.delete(
      key,
      value,
      mark === undefined ? condition : { modRevision: mark.entry.modRevision },
    )
    if (!gone.done) return undefined
    noteWrite(scope, gone.entry.modRevision)
    forgetPlaces(scope)
    return {
      removed: true,
      outcome: answer === undefined ? { code: 200, entry: gone.entry } : { code: 200, object: answer },
    }
  }
  const code = acceptedCode(options)
  if (options.dryRun) return { removed: false, outcome: { code, object: codec.written(next) } }
  if (isMarkedAs(live.object.metadata, next.metadata)) {
    return { removed: false, outcome: { code, entry: { value: live.value } } }
  }
  const marked = await storage.store.put(key, await encode(scope, next, pace), condition)
  if (marked.done) noteWrite(scope, marked.entry.modRevision)
  return marked.done ? { removed: false, outcome: { code, entry: marked.entry } } : undefined
}

function isMarkedAs(live: ObjectMeta, next: ObjectMeta): boolean {
  return (
    live.deletionTimestamp === next.deletionTimestamp &&
    live.deletionGracePeriodSeconds === next.deletionGracePeriodSeconds &&
    String(live.finalizers) === String(next.finalizers)
  )
}

/** What is stored before the object is removed, and has a watch event of its own; undefined if nothing is. */
// upstream: registry.Store.updateForGracefulDeletionAndFinalizers – objects of kinds with grace periods are marked first,
// and the finalizers of an earlier propagation policy are removed first.
function markBeforeRemoval(live: ApiObject, next: ApiObject, { gracePeriodSeconds }: Strategy): ApiObject | undefined {
  const { deletionTimestamp, deletionGracePeriodSeconds = 0, finalizers } = live.metadata
  if (gracePeriodSeconds !== undefined) {
    return deletionTimestamp !== undefined && deletionGracePeriodSeconds === 0 ? undefined : next
  }
  if ((finalizers ?? []).length === 0) return undefined
  const { finalizers: _removed, ...metadata } = live.metadata
  return { ...live, metadata }
}

// upstream: endpoints/handlers/delete.go – 202 only for the old spelling of the foreground policy.
function acceptedCode({ orphanDependents }: DeleteOptions): number {
  return orphanDependents === false ? 202 : 200
}

async function admitDeletion(
  server: WriteContext,
  scope: RequestScope,
  live: Live,
  options: DeleteOptions,
): Promise<void> {
  const attributes = new RequestAttributes(scope, {
    operation: 'DELETE',
    name: scope.name,
    object: undefined,
    oldObject: live.object,
    options: () => deleteOptionsObject(options, server.vocabulary),
    dryRun: options.dryRun,
  })
  await runAdmission(server.admission, attributes)
}

function contextOf(server: WriteContext, scope: RequestScope, { dryRun }: DeleteOptions): StrategyContext {
  return {
    vocabulary: server.vocabulary,
    clock: server.clock,
    random: server.random,
    user: scope.user,
    namespace: scope.namespace,
    dryRun,
    warn: (text) => scope.warn(text),
  }
}
