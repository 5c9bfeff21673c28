// The sources that are made from the facts about built-in types.
import { renderBuiltInKinds } from './render-built-in-kinds.mjs'
import { renderDescriptionModules } from './render-description-modules.mjs'
import { isFloor, renderInterface } from './render-interface.mjs'
import { layOutTypes, simpleName } from './type-layout.mjs'

/** First line of every generated module. */
export const generatedHeader = '// Made by scripts/generate-types.mjs; do not edit.'

/** The generated modules, unformatted: from a file name to its text. */
export function renderTypes(types, { files: descriptionFiles, texts } = { files: [], texts: {} }) {
  const layout = { ...layOutTypes(types), texts }
  const modules = new Map([...layout.files.keys()].map((file) => [`groups/${file}.ts`, renderFile(file, layout)]))
  const ofServers = new Set(serverTables)
  const others = [...layout.files.keys()].filter((file) => !ofServers.has(file))
  return modules
    .set('groups/built-in-kinds.ts', renderBuiltInKinds(generatedHeader, layout))
    .set('table-modules.ts', renderTableModules(layout))
    .set('server-tables.ts', renderTogether(serverTables))
    .set('other-tables.ts', renderTogether(others))
    .set('all-descriptions.ts', `${generatedHeader}\n${renderDescriptionModules(types, descriptionFiles)}`)
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

const flags = ['required', 'omitempty', 'omitzero', 'pointer', 'undescribed']

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
    if (field.goName !== undefined) words.push(`go=${field.goName}`)
    if (field.goType !== undefined) words.push(`goType=${field.goType}`)
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

/** The tables that every server needs; the others are one module, for a file for each takes longer to load. */
const serverTables = [
  'apiextensions-v1',
  'apiregistration-v1',
  'authentication-v1',
  'authentication-v1beta1',
  'authorization-v1',
  'autoscaling-v1',
  'core-v1',
  'core-v1-references',
  'meta-v1',
  'rbac-v1',
]

function renderTogether(files) {
  const lines = [...files].sort().map((file) => `export { ${tableName(file)} } from './groups/${file}.ts'`)
  return [generatedHeader, ...lines, ''].join('\n')
}

function renderTableModules({ fileOf, files, parts }) {
  const baseName = (type) => type.replace(/^(\[\]|map:)+/, '')
  const needsOf = (file) =>
    new Set(
      files
        .get(file)
        .flatMap(({ fields }) => fields.map((field) => fileOf.get(baseName(field.inline ?? field.type))))
        .filter((other) => other !== undefined && other !== file),
    )
  const inParts = parts.flatMap((part) => files.get(part).map(({ type }) => [type, part]))
  return [
    generatedHeader,
    "import type { TypeTable } from '@pinnace/schema'",
    '',
    '/** A module with a table of types. */',
    'export interface TableModule {',
    '  /** Imports the module. */',
    '  readonly load: () => Promise<TypeTable>',
    '  /** The modules whose types the table refers to. */',
    '  readonly needs: readonly string[]',
    '}',
    '',
    '/** The modules by name: the group and version in lower case, or a part of core/v1. */',
    'export const tableModules: Readonly<Record<string, TableModule>> = {',
    ...[...files.keys()].sort().map((file) => {
      const needs = [...needsOf(file)].sort().map((other) => `'${other}'`)
      return `  '${file}': { load: async () => (await import('./${serverTables.includes(file) ? 'server' : 'other'}-tables.ts')).${tableName(file)}, needs: [${needs.join(', ')}] },`
    }),
    '}',
    '',
    '/** Types of core/v1 that are in a part of it, and the module of that part. */',
    'export const modulesOfCoreTypes: Readonly<Record<string, string>> = {',
    ...inParts.map(([type, part]) => `  '${type}': '${part}',`),
    '}',
    '',
  ].join('\n')
}
