import type * as z from 'zod'

/** The parts of a kind's schema that zod cannot express; stored by `.meta()` under {@link extensionsKey}. */
export interface SchemaExtensions {
  readonly listType?: 'atomic' | 'set' | 'map'
  readonly mapKeys?: readonly string[]
  readonly mapType?: 'atomic' | 'granular'
  readonly structType?: 'atomic' | 'granular'
  readonly format?: 'bytes' | 'time' | 'micro-time' | 'duration' | 'quantity' | 'int64'
  readonly intOrString?: boolean
  readonly embeddedResource?: boolean
}

const extensionsKey = 'pinnace'

/** The extensions of a zod schema. */
export function readExtensions(schema: z.core.$ZodType): SchemaExtensions {
  const meta = (schema as z.ZodType).meta?.() as { readonly [extensionsKey]?: SchemaExtensions } | undefined
  return meta?.[extensionsKey] ?? {}
}

/** The same schema with these extensions added. */
export function withExtensions<S extends z.ZodType>(schema: S, extensions: SchemaExtensions): S {
  return schema.meta({ ...schema.meta(), [extensionsKey]: { ...readExtensions(schema), ...extensions } }) as S
}

/** Scalar fields of an object type that may identify an item of a list. */
export type KeyOf<Item extends z.ZodType> = keyof z.output<Item> & string

/**
 * A list whose items are identified by the given fields: apply merges it item by item, each item has its own owners,
 * and two items with equal keys are rejected.
 */
export function listMap<Item extends z.ZodType<object>>(items: Item, keys: readonly KeyOf<Item>[]): z.ZodArray<Item> {
  if (keys.length === 0) throw new TypeError('keys must name at least one field')
  return withExtensions(items.array() as z.ZodArray<Item>, { listType: 'map', mapKeys: Object.freeze([...keys]) })
}

/** A list of distinct items without an order; each item has its own owners. */
export function listSet<Item extends z.ZodType>(items: Item): z.ZodArray<Item> {
  return withExtensions(items.array() as z.ZodArray<Item>, { listType: 'set' })
}

/** A list that is replaced as a whole, which a plain array is too: this says so in OpenAPI. */
export function atomicList<Item extends z.ZodType>(items: Item): z.ZodArray<Item> {
  return withExtensions(items.array() as z.ZodArray<Item>, { listType: 'atomic' })
}

/** A record that is replaced, and owned, as a whole. */
export function atomicMap<Map extends z.ZodRecord>(map: Map): Map {
  return withExtensions(map, { mapType: 'atomic' })
}

/** An object that is replaced, and owned, as a whole. */
export function atomic<Struct extends z.ZodObject>(struct: Struct): Struct {
  return withExtensions(struct, { structType: 'atomic' })
}

/** An object that holds a whole API object: its apiVersion, kind and metadata are kept, the first two required. */
export function embeddedResource<Struct extends z.ZodObject>(struct: Struct): Struct {
  return withExtensions(struct, { embeddedResource: true })
}
