import {
  computeQuotaUsage,
  maskAmounts,
  readAmounts,
  writeAmounts,
  type QuotaEvaluators,
} from '@pinnace/admission/quota'
import type { Client } from '@pinnace/client'
import type { ApiObject, GroupResource, TimeSlices } from '@pinnace/meta'
import type { ResourceQuota, ResourceQuotaStatus } from '@pinnace/types/core-v1'
import type { CountableResources } from './countable-resources.ts'
import { isEqualQuantities } from './equal-quantities.ts'

/** Options for {@link countQuota}. */
export interface CountQuotaOptions {
  readonly client: Client
  readonly quota: ResourceQuota
  readonly evaluators: QuotaEvaluators
  readonly resources: CountableResources
  readonly nowMs: number
  readonly slices: TimeSlices
  readonly signal: AbortSignal
}

/** Counts what a quota limits. Resolves to the new status; undefined when it equals the current one. */
// upstream: resource_quota_controller.go, syncResourceQuota
export async function countQuota(options: CountQuotaOptions): Promise<ResourceQuotaStatus | undefined> {
  const { client, quota, evaluators, resources, nowMs, slices, signal } = options
  const hard = readAmounts(quota.spec?.hard)
  const list = async (resource: GroupResource): Promise<readonly ApiObject[] | undefined> => {
    if (resources.find(resource) === undefined) await resources.refresh(signal)
    const served = resources.find(resource)
    if (served === undefined) return undefined
    return (
      await client
        .resource(served)
        .namespace(quota.metadata.namespace ?? '')
        .list({ signal })
    ).items
  }
  const counted = await computeQuotaUsage({ quota, evaluators, list, nowMs, slices })
  // A resource that cannot be counted here keeps the usage another component has written.
  const used = maskAmounts(new Map([...readAmounts(quota.status?.used), ...counted]), hard.keys())
  const isSame =
    quota.status?.hard !== undefined &&
    quota.status.used !== undefined &&
    isEqualQuantities(hard, readAmounts(quota.status.hard)) &&
    isEqualQuantities(used, readAmounts(quota.status.used))
  return isSame ? undefined : { hard: writeAmounts(hard), used: writeAmounts(used) }
}
