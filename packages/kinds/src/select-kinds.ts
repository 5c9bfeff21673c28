import type { Vocabulary } from '@pinnace/meta'
import { groupName, kindTable, type KindRow } from '@pinnace/types'

/**
 * Kinds that a server has whatever is selected: it keeps its own objects in them, or answers them itself. Resources by
 * the group of the kind table.
 */
const always: Readonly<Record<string, readonly string[]>> = {
  '': ['configmaps', 'namespaces'],
  apiextensions: ['customresourcedefinitions'],
  apiregistration: ['apiservices'],
  authentication: ['selfsubjectreviews', 'tokenreviews'],
  authorization: [
    'localsubjectaccessreviews',
    'selfsubjectaccessreviews',
    'selfsubjectrulesreviews',
    'subjectaccessreviews',
  ],
  'rbac.authorization': ['clusterrolebindings', 'clusterroles', 'rolebindings', 'roles'],
}

/**
 * Rows of the selected kinds, in the order of the kind table. A selection is `all`, or names of resources with their
 * group, as CRDs are named (`pods`, `deployments.apps`), or of every resource of a group (`*.apps`); all versions of a
 * resource are selected. Throws a TypeError for a name that is no built-in resource.
 */
export function selectKinds(vocabulary: Vocabulary, selection: 'all' | readonly string[]): readonly KindRow[] {
  if (selection === 'all') return kindTable
  const selected = new Set(selection)
  const known = new Set<string>()
  const rows = kindTable.filter((row) => {
    const names = namesOf(vocabulary, row)
    for (const name of names) known.add(name)
    return isAlwaysThere(row) || names.some((name) => selected.has(name))
  })
  const unknown = [...selected].find((name) => !known.has(name))
  if (unknown === undefined) return rows
  throw new TypeError(
    `${JSON.stringify(unknown)} is not a built-in resource; name one as "pods", "deployments.apps" or "*.apps"`,
  )
}

function isAlwaysThere({ group, resource }: KindRow): boolean {
  return always[group]?.includes(resource) === true
}

function namesOf(vocabulary: Vocabulary, row: KindRow): readonly string[] {
  const group = groupName(vocabulary, row.group)
  return group === '' ? [row.resource] : [`${row.resource}.${group}`, `*.${group}`]
}
