import type { GroupVersionKind, GroupVersionResource } from '@pinnace/meta'
import type { ResourceDefinition } from '@pinnace/resources'
import type { FieldManager } from '@pinnace/apply'
import type { NumberForm } from '@pinnace/schema'
import type { Converter } from '@pinnace/versioning'
import type { OtherVersions } from './other-versions.ts'
import type { ObjectCodec } from './object-codec.ts'
import type { ResourceStorage } from './resource-storage.ts'

/** One version of one resource of a server: its definition, codec and storage. */
export interface ServedResource {
  readonly definition: ResourceDefinition
  readonly gvk: GroupVersionKind
  readonly gvr: GroupVersionResource
  readonly apiVersion: string
  /** True if the decoder of this resource in kube-apiserver knows the kind, served or not. */
  isBuiltInKind(apiVersion: string, kind: string): boolean
  /** Throws a DecodeError for a body that is not a valid object of another built-in kind. Edits the body. */
  assertDecodes(kind: GroupVersionKind, value: Record<string, unknown>, numbers: NumberForm): void
  /** Decodes and encodes objects; compiled on first use. */
  readonly codec: ObjectCodec
  /** Undefined for virtual resources, whose objects are not stored. */
  readonly storage: ResourceStorage | undefined
  /** Converts between the versions of the kind; undefined if it has only one. */
  readonly converter: Converter | undefined
  /** Tracks field ownership; created on first use. Call it within `otherVersions.run`. */
  readonly fieldManager: FieldManager
  /** Converts objects to other versions, for the field manager. */
  readonly otherVersions: OtherVersions
}

/** The storage of a resource. Throws a TypeError for a virtual one. */
export function storageOf(served: ServedResource): ResourceStorage {
  if (served.storage === undefined) throw new TypeError(`${served.gvr.resource} are not stored`)
  return served.storage
}
