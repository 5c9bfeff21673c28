import { thenMaybe } from '@pinnace/meta'
import type { ResourceQuota } from '@pinnace/types/core-v1'
import { createQuotaEvaluators } from '../../quota/create-quota-evaluators.ts'
import type { BuiltInPlugin } from '../../built-in-plugin.ts'
import { createLedger } from './create-ledger.ts'
import { readLimitedResources, type LimitedResource } from './limited-resource.ts'
import { chargesOf } from './quota-charges.ts'

const quotaResource = { group: '', resource: 'resourcequotas' }

/**
 * Refuses writes that exceed a quota of their namespace, and adds their usage to the status of the quotas. Usage of
 * deleted objects is released when the quota controller recounts.
 */
// upstream: apiserver/pkg/admission/plugin/resourcequota
export const resourceQuota: BuiltInPlugin = {
  name: 'ResourceQuota',
  isDefault: true,
  configure: readLimitedResources,
  create(context, settings) {
    const limited = settings as readonly LimitedResource[]
    const evaluators = createQuotaEvaluators(context.vocabulary)
    const ledger = createLedger(context, evaluators)
    return {
      name: 'ResourceQuota',
      handles: (operation) => operation === 'CREATE' || operation === 'UPDATE',
      validate(attributes) {
        const { namespace, resource } = attributes
        // The namespace attribute of a Namespace is its own name; no quota counts it.
        if (namespace === '' || (resource.group === '' && resource.resource === 'namespaces')) return
        const evaluator = evaluators.of(resource)
        if (evaluator === undefined || !evaluator.handles(attributes)) return
        return thenMaybe(context.objects.list<ResourceQuota>(quotaResource, namespace), (quotas) => {
          if (quotas.length === 0 && limited.length === 0) return
          const nowMs = context.clock.now()
          const charges = chargesOf({ attributes, evaluator, quotas, limited, nowMs })
          if (charges.length === 0) return
          return attributes.dryRun ? ledger.check(charges, attributes) : ledger.charge(charges, attributes)
        })
      },
    }
  },
}
