import { noMetrics, type ApiObject } from '@pinnace/meta'
import type { ResourceDefinition } from '@pinnace/resources'
import type { NewObject } from '../../storage/store-new-object.ts'
import type { ServerState } from '../facilities/server-state.ts'
import type { ServerOptions } from '../server-options.ts'

/** An object of a new server as the write path has completed and admitted it. */
export type AdmittedObject = Pick<NewObject, 'build' | 'ownersOf' | 'sharedBy'>

/** By key in the store: at most as many as a server starts with. */
export type AdmittedObjects = Map<string, AdmittedObject>

const known = new WeakMap<readonly ResourceDefinition[], AdmittedObjects>()

/**
 * The objects that the first server of this process with the same kinds has admitted at its start. Undefined for a server
 * whose store may hold policies, or whose admission differs from the default: it admits its own.
 */
export function admittedObjects(
  { registry, metrics }: ServerState,
  options: ServerOptions,
): AdmittedObjects | undefined {
  const { store, admission, admissionControl } = options
  if (store !== undefined || admission !== undefined || admissionControl !== undefined) return undefined
  if (metrics !== noMetrics) return undefined
  // The registries of servers that share their definitions share this list.
  const definitions = registry.all
  let objects = known.get(definitions)
  if (objects === undefined) known.set(definitions, (objects = new Map()))
  return objects
}

/** What is the same of a stored object in other servers. */
export function admittedObject({ metadata, ...object }: ApiObject): AdmittedObject {
  const { uid: _uid, resourceVersion: _version, creationTimestamp: _time, managedFields = [], ...own } = metadata
  const admitted = { ...object, metadata: own } as ApiObject
  return {
    build: () => admitted,
    ownersOf: (_object, time) => managedFields.map((entry) => ({ ...entry, time })),
    sharedBy: admitted,
  }
}
