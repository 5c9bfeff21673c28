import {
  createEventRecorder,
  objectKey,
  parseObjectKey,
  type Informer,
  type ObjectReference,
  type RecordedEvent,
} from '@pinnace/client'
import { StatusError, type ApiObject, type LabelSelectorMatcher } from '@pinnace/meta'
import type { ControllerContext, RunningController } from '../controller.ts'
import { isOutdated } from '../is-outdated.ts'
import { startLoop, type Loop } from '../reconcile-loop.ts'
import { indexByController } from './child-index.ts'
import { controllerOf, namesKind, type OwnerKind } from './controller-ref.ts'
import { createExpectations, expectationTimeoutMs, type Expectations } from './expectations.ts'

/** What a workload's controller works with. */
export interface WorkloadTools<T extends ApiObject> {
  readonly context: ControllerContext
  readonly kind: OwnerKind
  readonly owners: Informer<T>
  readonly expectations: Expectations
  /** Writes an event about an object of the kind; of those with the same reason and related object, one is written. */
  tell(object: T, type: 'Normal' | 'Warning', reason: string, note: string, related?: ObjectReference): void
  readonly loop: Loop
}

/** Options for {@link startWorkload}. */
export interface WorkloadOptions<T extends ApiObject> {
  readonly name: string
  readonly context: ControllerContext
  readonly kind: OwnerKind
  /** Informers of what the kind looks after. */
  readonly children: readonly Informer<never>[]
  /** Which orphans it would take. */
  readonly selectorOf: (object: T) => LabelSelectorMatcher
  readonly reconcile: (
    object: T,
    tools: WorkloadTools<T>,
    signal: AbortSignal,
  ) => Promise<{ readonly requeueAfterMs: number } | void>
  /** Begins what else makes work. */
  readonly watch?: (tools: WorkloadTools<T>) => void
  /** Takes away what the object leaves behind; asked with any key of no object. */
  readonly clear?: (key: string, signal: AbortSignal) => Promise<void>
}

/** Runs the controller of a kind that looks after others: it is woken by its own changes and by those of its children. */
export function startWorkload<T extends ApiObject>(options: WorkloadOptions<T>): RunningController {
  const { name, context, kind, children, selectorOf, reconcile } = options
  const { client, clock, informers, random, vocabulary } = context
  const owners = informers.informer<T>(kind)
  const expectations = createExpectations(clock)
  const recorder = createEventRecorder({
    events: client.resource<RecordedEvent>({ apiVersion: `${vocabulary.group('events')}/v1`, kind: 'Event' }),
    reportingController: name,
    clock,
    random,
    onError: (error) => context.onError(error, { controller: name, isGivenUp: true }),
  })
  const loop = startLoop({
    name,
    context,
    async reconcile(key, signal) {
      const { name: objectName, namespace } = parseObjectKey(key)
      const object = owners.store.get(objectName, namespace)
      if (object === undefined) {
        expectations.forget(key)
        await options.clear?.(key, signal)
        return
      }
      try {
        return await reconcile(object, tools, signal)
      } catch (error) {
        // The event of what came in between brings the work back.
        if (!isOutdated(error) && !isTerminating(error)) throw error
      } finally {
        // What is never told of holds the work up for so long, and no longer.
        if (!expectations.isMet(key)) loop.addAfter(key, expectationTimeoutMs + 1000)
      }
    },
  })
  const tools: WorkloadTools<T> = {
    context,
    kind,
    owners,
    expectations,
    loop,
    tell(object, type, reason, note, related) {
      const { name: objectName = '', namespace = '', uid = '' } = object.metadata
      const regarding = { ...kind, name: objectName, namespace, uid }
      recorder.record({ regarding, type, reason, action: reason, note, ...(related === undefined ? {} : { related }) })
    },
  }
  const look = (object: ApiObject): void => loop.add(objectKey(object))
  const lookAtOwner = (child: ApiObject, told?: { readonly isGone: boolean }): void => {
    const { namespace = '', labels, deletionTimestamp } = child.metadata
    const reference = controllerOf(child)
    if (reference !== undefined) {
      if (!namesKind(reference, kind)) return
      const key = `${namespace}/${reference.name}`
      if (told !== undefined) expectations.observe(key, child, told)
      loop.add(key)
    } else if (deletionTimestamp === undefined && told?.isGone !== true) {
      for (const owner of owners.store.list(namespace)) if (selectorOf(owner).matches(labels)) look(owner)
    }
  }
  for (const informer of children as readonly Informer[]) {
    indexByController(informer.store)
    informer.addHandler({
      add: (child) => lookAtOwner(child, { isGone: false }),
      update(live, before) {
        lookAtOwner(live, { isGone: false })
        if (controllerOf(before)?.uid !== controllerOf(live)?.uid) lookAtOwner(before)
      },
      delete: (child) => lookAtOwner(child, { isGone: true }),
    })
  }
  owners.addHandler({ add: look, update: look, delete: look })
  options.watch?.(tools)
  return {
    get isHealthy() {
      return loop.isHealthy ?? true
    },
    async stop() {
      await loop.stop()
      await recorder.stop()
    },
  }
}

/** Nothing is made in a namespace that goes; all of it will be told to go too. */
function isTerminating(error: unknown): boolean {
  return (
    error instanceof StatusError &&
    (error.details?.causes?.some(({ reason }) => reason === 'NamespaceTerminating') ?? false)
  )
}
