/** How a list is merged and owned. */
export type ListType = 'atomic' | 'set' | 'map'

/** How a map or struct is merged and owned. */
export type MapType = 'atomic' | 'granular'

/**
 * What a value must satisfy beyond its type, whatever that is: the keywords of a custom resource's schema. A keyword
 * says something of the values of its own type and nothing of others.
 */
export interface ValueRules {
  /** Only in the alternatives of an int-or-string. */
  readonly type?: string
  readonly format?: string
  readonly enum?: readonly unknown[]
  readonly minimum?: number
  readonly maximum?: number
  readonly exclusiveMinimum?: boolean
  readonly exclusiveMaximum?: boolean
  readonly multipleOf?: number
  readonly minLength?: number
  readonly maxLength?: number
  /** RE2 syntax, matched in linear time, unanchored. */
  readonly pattern?: string
  readonly minItems?: number
  readonly maxItems?: number
  readonly minProperties?: number
  readonly maxProperties?: number
  readonly required?: readonly string[]
  /** No property at all may be there. */
  readonly forbidsProperties?: boolean
  readonly allOf?: readonly ValueRules[]
  readonly anyOf?: readonly ValueRules[]
  readonly oneOf?: readonly ValueRules[]
  readonly not?: ValueRules
  readonly properties?: ReadonlyMap<string, ValueRules>
  readonly items?: ValueRules
  /** Said to readers of documents only. */
  readonly title?: string
  readonly example?: unknown
  readonly externalDocs?: unknown
  /** Rules in the expression language, published as they are. */
  readonly expressions?: readonly unknown[]
}

/** What any schema may say beside its type. */
export interface SchemaCommon {
  readonly description?: string
  /** Type in Go as errors print it, where it is not the one of the parts: `map[v1.QualifiedName]resource.Quantity`. */
  readonly goType?: string
  /** The value given to a field that is absent; a JSON value, frozen. */
  readonly default?: unknown
  /** `null` is kept instead of meaning "absent". */
  readonly nullable?: boolean
  /** What is asked of a value beyond its type. */
  readonly rules?: ValueRules
  /** Values of other types are accepted; the type says how to read the values that have it. */
  readonly untyped?: boolean
}

/** A struct: known fields. */
export interface ObjectSchema extends SchemaCommon {
  readonly type: 'object'
  /** Name of the type (`core.v1.PodSpec`) for references in OpenAPI; absent for anonymous structs. */
  readonly name?: string
  /** In declaration order, embedded fields already spread out. Built when first read. */
  readonly fields: ReadonlyMap<string, Field>
  /** Atomic: the whole struct has one owner. Granular where absent. */
  readonly structType?: MapType
  /** The named type as it is declared, where this is that type under another structType for one field. */
  readonly declared?: ObjectSchema
  /** Unknown fields are kept instead of pruned. */
  readonly preserveUnknownFields?: boolean
  /** Holds a whole object with its own apiVersion, kind and metadata. */
  readonly embeddedResource?: boolean
}

/** A field of a struct. */
export interface Field {
  readonly name: string
  /** Built when first read. */
  readonly schema: Schema
  /** Absent is refused (hosts' kinds, CRDs) or documented as required (built-in kinds, whose own validation refuses). */
  readonly required?: boolean
  /** An empty value is left out when written. */
  readonly omitEmpty?: boolean
  /** An empty value is left out when written, for structs and times too. */
  readonly omitZero?: boolean
  /** Absent differs from the zero value. */
  readonly pointer?: boolean
  /** A built-in type inside a host's kind (`metadata`): decoded as built-in kinds are, whatever the kind around it. */
  readonly goSemantics?: boolean
  /** Strategic merge: `merge`, `replace`, `retainKeys`, or a comma-separated pair. */
  readonly patchStrategy?: string
  /** Strategic merge: the field that identifies a list item. */
  readonly patchMergeKey?: string
  /** The embedded structs that the field stands in, outermost first, as errors print them: `RuleWithOperations.Rule`. */
  readonly embeddedIn?: string
  /** Kubernetes does not describe it: a reference to its type stands in OpenAPI without what surrounds a description. */
  readonly undescribed?: boolean
  /** Protobuf field numbers, outermost message first where the field is embedded in nested messages. */
  readonly numbers?: readonly number[]
}

/** String keys, values of one schema. */
export interface MapSchema extends SchemaCommon {
  readonly type: 'map'
  readonly values: Schema
  readonly mapType?: MapType
  readonly minProperties?: number
  readonly maxProperties?: number
}

/** A list. */
export interface ListSchema extends SchemaCommon {
  readonly type: 'list'
  readonly items: Schema
  readonly listType?: ListType
  /** Scalar fields that identify an item of a `map` list. */
  readonly mapKeys?: readonly string[]
  readonly minItems?: number
  readonly maxItems?: number
}

/** A string, with what the wire says of it. */
export interface StringSchema extends SchemaCommon {
  readonly type: 'string'
  /** Name in Go as errors print it, of built-in types: `v1.PullPolicy`. */
  readonly goName?: string
  /** `bytes` is base64; `time` RFC 3339 in seconds; `micro-time` in microseconds; `duration` Go's `1h2m`; `quantity` `500m`. */
  readonly format?: 'bytes' | 'time' | 'micro-time' | 'duration' | 'quantity' | (string & {})
  /** Values the API defines. */
  readonly enum?: readonly string[]
  /** Other values than `enum` are refused by the schema itself (built-in kinds refuse in their own validation). */
  readonly closedEnum?: boolean
  /** RE2 syntax, matched in linear time, unanchored. */
  readonly pattern?: string
  readonly minLength?: number
  readonly maxLength?: number
  /** Of `bytes`, which Go has as a list: only documents have it. */
  readonly listType?: ListType
}

/** A number. */
export interface NumberSchema extends SchemaCommon {
  readonly type: 'integer' | 'number'
  readonly format?: 'int32' | 'int64' | 'double' | 'float' | 'byte'
  readonly enum?: readonly number[]
  readonly minimum?: number
  readonly maximum?: number
  readonly exclusiveMinimum?: boolean
  readonly exclusiveMaximum?: boolean
  readonly multipleOf?: number
}

/** A boolean. */
export interface BooleanSchema extends SchemaCommon {
  readonly type: 'boolean'
}

/** `5` or `"25%"`. */
export interface IntOrStringSchema extends SchemaCommon {
  readonly type: 'int-or-string'
}

/** Any JSON value, kept as it is. `raw` is an object; `any` may be everything. Owned field by field unless atomic. */
export interface AnySchema extends SchemaCommon {
  readonly type: 'raw' | 'any'
  /** The value has one owner, whatever it is. */
  readonly atomic?: boolean
  /** The machinery's name of a `raw` type. @default 'runtime.RawExtension' */
  readonly machineryName?: string
  /** The name of an `any` type in OpenAPI. @default written where it stands */
  readonly publishedName?: string
}

/** What a value may be: the one description that decoding, pruning, defaults, validation, OpenAPI and apply read. */
export type Schema =
  | ObjectSchema
  | MapSchema
  | ListSchema
  | StringSchema
  | NumberSchema
  | BooleanSchema
  | IntOrStringSchema
  | AnySchema
