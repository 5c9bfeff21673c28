/** The formats of patches: RFC 6902, RFC 7386, and the format of Kubernetes for built-in kinds. */
export type PatchType = 'json' | 'merge' | 'strategic'

/** An operation of a JSON patch. */
export type JsonPatchOperation =
  | { readonly op: 'add' | 'replace' | 'test'; readonly path: string; readonly value: unknown }
  | { readonly op: 'remove'; readonly path: string }
  | { readonly op: 'move' | 'copy'; readonly path: string; readonly from: string }

/**
 * A merge patch: any part of an object. `null` removes a field, undefined leaves it; a list replaces the
 * whole list.
 */
export type MergePatch<T> = T extends readonly unknown[]
  ? T
  : T extends object
    ? { readonly [Key in keyof T]?: MergePatch<T[Key]> | null | undefined }
    : T

/** A strategic merge patch: as {@link MergePatch}, with directives such as `$patch`. Items of lists may be parts too. */
export type StrategicPatch<T> = T extends readonly (infer Item)[]
  ? readonly StrategicPatch<Item>[]
  : T extends object
    ? { readonly [Key in keyof T]?: StrategicPatch<T[Key]> | null | undefined } & {
        readonly [directive: `$${string}`]: unknown
      }
    : T

/** The patch of an object of type `T` in a format. */
export type PatchOf<T, Type extends PatchType> = Type extends 'json'
  ? readonly JsonPatchOperation[]
  : Type extends 'strategic'
    ? StrategicPatch<T>
    : MergePatch<T>
