import type { Field, ListType, MapType, ObjectSchema, Schema } from './schema.ts'

/**
 * Types as data: from a type's name (`core.v1.PodSpec`) to its lines. Nothing is parsed until the type is asked for, so
 * importing a table costs its strings.
 *
 * A line is a field, its words separated by one space; blank lines and space around a line mean nothing:
 *
 * ```text
 * NAME NUMBER TYPE [FLAG …]
 * + NUMBER TYPE
 * @atomic
 * ```
 *
 * - NAME: as in JSON. NUMBER: the protobuf field number, or `-` where there is none.
 * - TYPE: `string boolean int32 int64 double byte` · `bytes` (base64) · `time micro-time duration quantity` (text forms)
 *   · `int-or-string` · `raw-object` (any object, as it is) · `fields-v1` (a set of fields, as it is) · `any` (any JSON value) · `[]T` · `map:T` (string keys) · the
 *   name of a type. Types may contain themselves.
 * - `+`: the fields of TYPE stand here as if they were written here (an embedded struct). With a NUMBER they live in a
 *   nested protobuf message of that number; with `-` they have no numbers of their own. A field written out wins over
 *   an embedded one of the same name.
 * - `@atomic`, the first line: the whole struct has one owner.
 *
 * Flags, in any order:
 *
 * ```text
 * required             documented as required
 * omitempty            the zero value is left out when written (structs, times and quantities never are: as in Go)
 * omitzero             as omitempty, and for structs and times too (`creationTimestamp 8 time omitempty omitzero`)
 * pointer              absent differs from the zero value
 * go=v1.PullPolicy     name in Go of a string or integer, or of the items or values of TYPE, as errors print it
 * default=JSON         the default, as JSON
 * enum=A|B|C           values the API defines, of the string or of the items or values of TYPE; `enum=|A` has the empty one
 * list=atomic          how a list is merged and owned: atomic, set, or map:KEY[,KEY …]
 * mapType=atomic       how a map is
 * structType=granular  overrides, for this field, how the struct named by TYPE is
 * strategy=merge       patch strategy: merge, replace, retainKeys, or merge,retainKeys
 * as=NAME              the name in OpenAPI of a type whose values are any JSON
 * undescribed          Kubernetes does not describe it, which shows in the form of references in OpenAPI
 * merge=KEY            patch merge key; means strategy=merge where no strategy is written
 * ```
 *
 * In the values of `default` and `enum` a space is written `%20`, a percent sign `%25`, and (enum) a bar `%7C`.
 */
export type TypeTable = Readonly<Record<string, string>>

/** The schema of a named type. Asking twice gives the same schema; a name in no table is a TypeError. */
export type TypeLoader = (name: string) => ObjectSchema

/** Makes the schemas of the types in `tables`; where a name stands in several, the first table has it. */
export function createTypeLoader(tables: readonly TypeTable[]): TypeLoader {
  const loaded = new Map<string, ObjectSchema>()
  const load: TypeLoader = (name) => {
    const known = loaded.get(name)
    if (known !== undefined) return known
    for (const table of tables) {
      if (!Object.hasOwn(table, name)) continue
      const schema = lazyObject(name, table[name]!, load)
      loaded.set(name, schema)
      return schema
    }
    throw new TypeError(`no type table has a type ${JSON.stringify(name)}`)
  }
  return load
}

function lazyObject(name: string, source: string, load: TypeLoader): ObjectSchema {
  const lines = source.trim()
  let fields: ReadonlyMap<string, Field> | undefined
  const schema: ObjectSchema = {
    type: 'object',
    name,
    get fields(): ReadonlyMap<string, Field> {
      return (fields ??= parseFields(name, lines, load))
    },
  }
  if (!/^@atomic(\n|$)/.test(lines)) return schema
  return Object.defineProperty(schema, 'structType', { value: 'atomic', enumerable: true })
}

/** The same struct, its fields still built when first read, under another structType. */
function withStructType(schema: ObjectSchema, structType: MapType): ObjectSchema {
  return {
    type: 'object',
    ...(schema.name === undefined ? {} : { name: schema.name }),
    structType,
    declared: schema,
    get fields(): ReadonlyMap<string, Field> {
      return schema.fields
    },
  }
}

function parseFields(owner: string, lines: string, load: TypeLoader): ReadonlyMap<string, Field> {
  const fields = new Map<string, Field>()
  const written = new Set<string>()
  for (const line of lines.split('\n')) {
    const words = line.trim().split(' ')
    if (words[0] === '' || words[0] === '@atomic') continue
    const [name, number, type, ...flags] = words
    if (name === undefined || number === undefined || type === undefined) throw malformed(owner, line)
    if (name === '+') {
      for (const field of load(type).fields.values()) {
        if (!written.has(field.name)) fields.set(field.name, embedded(field, number, type))
      }
    } else {
      written.add(name)
      fields.set(name, parseField(owner, { name, number, type, flags, line }, load))
    }
  }
  return fields
}

function embedded(field: Field, number: string, type: string): Field {
  const { numbers, ...rest } = Object.getOwnPropertyDescriptors(field)
  const result = Object.defineProperties({}, rest as PropertyDescriptorMap) as {
    -readonly [K in keyof Field]: Field[K]
  }
  const struct = type.slice(type.lastIndexOf('.') + 1)
  result.embeddedIn = field.embeddedIn === undefined ? struct : `${struct}.${field.embeddedIn}`
  if (number !== '-') result.numbers = [Number(number), ...((numbers?.value as readonly number[] | undefined) ?? [])]
  return result
}

interface FieldLine {
  readonly name: string
  readonly number: string
  readonly type: string
  readonly flags: readonly string[]
  readonly line: string
}

function parseField(owner: string, { name, number, type, flags, line }: FieldLine, load: TypeLoader): Field {
  const field: { -readonly [K in keyof Field]: Field[K] } = { name, schema: undefined as unknown as Schema }
  const says: SchemaWords = {}
  if (number !== '-') field.numbers = [Number(number)]
  for (const flag of flags) {
    const at = flag.indexOf('=')
    const word = at === -1 ? flag : flag.slice(0, at)
    const value = at === -1 ? '' : flag.slice(at + 1)
    if (word === 'required') field.required = true
    else if (word === 'omitempty') field.omitEmpty = true
    else if (word === 'omitzero') field.omitZero = true
    else if (word === 'pointer') field.pointer = true
    else if (word === 'strategy') field.patchStrategy = value
    else if (word === 'merge') field.patchMergeKey = value
    else if (word === 'default') says.default = deepFreeze(JSON.parse(decodeURIComponent(value)) as unknown)
    else if (word === 'enum') says.enum = Object.freeze(value.split('|').map(decodeURIComponent))
    else if (word === 'go') says.goName = value
    else if (word === 'as') says.publishedName = value
    else if (word === 'undescribed') field.undescribed = true
    else if (word === 'goType') says.goType = value
    else if (word === 'mapType') says.mapType = value as MapType
    else if (word === 'structType') says.structType = value as MapType
    else if (word === 'list') {
      const [listType, keys] = value.split(':')
      says.listType = listType as ListType
      if (keys !== undefined) says.mapKeys = Object.freeze(keys.split(','))
    } else throw malformed(owner, line)
  }
  if (field.patchMergeKey !== undefined) field.patchStrategy ??= 'merge'
  let schema: Schema | undefined
  return Object.defineProperty(field, 'schema', {
    enumerable: true,
    get: () => (schema ??= parseType(type, says, load)),
  })
}

interface SchemaWords {
  goName?: string
  publishedName?: string
  goType?: string
  default?: unknown
  enum?: readonly string[]
  listType?: ListType
  mapKeys?: readonly string[]
  mapType?: MapType
  structType?: MapType
}

function parseType(type: string, says: SchemaWords, load: TypeLoader): Schema {
  const initial = says.default === undefined ? {} : { default: says.default }
  if (type.startsWith('[]')) {
    const { listType, mapKeys } = says
    return {
      type: 'list',
      items: parseType(type.slice(2), wordsOfItems(says), load),
      ...goTypeOf(says),
      ...(listType === undefined ? {} : { listType }),
      ...(mapKeys === undefined ? {} : { mapKeys }),
      ...initial,
    }
  }
  if (type.startsWith('map:')) {
    const { mapType } = says
    return {
      type: 'map',
      values: parseType(type.slice(4), wordsOfItems(says), load),
      ...goTypeOf(says),
      ...(mapType === undefined ? {} : { mapType }),
      ...initial,
    }
  }
  const scalar = scalars.get(type)
  if (scalar !== undefined) {
    const { goName, publishedName, listType } = says
    const words = says.default ?? says.enum ?? goName ?? publishedName ?? listType
    if (words === undefined) return scalar
    return {
      ...scalar,
      ...initial,
      ...(says.enum === undefined ? {} : { enum: says.enum }),
      ...(goName === undefined ? {} : { goName }),
      ...(publishedName === undefined ? {} : { publishedName }),
      ...(listType === undefined ? {} : { listType }),
    } as Schema
  }
  const schema = load(type)
  return says.structType === undefined ? schema : withStructType(schema, says.structType)
}

function goTypeOf({ goType }: SchemaWords): { readonly goType?: string } {
  return goType === undefined ? {} : { goType }
}

function wordsOfItems({ enum: values, goName, publishedName }: SchemaWords): SchemaWords {
  return {
    ...(values === undefined ? {} : { enum: values }),
    ...(goName === undefined ? {} : { goName }),
    ...(publishedName === undefined ? {} : { publishedName }),
  }
}

const scalars: ReadonlyMap<string, Schema> = new Map<string, Schema>([
  ['string', { type: 'string' }],
  ['boolean', { type: 'boolean' }],
  ['int32', { type: 'integer', format: 'int32' }],
  ['int64', { type: 'integer', format: 'int64' }],
  ['byte', { type: 'integer', format: 'byte' }],
  ['double', { type: 'number', format: 'double' }],
  ['bytes', { type: 'string', format: 'bytes' }],
  ['time', { type: 'string', format: 'time' }],
  ['micro-time', { type: 'string', format: 'micro-time' }],
  ['duration', { type: 'string', format: 'duration' }],
  ['quantity', { type: 'string', format: 'quantity' }],
  ['int-or-string', { type: 'int-or-string' }],
  ['raw-object', { type: 'raw', atomic: true }],
  ['fields-v1', { type: 'raw', machineryName: 'apis.meta.v1.FieldsV1' }],
  ['any', { type: 'any' }],
])

function deepFreeze(value: unknown): unknown {
  if (typeof value === 'object' && value !== null) {
    for (const item of Object.values(value)) deepFreeze(item)
    Object.freeze(value)
  }
  return value
}

function malformed(owner: string, line: string): TypeError {
  return new TypeError(`type ${JSON.stringify(owner)} has a line that says nothing: ${JSON.stringify(line.trim())}`)
}
