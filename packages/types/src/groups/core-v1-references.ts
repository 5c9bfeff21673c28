// Made by scripts/generate-types.mjs; do not edit.
import type { TypeTable } from '@pinnace/schema'

/** core.v1.LocalObjectReference */
export interface LocalObjectReference {
  readonly name?: string
}

/** core.v1.ObjectReference */
export interface ObjectReference {
  readonly kind?: string
  readonly namespace?: string
  readonly name?: string
  readonly uid?: string
  readonly apiVersion?: string
  readonly resourceVersion?: string
  readonly fieldPath?: string
}

/** core.v1.SecretReference */
export interface SecretReference {
  readonly name?: string
  readonly namespace?: string
}

/** core.v1.TypedLocalObjectReference */
export interface TypedLocalObjectReference {
  readonly apiGroup?: string
  readonly kind: string
  readonly name: string
}

/** core.v1.TypedObjectReference */
export interface TypedObjectReference {
  readonly apiGroup?: string
  readonly kind: string
  readonly name: string
  readonly namespace?: string
}

/** Fields of the types of this file, one line each. */
export const coreV1ReferencesTypes: TypeTable = {
  'core.v1.LocalObjectReference': `@atomic
name 1 string omitempty default=""`,
  'core.v1.ObjectReference': `@atomic
kind 1 string omitempty
namespace 2 string omitempty
name 3 string omitempty
uid 4 string omitempty go=types.UID
apiVersion 5 string omitempty
resourceVersion 6 string omitempty
fieldPath 7 string omitempty`,
  'core.v1.SecretReference': `@atomic
name 1 string omitempty
namespace 2 string omitempty`,
  'core.v1.TypedLocalObjectReference': `@atomic
apiGroup 1 string pointer
kind 2 string required
name 3 string required`,
  'core.v1.TypedObjectReference': `apiGroup 1 string pointer
kind 2 string required
name 3 string required
namespace 4 string omitempty pointer`,
}
