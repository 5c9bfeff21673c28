// The sources that are made from the facts about built-in types.
import { isFloor, renderInterface } from './render-interface.mjs'
import { layOutTypes, simpleName } from './type-layout.mjs'

/** First line of every generated module. */
export const generatedHeader = '// Made by scripts/generate-types.mjs; do not edit.'

/** The generated modules, unformatted: from a file name to its text. */
export function renderTypes(types) {
  const layout = layOutTypes(types)
  const modules = new Map([...layout.files.keys()].map((file) => [`groups/${file}.ts`, renderFile(file, layout)]))
  return modules.set('type-tables.ts', renderTables(layout))
}

function renderFile(file, layout) {
  const imports = new Map([['@pinnace/schema', new Set(['TypeTable'])]])
  const members = layout.files.get(file)
  const written = members.filter((type) => !isFloor(type.type))
  const bodies = written.map((type) => renderInterface(type, { file, layout, imports }))
  const sources = [...imports].sort(([a], [b]) => (a < b ? -1 : 1))
  const line = ([from, names]) => `import type { ${[...names].sort().join(', ')} } from '${from}'`
  const lines = [
    generatedHeader,
    ...sources.filter(([from]) => from.startsWith('@')).map(line),
    ...sources.filter(([from]) => from.startsWith('.')).map(line),
    '',
    ...(file === 'core-v1' ? layout.parts.map((part) => renderReexport(part, layout)) : []),
    ...bodies,
    '/** Fields of the types of this file, one line each. */',
    `export const ${tableName(file)}: TypeTable = {`,
    ...members.map((type) => `  '${type.type}': \`${renderLines(type)}\`,`),
    '}',
    '',
  ]
  return lines.join('\n')
}

/** `@pinnace/types/core-v1` has every type of core/v1, in whichever file it is declared. */
function renderReexport(part, { files }) {
  const names = files.get(part).map((type) => simpleName(type.type))
  return `export type { ${names.sort().join(', ')} } from './${part}.ts'\n`
}

function tableName(file) {
  return `${file.replace(/-(\w)/g, (_, letter) => letter.toUpperCase())}Types`
}

const flags = ['required', 'omitempty', 'omitzero', 'pointer']

/** The lines of a type in its table, see `TypeTable` of @pinnace/schema. */
function renderLines(type) {
  const lines = type.structType === 'atomic' ? ['@atomic'] : []
  for (const field of type.fields) {
    if (field.inline !== undefined) {
      lines.push(`+ ${field.no ?? '-'} ${field.inline}`)
      continue
    }
    const words = [field.name, field.no ?? '-', field.type]
    for (const flag of flags) if (field[flag]) words.push(flag)
    if (field.listType !== undefined)
      words.push(`list=${[field.listType, ...(field.mapKeys ? [field.mapKeys.join(',')] : [])].join(':')}`)
    if (field.mapType !== undefined) words.push(`mapType=${field.mapType}`)
    if (field.structType !== undefined) words.push(`structType=${field.structType}`)
    if (field.mergeKey !== undefined) words.push(`merge=${field.mergeKey}`)
    if (field.patchStrategy !== undefined && !(field.patchStrategy === 'merge' && field.mergeKey !== undefined))
      words.push(`strategy=${field.patchStrategy}`)
    if (field.default !== undefined) words.push(`default=${field.default}`)
    if (field.enum !== undefined) words.push(`enum=${field.enum.map(encodeURIComponent).join('|')}`)
    lines.push(words.join(' '))
  }
  const text = lines.join('\n')
  if (/[`\\]|\$\{/.test(text)) throw new Error(`${type.type} needs escaping`)
  return text
}

function renderTables({ files }) {
  const names = [...files.keys()].sort()
  return [
    generatedHeader,
    `import { createTypeLoader, type ObjectSchema, type TypeTable } from '@pinnace/schema'`,
    `import { apiregistrationV1Types } from './groups/apiregistration-v1.ts'`,
    ...names.map((file) => `import { ${tableName(file)} } from './groups/${file}.ts'`),
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
