import { formatGroupVersion, type Vocabulary } from '@pinnace/meta'
import { groupName, kindTable, type KindRow } from '@pinnace/types'

/** The built-in kinds that the decoder of a group knows, as `apiVersion kind`. */
export type BuiltInKinds = (group: string) => ReadonlySet<string>

// upstream: apiextensions-apiserver and kube-aggregator are servers of their own within kube-apiserver, each with a scheme.
const separateGroups = ['apiextensions', 'apiregistration'] as const

// The kinds of bodies that no resource has.
const bodyKinds: readonly Pick<KindRow, 'group' | 'version' | 'kind'>[] = [
  { group: 'autoscaling', version: 'v1', kind: 'Scale' },
  { group: 'policy', version: 'v1', kind: 'Eviction' },
  { group: 'authentication', version: 'v1', kind: 'TokenRequest' },
]

// Kinds that every group version has.
const commonKinds = ['CreateOptions', 'DeleteOptions', 'GetOptions', 'ListOptions', 'PatchOptions', 'UpdateOptions']

const known = new WeakMap<Vocabulary, BuiltInKinds>()

/** The built-in kinds, read from the table of kinds once for a vocabulary. */
export function builtInKindsOf(vocabulary: Vocabulary): BuiltInKinds {
  let kinds = known.get(vocabulary)
  if (kinds === undefined) known.set(vocabulary, (kinds = createBuiltInKinds(vocabulary)))
  return kinds
}

function createBuiltInKinds(vocabulary: Vocabulary): BuiltInKinds {
  const separate = new Set<string>(separateGroups.map((word) => groupName(vocabulary, word)))
  const common = new Set<string>()
  const byGroup = new Map<string, Set<string>>([...separate].map((group) => [group, new Set()]))
  for (const row of [...kindTable, ...bodyKinds]) {
    const group = groupName(vocabulary, row.group)
    const apiVersion = formatGroupVersion({ group, version: row.version })
    const kinds = byGroup.get(group) ?? common
    for (const name of [row.kind, `${row.kind}List`, ...commonKinds]) kinds.add(`${apiVersion} ${name}`)
  }
  return (group) => byGroup.get(group) ?? common
}
