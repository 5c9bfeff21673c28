import type { Service } from '@pinnace/types/core-v1'
import { objectCountName } from './object-count.ts'
import type { QuotaEvaluator } from './quota-evaluator.ts'
import { countUnits, oneUnit } from './resource-amounts.ts'

const resource = { group: '', resource: 'services' }
const objectCount = objectCountName(resource)
const names: ReadonlySet<string> = new Set([objectCount, 'services', 'services.nodeports', 'services.loadbalancers'])

/** The evaluator of services: their number, node ports and load balancers. */
// upstream: pkg/quota/v1/evaluator/core/services.go
export const serviceQuota: QuotaEvaluator = {
  resource,
  handles: ({ operation, subresource }) => subresource === '' && (operation === 'CREATE' || operation === 'UPDATE'),
  matchingNames: (wanted) => [...names].filter((name) => wanted.has(name)),
  matchesScope: () => false,
  missing: () => undefined,
  usage: (object) =>
    new Map([
      [objectCount, oneUnit],
      ['services', oneUnit],
      ['services.nodeports', countUnits(nodePorts(object))],
      ['services.loadbalancers', countUnits((object as Service).spec?.type === 'LoadBalancer' ? 1 : 0)],
    ]),
}

// Counted as requested: at admission none has been allocated yet.
function nodePorts({ spec }: Service): number {
  const ports = spec?.ports ?? []
  if (spec?.type === 'NodePort') return ports.length
  if (spec?.type !== 'LoadBalancer') return 0
  if (spec.allocateLoadBalancerNodePorts !== false) return ports.length
  return ports.filter(({ nodePort = 0 }) => nodePort !== 0).length
}
