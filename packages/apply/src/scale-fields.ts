import type { ManagedFieldsEntry } from '@pinnace/meta'

import type { FieldPath } from './field-path.ts'
import { fieldElement } from './field-path.ts'
import { difference, fieldSetOf, hasPath, isEmptySet, type FieldSet } from './field-set.ts'
import { readManagedFields, writeManagedFields, type Managers } from './managed-fields.ts'

/** Options for {@link createScaleFields}. */
export interface ScaleFieldsOptions {
  /** Version of the resource that the scale belongs to, in this request. */
  readonly apiVersion: string
  /** Version of the scale object. @default autoscaling/v1 */
  readonly scaleApiVersion?: string
  /** Where each version of the resource keeps its replicas: `['spec', 'replicas']`; undefined where it has no scale. */
  readonly replicasPaths: Readonly<Record<string, readonly string[] | undefined>>
}

/** Ownership of one field seen from two objects: a resource's replicas and its scale's. */
export interface ScaleFields {
  /** The entries of the resource that own its replicas, as the scale shows them. */
  toScale(entries: readonly ManagedFieldsEntry[]): readonly ManagedFieldsEntry[]
  /** The entries of the resource once those of its scale have become `scaleEntries`. */
  toResource(
    entries: readonly ManagedFieldsEntry[],
    scaleEntries: readonly ManagedFieldsEntry[],
  ): readonly ManagedFieldsEntry[]
}

const scaleReplicas: FieldPath = ['f:spec', 'f:replicas']

/** Maps ownership between a resource and its `scale`. Invalid entries count as none. */
// upstream: managedfields/scalehandler.go
export function createScaleFields(options: ScaleFieldsOptions): ScaleFields {
  const { apiVersion, scaleApiVersion = 'autoscaling/v1', replicasPaths } = options
  const paths = new Map<string, FieldPath | undefined>()
  for (const version of Object.keys(replicasPaths)) paths.set(version, replicasPaths[version]?.map(fieldElement))
  const inScale: FieldSet = fieldSetOf([scaleReplicas])

  return {
    toScale(entries) {
      const scale: Managers = new Map()
      for (const [id, manager] of read(entries)) {
        const path = paths.get(manager.apiVersion)
        if (path === undefined || !hasPath(manager.set, path)) continue
        scale.set(id, { ...manager, apiVersion: scaleApiVersion, set: inScale, entry: undefined })
      }
      return writeManagedFields(scale)
    },
    toResource(entries, scaleEntries) {
      const scale = new Map(
        [...read(scaleEntries)]
          .filter(([, { set }]) => hasPath(set, scaleReplicas))
          .map(([, manager]) => [ownerId(manager), manager]),
      )
      const next: Managers = new Map()
      for (const [id, manager] of read(entries)) {
        // An entry of an unknown version is dropped.
        if (!paths.has(manager.apiVersion)) continue
        const path = paths.get(manager.apiVersion)
        if (path === undefined || !hasPath(manager.set, path)) {
          next.set(id, manager)
        } else if (scale.delete(ownerId(manager))) {
          next.set(id, manager)
        } else {
          const set = difference(manager.set, fieldSetOf([path]))
          if (!isEmptySet(set)) next.set(id, { ...manager, set, entry: undefined })
        }
      }
      const own = paths.get(apiVersion)
      if (own !== undefined) {
        for (const manager of scale.values()) {
          // upstream: ToParent – an owner that comes through the scale has no time.
          const added = { ...manager, apiVersion, set: fieldSetOf([own]), entry: undefined, time: undefined }
          next.set(`scale ${ownerId(manager)}`, added)
        }
      }
      return writeManagedFields(next)
    },
  }
}

function ownerId({
  manager,
  operation,
  subresource,
}: {
  manager: string
  operation: string
  subresource: string
}): string {
  return JSON.stringify([manager, operation, subresource])
}

function read(entries: readonly ManagedFieldsEntry[]): Managers {
  return readManagedFields(entries) ?? new Map<string, never>()
}
