import { createTimeSlices, thenMaybe, type ApiObject, type Awaitable, type GroupResource } from '@pinnace/meta'
import type { ResourceQuota } from '@pinnace/types/core-v1'
import type { PluginContext } from '../../plugin-context.ts'
import type { QuotaEvaluators } from '../../quota/create-quota-evaluators.ts'
import { computeQuotaUsage } from '../../quota/quota-usage.ts'
import { readAmounts, type ResourceAmounts } from '../../quota/resource-amounts.ts'

/** The usage in the status of a quota; counted where the status is incomplete. */
export function recordedUsage(
  { objects, clock }: Pick<PluginContext, 'objects' | 'clock'>,
  evaluators: QuotaEvaluators,
  quota: ResourceQuota,
): Awaitable<ResourceAmounts> {
  const recorded = readAmounts(quota.status?.used)
  const names = new Set(Object.keys(quota.spec?.hard ?? {}))
  const isComplete = evaluators
    .forNames(names)
    .every((one) => one.matchingNames(names).every((name) => recorded.has(name)))
  if (isComplete) return recorded
  const { namespace = '' } = quota.metadata
  const list = (resource: GroupResource): Awaitable<readonly ApiObject[]> =>
    objects.list(resource, namespace, { consistent: true })
  const slices = createTimeSlices({ clock })
  const counted = computeQuotaUsage({ quota, evaluators, list, nowMs: clock.now(), slices })
  return thenMaybe(counted, (live) => new Map([...live, ...recorded]))
}
