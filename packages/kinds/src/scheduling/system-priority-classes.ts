/** A priority class that is always there. */
export interface SystemPriorityClass {
  readonly name: string
  readonly value: number
  readonly description: string
}

/** Names that begin so belong to the server. */
export const systemPriorityPrefix = 'system-'

/** The highest value a priority class of users may have. */
export const highestUserPriority = 1_000_000_000

const critical = 2 * highestUserPriority

/** The priority classes every server has. */
// upstream: apis/scheduling/v1/helpers.go
export const systemPriorityClasses: readonly SystemPriorityClass[] = [
  {
    name: 'system-node-critical',
    value: critical + 1000,
    description: 'Used for system critical pods that must not be moved from their current node.',
  },
  {
    name: 'system-cluster-critical',
    value: critical,
    description:
      'Used for system critical pods that must run in the cluster, but can be moved to another node if necessary.',
  },
]
