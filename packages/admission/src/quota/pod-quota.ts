import { createPodRules, type PodRules, isExtendedResource, isHugePages, isNativeResource } from '@pinnace/kinds'
import { parseTime, type Quantity, type Vocabulary } from '@pinnace/meta'
import type { Container } from '@pinnace/types/core-v1-containers'
import type { Pod } from '@pinnace/types/core-v1-pods'
import { objectCountName } from './object-count.ts'
import { podMatchesScope } from './pod-scopes.ts'
import { hasPodLevelResources, podLimits, podRequests } from './pod-usage.ts'
import type { QuotaEvaluator } from './quota-evaluator.ts'
import { addAmounts, oneUnit, readAmounts, type ResourceAmounts } from './resource-amounts.ts'

const resource = { group: '', resource: 'pods' }
const objectCount = objectCountName(resource)
const computeNames = ['cpu', 'memory', 'ephemeral-storage']
const ownNames: ReadonlySet<string> = new Set([
  objectCount,
  'pods',
  ...computeNames,
  ...computeNames.map((name) => `requests.${name}`),
  ...computeNames.map((name) => `limits.${name}`),
])

// Resources that every container must specify if a quota limits them.
const demanded: ReadonlySet<string> = new Set(
  ['cpu', 'memory'].flatMap((name) => [name, `requests.${name}`, `limits.${name}`]),
)

/** The evaluator of pods: their number, requests and limits. */
// upstream: pkg/quota/v1/evaluator/core/pods.go
export function createPodQuota(vocabulary: Vocabulary): QuotaEvaluator {
  const rules = createPodRules(vocabulary)
  const isCounted = (name: string): boolean =>
    ownNames.has(name) ||
    isHugePages(name) ||
    name.startsWith('requests.hugepages-') ||
    (name.startsWith('requests.') && !isNativeResource(name, rules))
  return {
    resource,
    handles: ({ operation, subresource }) =>
      subresource === '' ? operation === 'CREATE' : subresource === 'resize' && operation === 'UPDATE',
    matchingNames: (wanted) => [...wanted].filter(isCounted),
    matchesScope: podMatchesScope,
    missing: (names, object) => missingOf(names, object, rules),
    usage(object, nowMs) {
      const usage = new Map([[objectCount, oneUnit]])
      if (!isAlive(object, nowMs)) return usage
      return addAmounts(usage, computeUsage(podRequests(object), podLimits(object), rules))
    },
  }
}

// upstream: Constraints – a pod with pod-level resources need not specify those of each container.
function missingOf(names: readonly string[], pod: Pod, rules: PodRules): string | undefined {
  if (hasPodLevelResources(pod)) return undefined
  const required = names.filter((name) => demanded.has(name))
  if (required.length === 0) return undefined
  const containers = [...(pod.spec?.containers ?? []), ...(pod.spec?.initContainers ?? [])]
  const lacking = new Map<string, Set<string>>()
  for (const container of containers) {
    const known = containerUsage(container, rules)
    for (const name of required) {
      if (known.has(name)) continue
      lacking.set(name, (lacking.get(name) ?? new Set()).add(container.name))
    }
  }
  if (lacking.size === 0) return undefined
  const parts = [...lacking].map(([name, containers]) => `${name} for: ${[...containers].sort().join(',')}`).sort()
  return `must specify ${parts.join('; ')}`
}

function containerUsage({ resources }: Container, rules: PodRules): ResourceAmounts {
  return computeUsage(readAmounts(resources?.requests), readAmounts(resources?.limits), rules)
}

// upstream: podComputeUsageHelper
function computeUsage(requests: ResourceAmounts, limits: ResourceAmounts, rules: PodRules): ResourceAmounts {
  const usage = new Map<string, Quantity>([['pods', oneUnit]])
  for (const [name, request] of requests) {
    const isPlain = computeNames.includes(name) || isHugePages(name)
    if (isPlain) usage.set(name, request)
    if (isPlain || isExtendedResource(name, rules)) usage.set(`requests.${name}`, request)
  }
  for (const name of computeNames) {
    const limit = limits.get(name)
    if (limit !== undefined) usage.set(`limits.${name}`, limit)
  }
  return usage
}

// A pod that has ended, or whose deletion is overdue, is not counted.
// upstream: QuotaV1Pod
function isAlive({ metadata, status }: Pod, nowMs: number): boolean {
  if (status?.phase === 'Failed' || status?.phase === 'Succeeded') return false
  const { deletionTimestamp, deletionGracePeriodSeconds } = metadata
  if (typeof deletionTimestamp !== 'string' || deletionGracePeriodSeconds === undefined) return true
  const deletedMs = parseTime(deletionTimestamp)
  return deletedMs === undefined || nowMs <= deletedMs + deletionGracePeriodSeconds * 1000
}
