import { formatGroupResource, type GroupResource, type Vocabulary } from '@pinnace/meta'
import { createClaimQuota } from './claim-quota.ts'
import { countedResource, createObjectCount } from './object-count.ts'
import { createPodQuota } from './pod-quota.ts'
import type { QuotaEvaluator } from './quota-evaluator.ts'
import { serviceQuota } from './service-quota.ts'

/** The evaluators of every resource. */
export interface QuotaEvaluators {
  /** Of one resource; `undefined` where quotas never count it: events, and what is not stored. */
  of(resource: GroupResource): QuotaEvaluator | undefined
  /** Those that count something of these names. */
  forNames(names: ReadonlySet<string>): readonly QuotaEvaluator[]
}

/** More resources than any server has: past these, they are made anew. */
const maxKnown = 8192

/** Evaluators by resource. What is not pods, services or claims is counted by its number. */
// upstream: pkg/quota/v1/evaluator/core/registry.go and pkg/quota/v1/install/registry.go
export function createQuotaEvaluators(vocabulary: Vocabulary): QuotaEvaluators {
  const own = [
    createPodQuota(vocabulary),
    serviceQuota,
    createClaimQuota(vocabulary),
    ...['configmaps', 'resourcequotas', 'replicationcontrollers', 'secrets'].map((resource) =>
      createObjectCount({ group: '', resource }, resource),
    ),
  ]
  const known = new Map<string, QuotaEvaluator>()
  const uncounted = uncountedResources(vocabulary)
  const of = (resource: GroupResource): QuotaEvaluator | undefined => {
    const id = formatGroupResource(resource)
    if (uncounted.has(id)) return undefined
    let evaluator = known.get(id)
    if (evaluator === undefined) {
      evaluator = own.find((one) => formatGroupResource(one.resource) === id) ?? createObjectCount(resource)
      if (known.size >= maxKnown) known.clear()
      known.set(id, evaluator)
    }
    return evaluator
  }
  return {
    of,
    forNames(names) {
      const found = new Set(own.filter((evaluator) => evaluator.matchingNames(names).length > 0))
      for (const name of names) {
        const resource = countedResource(name)
        const evaluator = resource === undefined ? undefined : of(resource)
        if (evaluator !== undefined) found.add(evaluator)
      }
      return [...found]
    },
  }
}

function uncountedResources(vocabulary: Vocabulary): ReadonlySet<string> {
  const authentication = vocabulary.group('authentication')
  const authorization = vocabulary.group('authorization')
  return new Set([
    'bindings',
    'componentstatuses',
    'events',
    `events.${vocabulary.group('events')}`,
    `tokenreviews.${authentication}`,
    `selfsubjectreviews.${authentication}`,
    `subjectaccessreviews.${authorization}`,
    `selfsubjectaccessreviews.${authorization}`,
    `localsubjectaccessreviews.${authorization}`,
    `selfsubjectrulesreviews.${authorization}`,
  ])
}
