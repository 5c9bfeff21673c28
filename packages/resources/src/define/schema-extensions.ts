import type * as z from 'zod'

/** What a kind's schema says that zod has no word for; carried by `.meta()` under {@link wordsKey}. */
export interface SchemaWords {
  readonly listType?: 'atomic' | 'set' | 'map'
  readonly mapKeys?: readonly string[]
  readonly mapType?: 'atomic' | 'granular'
  readonly structType?: 'atomic' | 'granular'
  readonly format?: 'bytes' | 'time' | 'micro-time' | 'duration' | 'quantity' | 'int64'
  readonly intOrString?: boolean
  readonly embeddedResource?: boolean
}

const wordsKey = 'pinnace'

/** The words a zod schema carries. */
export function readWords(schema: z.core.$ZodType): SchemaWords {
  const meta = (schema as z.ZodType).meta?.() as { readonly [wordsKey]?: SchemaWords } | undefined
  return meta?.[wordsKey] ?? {}
}

/** The same schema, carrying these words beside those it has. */
export function withWords<S extends z.ZodType>(schema: S, words: SchemaWords): S {
  return schema.meta({ ...schema.meta(), [wordsKey]: { ...readWords(schema), ...words } }) as S
}

/** Scalar fields of an object type that may identify an item of a list. */
export type KeyOf<Item extends z.ZodType> = keyof z.output<Item> & string

/**
 * A list whose items are told apart by the fields named: apply merges it item by item, each item has its own owners,
 * and two items with equal keys are refused.
 */
export function listMap<Item extends z.ZodType<object>>(items: Item, keys: readonly KeyOf<Item>[]): z.ZodArray<Item> {
  if (keys.length === 0) throw new TypeError('keys must name at least one field')
  return withWords(items.array() as z.ZodArray<Item>, { listType: 'map', mapKeys: Object.freeze([...keys]) })
}

/** A list without order whose items stand in it once; each has its own owners. */
export function listSet<Item extends z.ZodType>(items: Item): z.ZodArray<Item> {
  return withWords(items.array() as z.ZodArray<Item>, { listType: 'set' })
}

/** A list that is replaced as a whole, which a plain array is too: this says so in OpenAPI. */
export function atomicList<Item extends z.ZodType>(items: Item): z.ZodArray<Item> {
  return withWords(items.array() as z.ZodArray<Item>, { listType: 'atomic' })
}

/** A record that is replaced, and owned, as a whole. */
export function atomicMap<Map extends z.ZodRecord>(map: Map): Map {
  return withWords(map, { mapType: 'atomic' })
}

/** An object that is replaced, and owned, as a whole. */
export function atomic<Struct extends z.ZodObject>(struct: Struct): Struct {
  return withWords(struct, { structType: 'atomic' })
}

/** An object that holds a whole API object: its apiVersion, kind and metadata are kept, the first two required. */
export function embeddedResource<Struct extends z.ZodObject>(struct: Struct): Struct {
  return withWords(struct, { embeddedResource: true })
}
