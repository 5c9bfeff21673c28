import {
  thenMaybe,
  internalError,
  StatusError,
  type ApiObject,
  type Awaitable,
  type GroupResource,
  type Mutable,
} from '@pinnace/meta'
import type { ResourceQuota } from '@pinnace/types/core-v1'
import {
  addAmounts,
  maskAmounts,
  readAmounts,
  writeAmounts,
  type ResourceAmounts,
} from '../../quota/resource-amounts.ts'
import { computeQuotaUsage } from '../../quota/quota-usage.ts'
import type { QuotaEvaluators } from '../../quota/create-quota-evaluators.ts'
import type { AdmissionAttributes } from '../../attributes.ts'
import type { PluginContext } from '../../plugin-context.ts'
import { createTurns } from './create-turns.ts'
import { assertWithin, type QuotaCharge } from './quota-charges.ts'

const quotaResource = { group: '', resource: 'resourcequotas' }
const longestWaitMs = 10_000

/** What the quotas of a server say is used. */
export interface Ledger {
  /** Whether it fits; nothing is written. */
  check(charges: readonly QuotaCharge[], attributes: AdmissionAttributes): Promise<void>
  charge(charges: readonly QuotaCharge[], attributes: AdmissionAttributes): Promise<void>
}

/** A charge, and what is used before it. */
interface Entry extends QuotaCharge {
  readonly used: ResourceAmounts
}

/** The ledger of a server. */
export function createLedger({ objects, clock }: PluginContext, evaluators: QuotaEvaluators): Ledger {
  // INVARIANT: of one namespace one write is charged at a time, so that many at once do not all meet each other.
  const turns = createTurns()

  /** What is used; where the status does not say it all, it is counted. */
  const usageOf = (quota: ResourceQuota): Awaitable<ResourceAmounts> => {
    const said = readAmounts(quota.status?.used)
    const names = new Set(Object.keys(quota.spec?.hard ?? {}))
    const isSaid = evaluators.forNames(names).every((one) => one.matchingNames(names).every((name) => said.has(name)))
    if (isSaid) return said
    const { namespace = '' } = quota.metadata
    const list = (resource: GroupResource): Awaitable<readonly ApiObject[]> => objects.list(resource, namespace)
    const counted = computeQuotaUsage({ quota, evaluators, list, nowMs: clock.now() })
    return thenMaybe(counted, (live) => new Map([...live, ...said]))
  }

  const open = async (charges: readonly QuotaCharge[], attributes: AdmissionAttributes): Promise<readonly Entry[]> => {
    const entries: Entry[] = []
    for (const { quota, more } of charges) {
      const used = await usageOf(quota)
      assertFits(attributes, quota, used, more)
      entries.push({ quota, more, used })
    }
    return entries
  }

  const write = async ({ quota, more, used }: Entry, attributes: AdmissionAttributes): Promise<void> => {
    const { namespace = '', name = '' } = quota.metadata
    const change = (next: Mutable<ApiObject>): void => {
      const stored = next as Mutable<ResourceQuota>
      const before = new Map([...used, ...readAmounts(stored.status?.used)])
      assertFits(attributes, stored, before, more)
      const hard = { ...stored.spec?.hard }
      stored.status = { hard, used: writeAmounts(maskAmounts(addAmounts(before, more), Object.keys(hard))) }
    }
    try {
      await objects.updateStatus(quotaResource, namespace, name, change)
    } catch (error) {
      // A quota that is gone limits nothing.
      if (!(error instanceof StatusError && error.reason === 'NotFound')) throw error
    }
  }

  /** With the quotas as they are now that it is this write's turn. */
  const renew = async (charges: readonly QuotaCharge[]): Promise<readonly QuotaCharge[]> => {
    const renewed: QuotaCharge[] = []
    for (const { quota, more } of charges) {
      const { namespace = '', name = '' } = quota.metadata
      const now = await objects.get<ResourceQuota>(quotaResource, namespace, name)
      if (now !== undefined) renewed.push({ quota: now, more })
    }
    return renewed
  }

  return {
    async check(charges, attributes) {
      await open(charges, attributes)
    },
    charge(charges, attributes) {
      const sinceMs = clock.monotonic()
      return turns.take(attributes.namespace, async () => {
        if (attributes.signal?.aborted === true || clock.monotonic() - sinceMs > longestWaitMs) {
          throw internalError('resource quota evaluation timed out')
        }
        // Nothing is charged before everything fits, nor for what is there already: that will be refused.
        const entries = await open(await renew(charges), attributes)
        const { operation, resource, namespace, name } = attributes
        const isThere =
          operation === 'CREATE' && name !== '' && (await objects.get(resource, namespace, name)) !== undefined
        if (!isThere) for (const entry of entries) await write(entry, attributes)
      })
    },
  }
}

// What a status grows by has happened already: it is charged, and nobody can refuse it.
function assertFits(
  attributes: AdmissionAttributes,
  quota: ResourceQuota,
  used: ResourceAmounts,
  more: ResourceAmounts,
): void {
  if (attributes.subresource !== 'status') assertWithin(attributes, quota, used, more)
}
