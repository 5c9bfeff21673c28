import { objectKey, parseObjectKey, type Informer } from '@pinnace/client'
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
  /** What keeps an object while something uses it. */
  readonly finalizer: string
  readonly isUsed: (object: T, signal: AbortSignal) => Awaitable<boolean>
}

/** Objects that are kept while they are used. */
export interface Protection<T extends ApiObject> {
  readonly loop: Loop
  readonly objects: Informer<T>
  /** Something has stopped using it. */
  look(name: string, namespace?: string): void
}

/** Gives objects a finalizer, and takes it off those that are deleted and not used. */
// upstream: pkg/controller/util/protectionutil
export function startProtection<T extends ApiObject>(options: ProtectionOptions<T>): Protection<T> {
  const { name, context, kind, finalizer, isUsed } = options
  const { client, informers } = context
  const objects = informers.informer<T>(kind)
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
      const resource = client.resource<T>(kind)
      const mine = place.namespace === '' ? resource : resource.namespace(place.namespace)
      const metadata = { ...object.metadata, finalizers: next }
      await unlessOutdated(mine.update({ ...object, metadata }, { signal }))
    },
  })
  const look = (object: T): void => {
    if (needsWork(object)) loop.add(objectKey(object))
  }
  objects.addHandler({ add: look, update: look })
  return {
    loop,
    objects,
    look(of, namespace) {
      const object = objects.store.get(of, namespace)
      if (object !== undefined) look(object)
    },
  }
}
