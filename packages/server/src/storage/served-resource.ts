import type { GroupVersionKind, GroupVersionResource } from '@pinnace/meta'
import type { ResourceDefinition } from '@pinnace/resources'
import type { FieldManager } from '@pinnace/apply'
import type { Converter } from '@pinnace/versioning'
import type { OtherVersions } from './other-versions.ts'
import type { ObjectCodec } from './object-codec.ts'
import type { ResourceStorage } from './resource-storage.ts'

/** One version of one resource as a server serves it: its declaration beside what has been made of it. */
export interface ServedResource {
  readonly definition: ResourceDefinition
  readonly gvk: GroupVersionKind
  readonly gvr: GroupVersionResource
  readonly apiVersion: string
  /** How objects are read from bodies and prepared; compiled at first use. */
  readonly codec: ObjectCodec
  /** Where objects are; absent for virtual resources. */
  readonly storage: ResourceStorage | undefined
  /** Between the versions of the kind; absent where it has one only. */
  readonly converter: Converter | undefined
  /** Who owns which field; made at first use. What it does is run by {@link otherVersions}. */
  readonly fieldManager: FieldManager
  /** What other versions show, for owners of fields that wrote at those. */
  readonly otherVersions: OtherVersions
}

/** The storage of a resource that has one. */
export function storageOf(served: ServedResource): ResourceStorage {
  if (served.storage === undefined) throw new TypeError(`${served.gvr.resource} are not stored`)
  return served.storage
}
