// The types of the built-in kinds by their apiVersion and kind, from the table of kinds.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './workspace.mjs'

const tablePath = join(root, 'packages', 'types', 'src', 'kind-table.ts')
const rowPattern = /^ {2}\{ group: '([^']*)', version: '([^']*)', kind: '([^']*)',(.*)\},$/gm

/** The rows of the table of kinds: group, version and kind, and whether objects are only created, never stored. */
function readKindRows() {
  const rows = Array.from(readFileSync(tablePath, 'utf8').matchAll(rowPattern), ([, group, version, kind, rest]) => ({
    group,
    version,
    kind,
    isCreateOnly: rest.includes('isVirtual: true') && rest.includes("verbs: ['create']"),
  }))
  if (rows.length === 0) throw new Error(`${tablePath} has no rows`)
  return rows
}

/** The module with `BuiltInKinds`; `fileOf` has the file of each type. */
export function renderBuiltInKinds(header, { fileOf }) {
  const rows = readKindRows()
  const groupVersions = new Map()
  for (const row of rows) {
    const key = `${row.group}/${row.version}`
    groupVersions.set(key, [...(groupVersions.get(key) ?? []), row])
  }
  const imports = new Map()
  const taken = new Map()
  const typeOf = ({ group, version, kind }) => {
    const word = typeGroupOf(group)
    // The interfaces of CRDs are not generated: the names of their fields depend on the vocabulary.
    const file = word === 'apiextensions' ? `${word}-${version}` : fileOf.get(`${word}.${version}.${kind}`)
    if (file === undefined) throw new Error(`there are no facts of ${word}.${version}.${kind}`)
    const isFree = (taken.get(kind) ?? file) === file
    const name = isFree ? kind : `${interfaceName(group, version)}${kind}`
    if (isFree) taken.set(kind, file)
    imports.set(file, (imports.get(file) ?? new Set()).add(name === kind ? kind : `${kind} as ${name}`))
    return name
  }
  const interfaces = [...groupVersions.values()].map((members) => {
    const [{ group, version }] = members
    const lines = members.map((row) => `  readonly ${row.kind}: ${typeOf(row)}`)
    return `interface ${interfaceName(group, version)}Kinds {\n${lines.join('\n')}\n}\n`
  })
  const parents = [...groupVersions.values()].map(
    ([{ group, version }]) => `Record<${apiVersionType(group, version)}, ${interfaceName(group, version)}Kinds>`,
  )
  const createOnly = [...new Set(rows.filter(({ isCreateOnly }) => isCreateOnly).map(({ kind }) => `'${kind}'`))]
  return [
    header,
    "import type { BuiltInDomain } from '@pinnace/meta'",
    ...[...imports]
      .sort()
      .map(([file, names]) => `import type { ${[...names].sort().join(', ')} } from './${file}.ts'`),
    '',
    '/** The types of the built-in kinds: `BuiltInKinds[apiVersion][kind]`. */',
    `export interface BuiltInKinds extends ${parents.join(', ')} {}\n`,
    '/** Built-in kinds whose objects are created and answered, and never stored. */',
    `export type CreateOnlyKind = ${createOnly.sort().join(' | ')}\n`,
    ...interfaces,
  ].join('\n')
}

/** `RbacV1` for rbac.authorization and v1. */
function interfaceName(group, version) {
  return [typeGroupOf(group), version].map((word) => word[0].toUpperCase() + word.slice(1)).join('')
}

/** The type of an apiVersion. */
function apiVersionType(group, version) {
  if (group === '') return `'${version}'`
  return ['apps', 'autoscaling', 'batch', 'policy'].includes(group)
    ? `'${group}/${version}'`
    : `\`${group}.\${BuiltInDomain}/${version}\``
}

/** The group of types, as `typeName` of the kind table spells it. */
function typeGroupOf(group) {
  return { '': 'core', 'internal.apiserver': 'apiserverinternal' }[group] ?? group.split('.')[0]
}
