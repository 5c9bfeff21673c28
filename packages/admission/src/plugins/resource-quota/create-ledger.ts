import { internalError, StatusError, type ApiObject, type Mutable } from '@pinnace/meta'
import type { ResourceQuota } from '@pinnace/types/core-v1'
import {
  addAmounts,
  maskAmounts,
  readAmounts,
  writeAmounts,
  type ResourceAmounts,
} from '../../quota/resource-amounts.ts'
import type { QuotaEvaluators } from '../../quota/create-quota-evaluators.ts'
import type { AdmissionAttributes } from '../../admission-attributes.ts'
import type { PluginContext } from '../../plugin-context.ts'
import { createLock } from './create-lock.ts'
import { assertWithin, type QuotaCharge } from './quota-charges.ts'
import { recordedUsage } from './recorded-usage.ts'

const quotaResource = { group: '', resource: 'resourcequotas' }
const longestWaitMs = 10_000

/** Accounts for usage in the status of the quotas of a server. */
export interface Ledger {
  /** Throws the refusal of a quota that would be exceeded. Writes nothing. */
  check(charges: readonly QuotaCharge[], attributes: AdmissionAttributes): Promise<void>
  /** Adds the charges to the status of their quotas; throws as `check` does. */
  charge(charges: readonly QuotaCharge[], attributes: AdmissionAttributes): Promise<void>
}

/** A charge with the usage before it. */
interface Entry extends QuotaCharge {
  readonly used: ResourceAmounts
}

/** Creates the ledger of a server. */
export function createLedger(context: PluginContext, evaluators: QuotaEvaluators): Ledger {
  const { objects, clock } = context
  // INVARIANT: one write of a namespace is charged at a time, so that concurrent writes do not conflict with each other.
  const lock = createLock()

  const open = async (charges: readonly QuotaCharge[], attributes: AdmissionAttributes): Promise<readonly Entry[]> => {
    const entries: Entry[] = []
    for (const { quota, more } of charges) {
      const used = await recordedUsage(context, evaluators, quota)
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
      // A deleted quota has no limits.
      if (!(error instanceof StatusError && error.reason === 'NotFound')) throw error
    }
  }

  /** The charges with the quotas as stored now; deleted quotas are left out. */
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
    /** Adds the charges to the status of their quotas; throws as `check` does. */
    charge(charges, attributes) {
      const sinceMs = clock.monotonic()
      return lock.run(attributes.namespace, async () => {
        if (attributes.signal?.aborted === true || clock.monotonic() - sinceMs > longestWaitMs) {
          throw internalError('resource quota evaluation timed out')
        }
        // Nothing is charged before all charges fit, nor for an object that exists: its create will be refused.
        const entries = await open(await renew(charges), attributes)
        const { operation, resource, namespace, name } = attributes
        const exists = async (): Promise<boolean> =>
          (await objects.get(resource, namespace, name, { consistent: true })) !== undefined
        if (operation !== 'CREATE' || name === '' || !(await exists()))
          for (const entry of entries) await write(entry, attributes)
      })
    },
  }
}

// A status update reports usage that has happened: it is charged, and never refused.
function assertFits(
  attributes: AdmissionAttributes,
  quota: ResourceQuota,
  used: ResourceAmounts,
  more: ResourceAmounts,
): void {
  if (attributes.subresource !== 'status') assertWithin(attributes, quota, used, more)
}
