import { BoundedMap, formatGroupResource, type GroupResource, type Vocabulary } from '@pinnace/meta'
import { createClaimQuota } from './claim-quota.ts'
import { countedResource, createObjectCount } from './object-count.ts'
import { createPodQuota } from './pod-quota.ts'
import type { QuotaEvaluator } from './quota-evaluator.ts'
import { serviceQuota } from './service-quota.ts'

/** The quota evaluators of a server, by resource. */
export interface QuotaEvaluators {
  /** The evaluator of a resource; undefined for events and reviews, which quotas do not count. */
  of(resource: GroupResource): QuotaEvaluator | undefined
  /** The evaluators that count usage under one of the names. */
  forNames(names: ReadonlySet<string>): readonly QuotaEvaluator[]
}

/** Most cached evaluators; the oldest is evicted first. */
const maxCached = 8192

/** Creates the evaluators. Resources other than pods, services and claims are counted by number of objects. */
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
  const cached = new BoundedMap<string, QuotaEvaluator>({ maxEntries: maxCached, evict: 'oldest' })
  const uncounted = uncountedResources(vocabulary)
  const of = (resource: GroupResource): QuotaEvaluator | undefined => {
    const id = formatGroupResource(resource)
    if (uncounted.has(id)) return undefined
    return cached.getOrInsertComputed(
      id,
      () => own.find((one) => formatGroupResource(one.resource) === id) ?? createObjectCount(resource),
    )
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
