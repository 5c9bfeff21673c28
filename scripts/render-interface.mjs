// The TypeScript interface of a built-in type.
import { renderComment } from './render-comment.mjs'
import { simpleName } from './type-layout.mjs'

/** Interfaces that `@pinnace/meta` already has. */
const floor = new Set([
  'ObjectMeta',
  'ListMeta',
  'TypeMeta',
  'OwnerReference',
  'ManagedFieldsEntry',
  'Status',
  'StatusDetails',
  'StatusCause',
])

const scalars = {
  string: 'string',
  boolean: 'boolean',
  int32: 'number',
  int64: 'number',
  double: 'number',
  byte: 'number',
  bytes: 'Bytes',
  time: 'Time',
  'micro-time': 'MicroTime',
  duration: 'Duration',
  quantity: 'Quantity',
  'int-or-string': 'IntOrString',
  'raw-object': 'RawObject',
}

/**
 * The declaration of a type in `file`. What it refers to in other files is added to `imports`: from a module to the
 * names that are imported from it.
 */
export function renderInterface(type, { file, layout, imports }) {
  const name = simpleName(type.type)
  const need = (from, symbol) => {
    imports.set(from, (imports.get(from) ?? new Set()).add(symbol))
    return symbol
  }
  const reference = (typeName) => {
    const symbol = simpleName(typeName)
    if (isFloor(typeName)) return need('@pinnace/meta', symbol)
    const other = layout.fileOf.get(typeName)
    if (other === file) return symbol
    if (namesIn(layout, file).has(symbol)) {
      const alias = `${symbol} as ${other.split('-')[0].replace(/^./, (l) => l.toUpperCase())}${symbol}`
      need(`./${other}.ts`, alias)
      return alias.split(' as ')[1]
    }
    return need(`./${other}.ts`, symbol)
  }
  const typescript = (text) => {
    if (text.startsWith('[]')) return `readonly ${typescript(text.slice(2))}[]`
    if (text.startsWith('map:')) return `Readonly<Record<string, ${typescript(text.slice(4))}>>`
    const scalar = scalars[text]
    if (scalar === undefined) return reference(text)
    if (/^[A-Z]/.test(scalar)) need('../scalars.ts', scalar)
    return scalar
  }
  const parents = []
  let fields = type.fields
  const hasTypeMeta = fields.some((field) => field.inline === 'meta.v1.TypeMeta')
  const metadata = fields.find((field) => field.name === 'metadata')?.type
  const items = fields.find((field) => field.name === 'items')
  if (hasTypeMeta && metadata === 'meta.v1.ObjectMeta') {
    parents.push(need('@pinnace/meta', 'ApiObject'))
    fields = fields.filter((field) => field.name !== 'metadata')
  } else if (hasTypeMeta && metadata === 'meta.v1.ListMeta' && items !== undefined) {
    parents.push(`${need('@pinnace/meta', 'ApiList')}<${typescript(items.type.slice(2))}>`)
    fields = fields.filter((field) => field.name !== 'metadata' && field.name !== 'items')
  } else if (hasTypeMeta) {
    parents.push(need('@pinnace/meta', 'TypeMeta'))
  }
  for (const field of fields) {
    if (field.inline !== undefined && field.inline !== 'meta.v1.TypeMeta') parents.push(reference(field.inline))
  }
  const texts = layout.texts[type.type] ?? {}
  const lines = []
  for (const field of fields) {
    if (field.inline !== undefined) continue
    const comment = [texts[field.name], field.enum === undefined ? undefined : valuesOf(field.enum)].filter(Boolean)
    if (comment.length > 0) lines.push(renderComment([comment.join(' ')], '  '))
    const isOptional = !(field.required === true)
    const isNullable =
      isOptional && field.omitempty !== true && field.pointer !== true && /^(\[\]|map:)/.test(field.type)
    const key = /^[A-Za-z_$][\w$]*$/.test(field.name) ? field.name : `'${field.name}'`
    lines.push(`  readonly ${key}${isOptional ? '?' : ''}: ${typescript(field.type)}${isNullable ? ' | null' : ''}`)
  }
  const heritage = parents.length === 0 ? '' : ` extends ${parents.join(', ')}`
  const head = `${renderComment([type.type, ...(texts[''] === undefined ? [] : [texts['']])])}\n`
  if (lines.length === 0) {
    if (parents.length === 0) return `${head}export type ${name} = Readonly<Record<string, never>>\n`
    return `${head}export type ${name} = ${parents.join(' & ')}\n`
  }
  return `${head}export interface ${name}${heritage} {\n${lines.join('\n')}\n}\n`
}

/** The values of an enumeration, unless they are too many to read. */
function valuesOf(values) {
  if (values.length > 20) return undefined
  return `One of ${values.map((value) => (value === '' ? '""' : value)).join(', ')}.`
}

/** Whether `@pinnace/meta` already has the interface of a type. */
export function isFloor(name) {
  return name.startsWith('meta.v1.') && floor.has(simpleName(name))
}

function namesIn({ files }, file) {
  return new Set((files.get(file) ?? []).map((type) => simpleName(type.type)))
}
