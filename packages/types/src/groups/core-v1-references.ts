// Made by scripts/generate-types.mjs; do not edit.
import type { TypeTable } from '@pinnace/schema'

/**
 * core.v1.LocalObjectReference
 *
 * Refers to an object of a known kind in the same namespace.
 */
export interface LocalObjectReference {
  /** Name of the object. Old objects may have an empty one, which is nearly always a mistake. */
  readonly name?: string
}

/**
 * core.v1.ObjectReference
 *
 * Refers to an object of any kind. New types use narrower references, because most places allow only part of these
 * fields.
 */
export interface ObjectReference {
  /** Kind of the object. */
  readonly kind?: string
  /** Namespace of the object. It is empty for objects without one. */
  readonly namespace?: string
  /** Name of the object. */
  readonly name?: string
  /** Uid of the object, which tells it from others that had the same name before or after. */
  readonly uid?: string
  /** Group and version of the object. */
  readonly apiVersion?: string
  /** Resource version of the object that is meant. */
  readonly resourceVersion?: string
  /** Part of the object that is meant, for example spec.containers{web} for one container of a pod. */
  readonly fieldPath?: string
}

/**
 * core.v1.SecretReference
 *
 * Refers to a secret in any namespace.
 */
export interface SecretReference {
  /** Name of the secret. */
  readonly name?: string
  /** Namespace of the secret. */
  readonly namespace?: string
}

/**
 * core.v1.TypedLocalObjectReference
 *
 * Refers to an object of any kind in the same namespace.
 */
export interface TypedLocalObjectReference {
  /** Group of the object. It is empty or missing for the core group. */
  readonly apiGroup?: string
  /** Kind of the object. */
  readonly kind: string
  /** Name of the object. */
  readonly name: string
}

/**
 * core.v1.TypedObjectReference
 *
 * Refers to an object of any kind, in another namespace if that is allowed.
 */
export interface TypedObjectReference {
  /** Group of the object. It is empty or missing for the core group. */
  readonly apiGroup?: string
  /** Kind of the object. */
  readonly kind: string
  /** Name of the object. */
  readonly name: string
  /**
   * Namespace of the object, by default that of the referrer. Another one needs a reference grant there, and the
   * feature to be enabled.
   */
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
