// Made by scripts/generate-types.mjs; do not edit.
import type { ApiList, ApiObject } from '@pinnace/meta'
import type { TypeTable } from '@pinnace/schema'
import type { Condition, GroupResource } from './meta-v1.ts'

/**
 * storagemigration.v1beta1.StorageVersionMigration
 *
 * Asks for every object of a resource to be stored again, in the version that is stored now.
 */
export interface StorageVersionMigration extends ApiObject {
  /** The resource. It cannot be changed. */
  readonly spec?: StorageVersionMigrationSpec
  /** How far the migration is. */
  readonly status?: StorageVersionMigrationStatus
}

/** storagemigration.v1beta1.StorageVersionMigrationList */
export type StorageVersionMigrationList = ApiList<StorageVersionMigration>

/**
 * storagemigration.v1beta1.StorageVersionMigrationSpec
 *
 * What is migrated.
 */
export interface StorageVersionMigrationSpec {
  /** The resource whose objects are stored again. */
  readonly resource: GroupResource
}

/**
 * storagemigration.v1beta1.StorageVersionMigrationStatus
 *
 * How far a migration is.
 */
export interface StorageVersionMigrationStatus {
  /** Running, Succeeded or Failed. */
  readonly conditions?: readonly Condition[]
  /** Objects with this version or a later one need not be migrated. Set once, when the migration begins. */
  readonly resourceVersion?: string
}

/** Fields of the types of this file, one line each. */
export const storagemigrationV1beta1Types: TypeTable = {
  'storagemigration.v1beta1.StorageVersionMigration': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ObjectMeta omitempty
spec 2 storagemigration.v1beta1.StorageVersionMigrationSpec omitempty
status 3 storagemigration.v1beta1.StorageVersionMigrationStatus omitempty`,
  'storagemigration.v1beta1.StorageVersionMigrationList': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ListMeta omitempty
items 2 []storagemigration.v1beta1.StorageVersionMigration required`,
  'storagemigration.v1beta1.StorageVersionMigrationSpec': `resource 1 meta.v1.GroupResource required`,
  'storagemigration.v1beta1.StorageVersionMigrationStatus': `conditions 1 []meta.v1.Condition omitempty list=map:type merge=type
resourceVersion 2 string omitempty`,
}
