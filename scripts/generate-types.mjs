// Writes packages/resources/src/types/: the type tables and the TypeScript interfaces of the built-in types.
//
//   node scripts/generate-types.mjs FACTS
//
// FACTS holds one JSON object a line: { type, structType?, fields: [{ name | inline, type, no, required, omitempty,
// pointer, listType, mapKeys, mapType, structType, patchStrategy, mergeKey, default, enum }] }.
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const [factsPath] = process.argv.slice(2)
if (factsPath === undefined) throw new TypeError('usage: node scripts/generate-types.mjs FACTS')
const target = fileURLToPath(new URL('../packages/resources/src/types/', import.meta.url))

/** Interfaces that the floor already has, by their name here and there. */
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

/** Parts of core/v1, which would be absurd as one file: a type goes to the first part one of whose roots reaches it. */
const coreParts = [
  [
    'core-v1-volumes',
    [
      'Volume',
      'PersistentVolume',
      'PersistentVolumeList',
      'PersistentVolumeClaim',
      'PersistentVolumeClaimList',
      'PersistentVolumeClaimTemplate',
    ],
  ],
  ['core-v1-containers', ['Container', 'EphemeralContainer', 'ContainerStatus']],
  [
    'core-v1-pods',
    [
      'Pod',
      'PodList',
      'PodTemplate',
      'PodTemplateList',
      'PodStatusResult',
      'PodExecOptions',
      'PodAttachOptions',
      'PodLogOptions',
      'PodPortForwardOptions',
      'PodProxyOptions',
      'PodSignature',
      'Binding',
    ],
  ],
  ['core-v1-nodes', ['Node', 'NodeList', 'NodeProxyOptions', 'AvoidPods']],
]

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

/** Defaults that the facts give by the name of a constant. */
const namedDefaults = {
  'ref(AzureDataDiskCachingReadWrite)': '"ReadWrite"',
  'ref(AzureSharedBlobDisk)': '"Shared"',
}

const types = readFileSync(factsPath, 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line))
const byName = new Map(types.map((type) => [type.type, type]))
const fileOf = assignFiles()
const files = new Map()
for (const type of types) {
  const file = fileOf.get(type.type)
  files.set(file, [...(files.get(file) ?? []), type])
}
for (const [file, members] of files) writeFileSync(`${target}${file}.ts`, render(file, members))
writeFileSync(`${target}type-tables.ts`, renderTables())

function assignFiles() {
  const assigned = new Map()
  for (const [file, roots] of coreParts) {
    const visit = (name) => {
      if (!name.startsWith('core.v1.') || assigned.has(name)) return
      assigned.set(name, file)
      for (const field of byName.get(name).fields) visit(baseName(field.inline ?? field.type))
    }
    for (const root of roots) visit(`core.v1.${root}`)
  }
  for (const { type } of types) {
    if (!assigned.has(type)) assigned.set(type, type.split('.').slice(0, -1).join('-').toLowerCase())
  }
  return assigned
}

function baseName(type) {
  return type.replace(/^(\[\]|map:)+/, '')
}

function render(file, members) {
  const imports = new Map([['@pinnace/schema', new Set(['TypeTable'])]])
  const bodies = members.filter((type) => !isFloor(type.type)).map((type) => renderInterface(type, file, imports))
  const sources = [...imports].sort(([a], [b]) => (a < b ? -1 : 1))
  const line = ([from, names]) => `import type { ${[...names].sort().join(', ')} } from '${from}'`
  const lines = [
    '// Made by scripts/generate-types.mjs; do not edit.',
    ...sources.filter(([from]) => from.startsWith('@')).map(line),
    '',
    ...sources.filter(([from]) => from.startsWith('.')).map(line),
    '',
    ...(file === 'core-v1' ? coreParts.map(([part]) => renderReexport(part)) : []),
    ...bodies,
    '/** Fields of the types of this file, one line each. */',
    `export const ${tableName(file)}: TypeTable = {`,
    ...members.map((type) => `  '${type.type}': \`${renderLines(type)}\`,`),
    '}',
    '',
  ]
  return lines.join('\n')
}

/** `types/core-v1` is what users import, whatever it is split into. */
function renderReexport(part) {
  const names = files.get(part).map((type) => simpleName(type.type))
  return `export type { ${names.sort().join(', ')} } from './${part}.ts'\n`
}

function isFloor(name) {
  return name.startsWith('meta.v1.') && floor.has(simpleName(name))
}

function simpleName(name) {
  return name.slice(name.lastIndexOf('.') + 1)
}

function tableName(file) {
  return `${file.replace(/-(\w)/g, (_, letter) => letter.toUpperCase())}Types`
}

function renderInterface(type, file, imports) {
  const name = simpleName(type.type)
  const need = (from, symbol) => {
    imports.set(from, (imports.get(from) ?? new Set()).add(symbol))
    return symbol
  }
  const reference = (typeName) => {
    const symbol = simpleName(typeName)
    if (isFloor(typeName)) return need('@pinnace/meta', symbol)
    const other = fileOf.get(typeName)
    if (other === file) return symbol
    if (members(file).has(symbol)) {
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
    if (/^[A-Z]/.test(scalar)) need('./scalars.ts', scalar)
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
  const lines = []
  for (const field of fields) {
    if (field.inline !== undefined) continue
    const isOptional = !(field.required === true)
    const isNullable =
      isOptional && field.omitempty !== true && field.pointer !== true && /^(\[\]|map:)/.test(field.type)
    if (field.enum !== undefined) {
      const values = field.enum.map((value) => (value === '' ? '""' : value))
      if (values.length <= 20) lines.push(`  /** One of ${values.join(', ')}. */`.replaceAll('*/.', '* /.'))
    }
    const key = /^[A-Za-z_$][\w$]*$/.test(field.name) ? field.name : `'${field.name}'`
    lines.push(`  readonly ${key}${isOptional ? '?' : ''}: ${typescript(field.type)}${isNullable ? ' | null' : ''}`)
  }
  const heritage = parents.length === 0 ? '' : ` extends ${parents.join(', ')}`
  const head = `/** ${type.type} */\n`
  if (lines.length === 0) {
    if (parents.length === 0) return `${head}export type ${name} = Readonly<Record<string, never>>\n`
    return `${head}export type ${name} = ${parents.join(' & ')}\n`
  }
  return `${head}export interface ${name}${heritage} {\n${lines.join('\n')}\n}\n`
}

function members(file) {
  return new Set((files.get(file) ?? []).map((type) => simpleName(type.type)))
}

function renderLines(type) {
  const lines = type.structType === 'atomic' ? ['@atomic'] : []
  for (const field of type.fields) {
    if (field.inline !== undefined) {
      lines.push(`+ ${field.no ?? '-'} ${field.inline}`)
      continue
    }
    const words = [field.name, field.no ?? '-', field.name === 'fieldsV1' ? 'fields-v1' : field.type]
    for (const flag of ['required', 'omitempty', 'pointer']) if (field[flag]) words.push(flag)
    if (field.listType !== undefined)
      words.push(`list=${[field.listType, ...(field.mapKeys ? [field.mapKeys.join(',')] : [])].join(':')}`)
    if (field.mapType !== undefined) words.push(`mapType=${field.mapType}`)
    if (field.structType !== undefined) words.push(`structType=${field.structType}`)
    if (field.mergeKey !== undefined) words.push(`merge=${field.mergeKey}`)
    if (field.patchStrategy !== undefined && !(field.patchStrategy === 'merge' && field.mergeKey !== undefined))
      words.push(`strategy=${field.patchStrategy}`)
    if (type.type === 'meta.v1.ObjectMeta' && field.name === 'creationTimestamp') words.push('omitzero')
    if (field.default !== undefined) words.push(`default=${namedDefaults[field.default] ?? field.default}`)
    if (field.enum !== undefined) words.push(`enum=${field.enum.map(encodeURIComponent).join('|')}`)
    lines.push(words.join(' '))
  }
  const text = lines.join('\n')
  if (/[`\\]|\$\{/.test(text)) throw new Error(`${type.type} needs escaping`)
  return text
}

function renderTables() {
  const names = [...files.keys()].sort()
  return [
    '// Made by scripts/generate-types.mjs; do not edit.',
    `import { createTypeLoader, type ObjectSchema, type TypeTable } from '@pinnace/schema'`,
    `import { apiregistrationV1Types } from './apiregistration-v1.ts'`,
    ...names.map((file) => `import { ${tableName(file)} } from './${file}.ts'`),
    '',
    '/** The tables of every built-in type whose field names do not depend on the vocabulary. */',
    'export const typeTables: readonly TypeTable[] = [',
    '  apiregistrationV1Types,',
    ...names.map((file) => `  ${tableName(file)},`),
    ']',
    '',
    '/** The schema of a built-in type, `core.v1.Pod`; built when first asked for, then shared. */',
    'export const loadType: (name: string) => ObjectSchema = createTypeLoader(typeTables)',
    '',
  ].join('\n')
}
