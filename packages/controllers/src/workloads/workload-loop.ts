import {
  createEventRecorder,
  objectKey,
  parseObjectKey,
  type EventRecorder,
  type Informer,
  type RecordedEvent,
} from '@pinnace/client'
import { StatusError, type ApiObject, type LabelSelectorMatcher } from '@pinnace/meta'
import type { ControllerContext, RunningController } from '../controller.ts'
import { isOutdated } from '../is-outdated.ts'
import { startLoop, type Loop } from '../reconcile-loop.ts'
import { indexByController } from './child-index.ts'
import { controllerOf, namesKind, type OwnerKind } from './controller-ref.ts'
import { createExpectations, expectationTimeoutMs, type Expectations } from './expectations.ts'
import type { Requeue } from './requeue.ts'
import { isTerminating, nameOf, namespaceOf, uidOf } from './stored-object.ts'
import type { WorkloadEvent } from './workload-event.ts'

/** What the reconciler of a workload works with. */
export interface WorkloadTools<T extends ApiObject> {
  readonly context: ControllerContext
  readonly kind: OwnerKind
  readonly owners: Informer<T>
  readonly expectations: Expectations
  readonly loop: Loop
  /** Records an Event about an object of the kind. */
  recordEvent(object: T, event: WorkloadEvent): void
  /** Wakes the owners of objects when these change, and owners whose selector matches an orphan. */
  watchChildren<C extends ApiObject>(children: Informer<C>): void
}

/** Options for {@link startWorkloadController}. */
export interface WorkloadOptions<T extends ApiObject> {
  readonly name: string
  readonly context: ControllerContext
  readonly kind: OwnerKind
  /** The orphans that an object adopts. @default none */
  readonly selectorOf?: (object: T) => LabelSelectorMatcher
  readonly reconcile: (object: T, tools: WorkloadTools<T>, signal: AbortSignal) => Promise<Requeue | void>
  /** Registers the handlers that wake the controller besides changes of its own objects. */
  readonly watch: (tools: WorkloadTools<T>) => void
  /** Removes what a deleted object leaves behind. Called for every key without an object. */
  readonly cleanUp?: (key: string, signal: AbortSignal) => Promise<void>
}

/** Starts the controller of a workload kind. */
export function startWorkloadController<T extends ApiObject>(options: WorkloadOptions<T>): RunningController {
  return new WorkloadController(options)
}

class WorkloadController<T extends ApiObject> implements WorkloadTools<T>, RunningController {
  readonly context: ControllerContext
  readonly kind: OwnerKind
  readonly owners: Informer<T>
  readonly expectations: Expectations
  readonly loop: Loop
  readonly #options: WorkloadOptions<T>
  readonly #recorder: EventRecorder

  constructor(options: WorkloadOptions<T>) {
    const { name, context, kind } = options
    this.#options = options
    this.context = context
    this.kind = kind
    // The kind determines the type of its objects.
    this.owners = context.informers.informer<ApiObject>(kind) as Informer<T>
    this.expectations = createExpectations(context.clock)
    this.#recorder = createControllerRecorder(name, context)
    this.loop = startLoop({ name, context, reconcile: (key, signal) => this.#reconcile(key, signal) })
    const enqueue = (object: T): void => this.loop.add(objectKey(object))
    this.owners.addHandler({ add: enqueue, update: enqueue, delete: enqueue })
    options.watch(this)
  }

  get isHealthy(): boolean {
    return this.loop.isHealthy ?? true
  }

  recordEvent(object: T, event: WorkloadEvent): void {
    const regarding = { ...this.kind, name: nameOf(object), namespace: namespaceOf(object), uid: uidOf(object) }
    this.#recorder.record({ regarding, action: event.reason, ...event })
  }

  watchChildren<C extends ApiObject>(children: Informer<C>): void {
    indexByController(children.store)
    children.addHandler({
      add: (child) => this.#observeChild(child, { isDeleted: false }),
      update: (live, before) => {
        this.#observeChild(live, { isDeleted: false })
        if (controllerOf(before)?.uid !== controllerOf(live)?.uid) this.#enqueueOwner(before)
      },
      delete: (child) => this.#observeChild(child, { isDeleted: true }),
    })
  }

  async stop(): Promise<void> {
    await this.loop.stop()
    await this.#recorder.stop()
  }

  async #reconcile(key: string, signal: AbortSignal): Promise<Requeue | void> {
    const { name, namespace } = parseObjectKey(key)
    const object = this.owners.store.get(name, namespace)
    if (object === undefined) {
      this.expectations.forget(key)
      return this.#options.cleanUp?.(key, signal)
    }
    try {
      return await this.#options.reconcile(object, this, signal)
    } catch (error) {
      // The event of the conflicting change wakes the key again; so does the deletion of the namespace.
      if (!isOutdated(error) && !isNamespaceTerminating(error)) throw error
      return undefined
    } finally {
      // An expectation that no event meets blocks the key until it expires, and no longer.
      if (!this.expectations.isMet(key)) this.loop.addAfter(key, expectationTimeoutMs + 1000)
    }
  }

  #observeChild(child: ApiObject, event: { readonly isDeleted: boolean }): void {
    const owner = this.#ownerKeyOf(child)
    if (owner !== undefined) this.expectations.observe(owner, child, event)
    if (event.isDeleted && controllerOf(child) === undefined) return
    this.#enqueueOwner(child)
  }

  #enqueueOwner(child: ApiObject): void {
    const owner = this.#ownerKeyOf(child)
    if (owner !== undefined) this.loop.add(owner)
    else if (controllerOf(child) === undefined && !isTerminating(child)) this.#enqueueAdopters(child)
  }

  /** The key of a child's controller, if that is of this kind. */
  #ownerKeyOf(child: ApiObject): string | undefined {
    const reference = controllerOf(child)
    if (reference === undefined || !namesKind(reference, this.kind)) return undefined
    return `${namespaceOf(child)}/${reference.name}`
  }

  #enqueueAdopters(orphan: ApiObject): void {
    const { selectorOf } = this.#options
    if (selectorOf === undefined) return
    for (const owner of this.owners.store.list(namespaceOf(orphan))) {
      if (selectorOf(owner).matches(orphan.metadata.labels)) this.loop.add(objectKey(owner))
    }
  }
}

/** The Event recorder of a controller. */
export function createControllerRecorder(name: string, context: ControllerContext): EventRecorder {
  const { client, clock, random, vocabulary, onError } = context
  return createEventRecorder({
    events: client.resource<RecordedEvent>({ apiVersion: `${vocabulary.group('events')}/v1`, kind: 'Event' }),
    reportingController: name,
    // upstream: client-go/tools/record/events_cache.go, getEventKey – controllers write one Event per message.
    seriesBy: 'note',
    clock,
    random,
    onError: (error) => onError(error, { controller: name, isGivenUp: true }),
  })
}

function isNamespaceTerminating(error: unknown): boolean {
  return (
    error instanceof StatusError &&
    (error.details?.causes?.some(({ reason }) => reason === 'NamespaceTerminating') ?? false)
  )
}
