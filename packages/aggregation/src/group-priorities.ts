import type { DomainGroup, GroupVersion, Vocabulary } from '@pinnace/meta'

/** The place of a group version in discovery: higher numbers come first. */
export interface Priority {
  readonly group: number
  readonly version: number
}

// upstream: pkg/controlplane/apiserver/aggregator.go, DefaultGenericAPIServicePriorities, and what its callers add
const plainGroups: Readonly<Record<string, number>> = {
  '': 18_000,
  apps: 17_800,
  autoscaling: 17_500,
  batch: 17_400,
  policy: 17_100,
}

const domainGroups: readonly (readonly [DomainGroup, number])[] = [
  ['events', 17_750],
  ['authentication', 17_700],
  ['authorization', 17_600],
  ['certificates', 17_300],
  ['networking', 17_200],
  ['rbac.authorization', 17_000],
  ['storage', 16_800],
  ['apiextensions', 16_700],
  ['admissionregistration', 16_700],
  ['scheduling', 16_600],
  ['coordination', 16_500],
  ['node', 16_300],
  ['discovery', 16_200],
  ['flowcontrol.apiserver', 16_100],
  ['resource', 16_200],
  ['internal.apiserver', 16_000],
  ['storagemigration', 15_800],
]

/** CRDs, and kinds of a host. */
// upstream: controller/crdregistration – versions with the same priority are ordered by name.
const defaultPriority: Priority = Object.freeze({ group: 1000, version: 100 })

const releasedPriority = 15
const betaPriority = 9
const alphaPriority = 1
/** Of groups whose last beta version has more than others. */
const latePriority = 21
const lateGroups: readonly DomainGroup[] = ['flowcontrol.apiserver', 'resource']

/** The priorities of the group versions that the server registers itself. */
export function createPriorities(vocabulary: Vocabulary): (groupVersion: GroupVersion) => Priority {
  const groups = new Map(Object.entries(plainGroups))
  for (const [word, priority] of domainGroups) groups.set(vocabulary.group(word), priority)
  const late = new Set<string>(lateGroups.map((word) => vocabulary.group(word)))
  return ({ group, version }) => {
    const priority = groups.get(group)
    return priority === undefined
      ? defaultPriority
      : { group: priority, version: priorityOf(group, version, late.has(group)) }
  }
}

function priorityOf(group: string, version: string, isLate: boolean): number {
  if (group === '') return 1
  // The one group with two released versions.
  if (group === 'autoscaling' && version === 'v2') return 2 * releasedPriority
  if (version.includes('alpha')) return alphaPriority
  if (isLate && version === 'v1') return latePriority
  return version.includes('beta') ? betaPriority : releasedPriority
}
