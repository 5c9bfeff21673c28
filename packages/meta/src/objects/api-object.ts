/** The type of an object. */
export interface TypeMeta {
  readonly apiVersion?: string
  readonly kind?: string
}

/** A reference to an owner, for the garbage collector. */
export interface OwnerReference {
  readonly apiVersion: string
  readonly kind: string
  readonly name: string
  readonly uid: string
  readonly controller?: boolean
  readonly blockOwnerDeletion?: boolean
}

/** The fields a field manager owns. */
export interface ManagedFieldsEntry {
  readonly manager?: string
  readonly operation?: 'Apply' | 'Update'
  readonly apiVersion?: string
  /** RFC 3339, whole seconds. */
  readonly time?: string
  readonly fieldsType?: string
  readonly fieldsV1?: Readonly<Record<string, unknown>>
  readonly subresource?: string
}

/** Metadata of every persisted object. */
export interface ObjectMeta {
  readonly name?: string
  readonly generateName?: string
  readonly namespace?: string
  readonly selfLink?: string
  readonly uid?: string
  /** The revision of the object, as an opaque string: compare for equality only. */
  readonly resourceVersion?: string
  readonly generation?: number
  /** RFC 3339, whole seconds; null in objects that were never stored. */
  readonly creationTimestamp?: string | null
  readonly deletionTimestamp?: string
  readonly deletionGracePeriodSeconds?: number
  readonly labels?: Readonly<Record<string, string>>
  readonly annotations?: Readonly<Record<string, string>>
  readonly ownerReferences?: readonly OwnerReference[]
  readonly finalizers?: readonly string[]
  readonly managedFields?: readonly ManagedFieldsEntry[]
}

/** An object with apiVersion, kind and metadata. */
export interface ApiObject extends TypeMeta {
  readonly metadata: ObjectMeta
}

/** Metadata of a list. */
export interface ListMeta {
  readonly selfLink?: string
  readonly resourceVersion?: string
  /** The token of the next page; empty or absent at the end of the list. */
  readonly continue?: string
  readonly remainingItemCount?: number
}

/** A list of objects of a kind. */
export interface ApiList<T = ApiObject> extends TypeMeta {
  readonly metadata: ListMeta
  readonly items: readonly T[]
}

/** The type without `readonly`, for drafts. */
export type Mutable<T> = T extends (...args: never[]) => unknown
  ? T
  : T extends object
    ? { -readonly [K in keyof T]: Mutable<T[K]> }
    : T
