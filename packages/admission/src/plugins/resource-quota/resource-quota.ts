import { thenMaybe } from '@pinnace/meta'
import type { ResourceQuota } from '@pinnace/types/core-v1'
import { createQuotaEvaluators } from '../../quota/create-quota-evaluators.ts'
import type { BuiltInPlugin } from '../../built-in-plugin.ts'
import { createLedger } from './create-ledger.ts'
import { readLimitedResources, type LimitedResource } from './limited-resource.ts'
import { chargesOf } from './quota-charges.ts'

const quotaResource = { group: '', resource: 'resourcequotas' }

/**
 * Refuses what a namespace has no quota left for, and writes into the status of its quotas what is used. What goes away
 * is given back when a controller counts again.
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
        // A namespace is in itself, and no quota counts it.
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
