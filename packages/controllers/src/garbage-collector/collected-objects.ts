import type { Client, DeleteOptions, PartialObjectMetadata, ResourceClient } from '@pinnace/client'
import { StatusError, type ObjectMeta } from '@pinnace/meta'
import type { ObjectIdentity } from './object-identity.ts'
import type { ServedKinds } from './served-kinds.ts'

/** A cluster-scoped object refers to an owner of a namespaced kind, whose namespace is unknown. A retry cannot help. */
export class UnreachableOwnerError extends Error {
  override readonly name = 'UnreachableOwnerError'
  constructor() {
    super('cluster-scoped objects cannot refer to namespaced owners')
  }
}

/** The objects of a server, by identity. */
export interface CollectedObjects {
  /** The stored metadata; undefined when the object does not exist, or when another uid has the name. */
  get(identity: ObjectIdentity, signal: AbortSignal): Promise<PartialObjectMetadata | undefined>
  /** The identity with the namespace emptied when the kind is cluster-scoped. */
  locate(identity: ObjectIdentity, signal: AbortSignal): Promise<ObjectIdentity>
  /** Patches the metadata with a JSON merge patch. `metadata.resourceVersion` is a precondition. */
  patch(identity: ObjectIdentity, metadata: object, signal: AbortSignal): Promise<void>
  delete(identity: ObjectIdentity, options: DeleteOptions): Promise<void>
}

const maxTries = 5

/** Access through a client. */
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
 * Patches the metadata of an object based on its stored state, up to five times on conflicts. `change` returns undefined
 * when there is nothing to change. Does nothing when the object does not exist.
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

/** Whether the error says that the object does not exist. */
export function isNotFound(error: unknown): boolean {
  return error instanceof StatusError && error.reason === 'NotFound'
}

/** Whether the error says that a precondition on the object has failed. */
export function isConflict(error: unknown): boolean {
  return error instanceof StatusError && error.reason === 'Conflict'
}
