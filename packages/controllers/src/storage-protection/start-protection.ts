import { objectKey, parseObjectKey, type Informer, type ResourceClient } from '@pinnace/client'
import type { ApiObject, Awaitable } from '@pinnace/meta'
import type { ControllerContext } from '../controller.ts'
import { unlessOutdated } from '../is-outdated.ts'
import { startLoop, type Loop } from '../reconcile-loop.ts'

/** Options for {@link startProtection}. */
export interface ProtectionOptions<T extends ApiObject> {
  /** Name of the controller. */
  readonly name: string
  readonly context: ControllerContext
  readonly kind: { readonly apiVersion: string; readonly kind: string }
  /** The finalizer that keeps an object while it is used. */
  readonly finalizer: string
  readonly isUsed: (object: T, signal: AbortSignal) => Awaitable<boolean>
}

/** The running protection of the objects of one kind. */
export interface Protection {
  readonly loop: Loop
  /** Checks an object whose usage may have ended. */
  enqueue(name: string, namespace?: string): void
}

/** Adds a finalizer to objects, and removes it from deleted objects that are not used. */
// upstream: pkg/controller/util/protectionutil
export function startProtection<T extends ApiObject>(options: ProtectionOptions<T>): Protection {
  const { name, context, kind, finalizer, isUsed } = options
  const { client, informers } = context
  // The kind determines the type of its objects.
  const objects = informers.informer<ApiObject>(kind) as Informer<T>
  const all = client.resource<ApiObject>(kind) as ResourceClient<T>
  const holds = ({ metadata }: T): boolean => metadata.finalizers?.includes(finalizer) ?? false
  const needsWork = (object: T): boolean => holds(object) === (object.metadata.deletionTimestamp !== undefined)
  const loop = startLoop({
    name,
    context,
    async reconcile(key, signal) {
      const place = parseObjectKey(key)
      const object = objects.store.get(place.name, place.namespace)
      if (object === undefined || !needsWork(object)) return
      const { finalizers = [] } = object.metadata
      if (holds(object) && (await isUsed(object, signal))) return
      const next = holds(object) ? finalizers.filter((one) => one !== finalizer) : [...finalizers, finalizer]
      const scoped = place.namespace === '' ? all : all.namespace(place.namespace)
      const metadata = { ...object.metadata, finalizers: next }
      await unlessOutdated(scoped.update({ ...object, metadata }, { signal }))
    },
  })
  const enqueue = (object: T): void => {
    if (needsWork(object)) loop.add(objectKey(object))
  }
  objects.addHandler({ add: enqueue, update: enqueue })
  return {
    loop,
    enqueue(of, namespace) {
      const object = objects.store.get(of, namespace)
      if (object !== undefined) enqueue(object)
    },
  }
}
