import type { ApiObject, ObjectMeta } from '@pinnace/meta'

/** The metadata of a stored object. With `dryRun`, a created object has no resourceVersion. */
export interface StoredMeta extends ObjectMeta {
  readonly name: string
  readonly uid: string
  /** The revision of the object, as an opaque string: compare for equality only. */
  readonly resourceVersion: string
  /** RFC 3339, whole seconds. */
  readonly creationTimestamp: string
}

/** What every stored object has. */
export interface StoredObject extends ApiObject {
  readonly apiVersion: string
  readonly kind: string
  readonly metadata: StoredMeta
}

/** An object as a server answers it: apiVersion, kind, name, uid and resourceVersion are present. */
export type Stored<T> = T & StoredObject

/** A list as a server answers it. */
export interface StoredList<T> {
  readonly apiVersion: string
  readonly kind: string
  readonly metadata: {
    /** The revision of the list: a watch from it misses nothing. */
    readonly resourceVersion: string
    /** The token of the next page; empty or absent at the end of the list. */
    readonly continue?: string
    readonly remainingItemCount?: number
  }
  readonly items: readonly Stored<T>[]
}

/** An object of a kind whose type is unknown: any field is read as `unknown`. */
export interface LooseObject extends ApiObject {
  readonly [field: string]: unknown
}

/** What writes take where the type of a kind is unknown. */
export type LooseInput = LooseObject | ApiObject
