import { formatGroupVersion, type Vocabulary } from '@pinnace/meta'
import { groupName, kindTable, type KindRow } from '@pinnace/types'

// The kinds of bodies that no resource has.
const bodyKinds: readonly Pick<KindRow, 'group' | 'version' | 'kind'>[] = [
  { group: 'autoscaling', version: 'v1', kind: 'Scale' },
  { group: 'policy', version: 'v1', kind: 'Eviction' },
  { group: 'authentication', version: 'v1', kind: 'TokenRequest' },
]

// Kinds that every group version has.
const commonKinds = ['CreateOptions', 'DeleteOptions', 'GetOptions', 'ListOptions', 'PatchOptions', 'UpdateOptions']

/** The built-in kinds, as `apiVersion kind`. */
export function builtInKindsOf(vocabulary: Vocabulary): ReadonlySet<string> {
  const kinds = new Set<string>()
  for (const { group, version, kind } of [...kindTable, ...bodyKinds]) {
    const apiVersion = formatGroupVersion({ group: groupName(vocabulary, group), version })
    for (const name of [kind, `${kind}List`, ...commonKinds]) kinds.add(`${apiVersion} ${name}`)
  }
  return kinds
}
