import {
  boolType,
  bytesType,
  declareStruct,
  doubleType,
  durationType,
  dynType,
  intType,
  keyedListType,
  listType,
  mapType,
  setType,
  stringType,
  structType,
  timestampType,
  type StructDeclaration,
  type StructField,
} from '@pinnace/cel'
import type { JSONSchemaProps } from '@pinnace/types/apiextensions-v1'
import { entriesOf, extensionOf, hasDefault, itemsOf, propsOf, type SchemaExtensions } from '../schema-props.ts'
import type { DeclaredType, DeclaredTypes, RuleType } from './declared-type.ts'
import { escapeFieldName, isReserved } from './field-name.ts'
import * as sizes from './value-sizes.ts'

/** Options of {@link declareTypes}. */
export interface DeclareTypesOptions {
  readonly names: SchemaExtensions
  /** Whether the schema is that of a whole object, of which rules may read the kind and the name. */
  readonly isRoot: boolean
}

/** What errors call the objects of a schema: this name, and the path from there. */
const rootName = 'selfType'

/** Declares the values of a structural schema to expressions; undefined where nothing is known of their type. */
// upstream: apiserver/pkg/cel/common/schemas.go, SchemaDeclType
export function declareTypes(
  schema: JSONSchemaProps,
  { names, isRoot }: DeclareTypesOptions,
): DeclaredTypes | undefined {
  const writer = new TypeWriter(names)
  const declared = writer.typeOf(schema, rootName, isRoot)
  return declared === undefined ? undefined : { declared, structs: writer.structs }
}

class TypeWriter {
  readonly structs: StructDeclaration[] = []
  readonly #names: SchemaExtensions

  constructor(names: SchemaExtensions) {
    this.#names = names
  }

  typeOf(of: JSONSchemaProps, name: string, isRoot = false): DeclaredType | undefined {
    if (extensionOf(of, this.#names.intOrString) === true) {
      return { type: dynType, maxSize: sizes.maxTextSize(of), minBytes: sizes.minNumberBytes }
    }
    const isResource = isRoot || extensionOf(of, this.#names.embeddedResource) === true
    const { type = '', format = '' } = of
    if (isResource) return this.#objectOf(withEnvelope(of), name)
    if (type === 'object') return this.#objectOf(of, name)
    if (type === 'array') return this.#listOf(of, name)
    if (type !== 'string') return scalars.get(type)
    return (
      formats.get(format)?.(of) ?? { type: stringType, maxSize: sizes.maxTextSize(of), minBytes: sizes.minTextBytes }
    )
  }

  #listOf(of: JSONSchemaProps, name: string): DeclaredType | undefined {
    const items = itemsOf(of)
    const element = items === undefined ? undefined : this.typeOf(items, `${name}.@idx`)
    if (element === undefined) return undefined
    const maxSize = of.maxItems === undefined ? sizes.mostItems(element.minBytes) : sizes.atLeastZero(of.maxItems)
    return { type: this.#listType(of, element.type), element, maxSize, minBytes: sizes.minContainerBytes }
  }

  #listType(of: JSONSchemaProps, element: RuleType): RuleType {
    const kind = extensionOf(of, this.#names.listType)
    if (kind === 'set') return setType(element)
    if (kind !== 'map') return listType(element)
    const keys = (extensionOf(of, this.#names.listMapKeys) as readonly string[] | undefined) ?? []
    return keyedListType(
      element,
      keys.map((key) => escapeFieldName(key) ?? key),
    )
  }

  #objectOf(of: JSONSchemaProps, name: string): DeclaredType | undefined {
    const values = propsOf(of.additionalProperties)
    if (values !== undefined) {
      const element = this.typeOf(values, `${name}.@elem`)
      if (element === undefined) return undefined
      const { maxProperties } = of
      const maxSize =
        maxProperties === undefined ? sizes.mostEntries(element.minBytes) : sizes.atLeastZero(maxProperties)
      return {
        type: mapType(stringType, element.type),
        element,
        key: mapKey,
        maxSize,
        minBytes: sizes.minContainerBytes,
      }
    }
    const fields = new Map<string, DeclaredType>()
    const declared: Record<string, StructField> = Object.create(null)
    let minBytes = sizes.minContainerBytes
    for (const [property, inner] of entriesOf(of.properties)) {
      const field = escapeFieldName(property)
      const fieldType = this.typeOf(inner, `${name}.${field ?? property}`)
      if (fieldType === undefined) continue
      // A default is filled in, and need not be sent.
      if (of.required?.includes(property) === true && !hasDefault(inner)) {
        minBytes += sizes.bytesOf(property) + fieldType.minBytes + sizes.minMemberBytes
      }
      if (field === undefined) continue
      fields.set(field, fieldType)
      declared[field] = { type: fieldType.type, property }
      if (isReserved(property)) declared[property] = { type: fieldType.type, property }
    }
    this.structs.push(declareStruct(name, declared))
    return { type: structType(name), fields, maxSize: 0, minBytes }
  }
}

const mapKey: DeclaredType = { type: stringType, maxSize: 0, minBytes: sizes.minTextBytes }

const scalars: ReadonlyMap<string, DeclaredType> = new Map<string, DeclaredType>([
  ['boolean', { type: boolType, maxSize: 0, minBytes: sizes.minBooleanBytes }],
  ['integer', { type: intType, maxSize: 0, minBytes: sizes.minNumberBytes }],
  ['number', { type: doubleType, maxSize: 0, minBytes: sizes.minNumberBytes }],
])

const formats = new Map<string, (of: JSONSchemaProps) => DeclaredType>([
  ['byte', (of) => ({ type: bytesType, maxSize: sizes.maxBytes(of), minBytes: sizes.minTextBytes })],
  ['date', () => ({ type: timestampType, maxSize: sizes.dateBytes, minBytes: sizes.dateBytes })],
  ['date-time', () => ({ type: timestampType, maxSize: sizes.maxTimeBytes, minBytes: sizes.minTimeBytes })],
  ['duration', () => ({ type: durationType, maxSize: sizes.maxTimeBytes, minBytes: sizes.minDurationBytes })],
])

const string: JSONSchemaProps = { type: 'string' }
const readableMetadata: JSONSchemaProps = { type: 'object', properties: { name: string, generateName: string } }

/** Rules may read the kind and the name of an object, whatever its schema says of them. */
// upstream: apiextensions-apiserver/pkg/apiserver/schema/cel/model/schemas.go, WithTypeAndObjectMeta
function withEnvelope(schema: JSONSchemaProps): JSONSchemaProps {
  const { additionalProperties: _values, ...rest } = schema
  if (declaresEnvelope(schema)) return { ...rest, type: 'object' }
  const envelope = { apiVersion: string, kind: string, metadata: readableMetadata }
  return { ...rest, type: 'object', properties: { ...schema.properties, ...envelope } }
}

/** A schema that says something of all that rules may read is taken at its word. */
function declaresEnvelope({ properties }: JSONSchemaProps): boolean {
  const metadata = ownOf(properties, 'metadata')
  const texts = [ownOf(properties, 'apiVersion'), ownOf(properties, 'kind')]
  const named = ['name', 'generateName'].map((name) => ownOf(metadata?.properties, name))
  return metadata?.type === 'object' && [...texts, ...named].every((of) => of?.type === 'string')
}

function ownOf(
  properties: Readonly<Record<string, JSONSchemaProps>> | undefined,
  name: string,
): JSONSchemaProps | undefined {
  return properties !== undefined && Object.hasOwn(properties, name) ? properties[name] : undefined
}
