import { isEqual, isObject, itemsOf, memberOf, textOf } from './json.ts'

/** What the OpenAPI document says of a field. */
export interface FieldDocs {
  readonly type: string
  readonly description: string
  /** Undefined without a default. */
  readonly preset: unknown
  readonly isRequired: boolean
}

/** The schema of a kind in an OpenAPI v3 document; undefined if it has none. */
export function schemaOf(document: unknown, group: string, version: string, kind: string): unknown {
  const schemas = memberOf(memberOf(document, 'components'), 'schemas')
  if (!isObject(schemas)) return undefined
  return Object.values(schemas).find((schema) =>
    kindsOf(schema).some(
      (one) => textOf(one, 'group') === group && textOf(one, 'version') === version && textOf(one, 'kind') === kind,
    ),
  )
}

function kindsOf(schema: unknown): readonly unknown[] {
  if (!isObject(schema)) return []
  const key = Object.keys(schema).find((name) => name.endsWith('-group-version-kind'))
  return key === undefined ? [] : itemsOf(schema, key)
}

/** What a document says of the field at a pointer; undefined for a field that it does not know. */
export function docsOf(document: unknown, schema: unknown, pointer: string): FieldDocs | undefined {
  let current = resolve(document, schema)
  let isRequired = false
  for (const part of pointer.split('/').slice(1)) {
    const name = part.replaceAll('~1', '/').replaceAll('~0', '~')
    isRequired = itemsOf(current.target, 'required').includes(name)
    const next = stepInto(current.target, name)
    if (next === undefined) return undefined
    current = resolve(document, next)
  }
  const { target, description, preset } = current
  return { type: typeOf(target), description, preset, isRequired }
}

/** Whether a value is what the server sets for an absent field. */
export function isDefault(docs: FieldDocs | undefined, value: unknown): boolean {
  if (docs?.preset === undefined || isObject(docs.preset)) return false
  return docs.preset !== '' && isEqual(docs.preset, value)
}

interface Resolved {
  readonly target: unknown
  readonly description: string
  readonly preset: unknown
}

/** Follows references; what is written beside one takes precedence. */
function resolve(document: unknown, schema: unknown): Resolved {
  let target = schema
  let description = textOf(schema, 'description')
  let preset = memberOf(schema, 'default')
  for (let depth = 0; depth < 8; depth++) {
    const reference = textOf(target, '$ref') || textOf(itemsOf(target, 'allOf')[0], '$ref')
    if (reference === '') break
    const schemas = memberOf(memberOf(document, 'components'), 'schemas')
    target = memberOf(schemas, reference.slice(reference.lastIndexOf('/') + 1))
    description ||= textOf(target, 'description')
    preset ??= memberOf(target, 'default')
  }
  return { target, description, preset }
}

function stepInto(schema: unknown, name: string): unknown {
  const items = memberOf(schema, 'items')
  if (items !== undefined && /^\d+$/.test(name)) return items
  return memberOf(memberOf(schema, 'properties'), name) ?? memberOf(schema, 'additionalProperties')
}

function typeOf(schema: unknown): string {
  const type = textOf(schema, 'type')
  if (type === 'array') return `[]${typeOf(memberOf(schema, 'items'))}`
  const format = textOf(schema, 'format')
  if (type === '') return 'object'
  return format === '' ? type : `${type} (${format})`
}
