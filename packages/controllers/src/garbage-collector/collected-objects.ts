import type { Client, DeleteOptions, PartialObjectMetadata, ResourceClient } from '@pinnace/client'
import { StatusError, type ObjectMeta } from '@pinnace/meta'
import type { ObjectIdentity } from './object-identity.ts'
import type { ServedKinds } from './served-kinds.ts'

/** A reference from the scope of the cluster into a namespace: nobody can say into which. No later try mends it. */
export class UnreachableOwnerError extends Error {
  override readonly name = 'UnreachableOwnerError'
  constructor() {
    super('cluster-scoped objects cannot refer to namespaced owners')
  }
}

/** The objects of a server, by who they are. */
export interface CollectedObjects {
  /** What is stored by that name; `undefined` where nothing is, or another object. */
  get(identity: ObjectIdentity, signal: AbortSignal): Promise<PartialObjectMetadata | undefined>
  /** Where the object is looked for: a kind of the cluster has no namespace, whoever speaks of it. */
  locate(identity: ObjectIdentity, signal: AbortSignal): Promise<ObjectIdentity>
  /** A merge patch of the metadata at a version of the object. */
  patch(identity: ObjectIdentity, metadata: object, signal: AbortSignal): Promise<void>
  delete(identity: ObjectIdentity, options: DeleteOptions): Promise<void>
}

const maxTries = 5

/** The objects a client reaches. */
// upstream: garbagecollector/operations.go
export function createCollectedObjects(client: Client, kinds: ServedKinds): CollectedObjects {
  const clientOf = async (
    { apiVersion, kind, namespace }: ObjectIdentity,
    signal: AbortSignal,
  ): Promise<ResourceClient<PartialObjectMetadata>> => {
    const resource = await kinds.resourceOf(apiVersion, kind, signal)
    const objects = client.metadata(resource)
    if (resource.scope !== 'Namespaced') return objects
    if (namespace === '') throw new UnreachableOwnerError()
    return objects.namespace(namespace)
  }
  return {
    async get(identity, signal) {
      const objects = await clientOf(identity, signal)
      try {
        const live = await objects.get(identity.name, { signal })
        return live.metadata.uid === identity.uid ? live : undefined
      } catch (error) {
        if (isNotFound(error)) return undefined
        throw error
      }
    },
    async locate(identity, signal) {
      const { scope } = await kinds.resourceOf(identity.apiVersion, identity.kind, signal)
      return scope === 'Namespaced' ? identity : { ...identity, namespace: '' }
    },
    async patch(identity, metadata, signal) {
      const objects = await clientOf(identity, signal)
      await objects.patch(identity.name, { metadata: { ...metadata, uid: identity.uid } }, { signal })
    },
    async delete(identity, options) {
      const objects = await clientOf(identity, options.signal!)
      await objects.delete(identity.name, options)
    },
  }
}

/**
 * Changes the metadata of an object from what is stored, again where somebody else was faster. `change` answers nothing
 * where there is nothing to change; nothing is done where the object is gone.
 */
export async function changeMetadata(
  objects: CollectedObjects,
  identity: ObjectIdentity,
  change: (live: ObjectMeta) => object | undefined,
  signal: AbortSignal,
): Promise<void> {
  for (let tries = 1; ; tries++) {
    const live = await objects.get(identity, signal)
    const next = live && change(live.metadata)
    if (live === undefined || next === undefined) return
    try {
      await objects.patch(identity, { ...next, resourceVersion: live.metadata.resourceVersion }, signal)
      return
    } catch (error) {
      if (isNotFound(error)) return
      if (!isConflict(error) || tries === maxTries) throw error
    }
  }
}

/** Whether an answer says that there is no such object. */
export function isNotFound(error: unknown): boolean {
  return error instanceof StatusError && error.reason === 'NotFound'
}

/** Whether an answer says that an object is not as it was thought to be. */
export function isConflict(error: unknown): boolean {
  return error instanceof StatusError && error.reason === 'Conflict'
}
