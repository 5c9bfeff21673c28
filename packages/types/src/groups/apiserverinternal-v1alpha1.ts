// Made by scripts/generate-types.mjs; do not edit.
import type { ApiList, ApiObject } from '@pinnace/meta'
import type { TypeTable } from '@pinnace/schema'
import type { Time } from '../scalars.ts'

/**
 * apiserverinternal.v1alpha1.ServerStorageVersion
 *
 * The versions of a resource that one server writes, reads and serves.
 */
export interface ServerStorageVersion {
  /** The server. */
  readonly apiServerID: string
  /** The version in which it stores the resource. */
  readonly encodingVersion: string
  /** The versions it can read from the store, encodingVersion among them. */
  readonly decodableVersions: readonly string[]
  /** The versions it serves to clients, which are all decodable. */
  readonly servedVersions?: readonly string[]
}

/**
 * apiserverinternal.v1alpha1.StorageVersion
 *
 * The version in which each server stores a resource. Its name is the group and the resource, with a dot between them.
 */
export interface StorageVersion extends ApiObject {
  /** Empty. */
  readonly spec?: StorageVersionSpec
  /** What the servers have reported. */
  readonly status?: StorageVersionStatus
}

/**
 * apiserverinternal.v1alpha1.StorageVersionCondition
 *
 * One aspect of a storage version.
 */
export interface StorageVersionCondition {
  /** What the condition is about. */
  readonly type: string
  /** True, False or Unknown. */
  readonly status: string
  /** The generation of the object that the condition is about. */
  readonly observedGeneration?: number
  /** When the status last changed. */
  readonly lastTransitionTime?: Time
  /** Why, in one word for programs. */
  readonly reason: string
  /** Why, for people. */
  readonly message: string
}

/** apiserverinternal.v1alpha1.StorageVersionList */
export type StorageVersionList = ApiList<StorageVersion>

/**
 * apiserverinternal.v1alpha1.StorageVersionSpec
 *
 * Has no fields.
 */
export type StorageVersionSpec = Readonly<Record<string, never>>

/**
 * apiserverinternal.v1alpha1.StorageVersionStatus
 *
 * What the servers have reported about a resource.
 */
export interface StorageVersionStatus {
  /** The versions of each server. */
  readonly storageVersions?: readonly ServerStorageVersion[]
  /** The version that all servers write, if they agree. Absent otherwise. */
  readonly commonEncodingVersion?: string
  /** Its conditions: AllEncodingVersionsEqual says whether the servers agree. */
  readonly conditions?: readonly StorageVersionCondition[]
}

/** Fields of the types of this file, one line each. */
export const apiserverinternalV1alpha1Types: TypeTable = {
  'apiserverinternal.v1alpha1.ServerStorageVersion': `apiServerID 1 string required omitempty
encodingVersion 2 string required omitempty
decodableVersions 3 []string required omitempty list=set
servedVersions 4 []string omitempty list=set`,
  'apiserverinternal.v1alpha1.StorageVersion': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ObjectMeta required omitempty
spec 2 apiserverinternal.v1alpha1.StorageVersionSpec
status 3 apiserverinternal.v1alpha1.StorageVersionStatus`,
  'apiserverinternal.v1alpha1.StorageVersionCondition': `type 1 string required go=v1alpha1.StorageVersionConditionType
status 2 string required go=v1alpha1.ConditionStatus
observedGeneration 3 int64 omitempty
lastTransitionTime 4 time omitempty
reason 5 string required
message 6 string required omitempty`,
  'apiserverinternal.v1alpha1.StorageVersionList': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ListMeta omitempty
items 2 []apiserverinternal.v1alpha1.StorageVersion required`,
  'apiserverinternal.v1alpha1.StorageVersionSpec': ``,
  'apiserverinternal.v1alpha1.StorageVersionStatus': `storageVersions 1 []apiserverinternal.v1alpha1.ServerStorageVersion omitempty list=map:apiServerID
commonEncodingVersion 2 string omitempty pointer
conditions 3 []apiserverinternal.v1alpha1.StorageVersionCondition omitempty list=map:type`,
}
