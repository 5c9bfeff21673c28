import { systemAuthenticated, systemMasters } from '@pinnace/meta'
import type { FlowSchemaSpec, PriorityLevelConfigurationSpec, Subject } from '@pinnace/types/flowcontrol-v1'

const systemUnauthenticated = 'system:unauthenticated'

/** Specs of flow schemas that may not change. */
// upstream: apiserver/pkg/apis/flowcontrol/bootstrap, MandatoryFlowSchemas
export const fixedFlowSchemas: ReadonlyMap<string, FlowSchemaSpec> = new Map([
  ['exempt', everyRequest('exempt', 1, [systemMasters])],
  [
    'catch-all',
    {
      ...everyRequest('catch-all', 10_000, [systemUnauthenticated, systemAuthenticated]),
      distinguisherMethod: { type: 'ByUser' },
    },
  ],
])

/** Specs of priority levels that may not change; of `exempt` the field `exempt` may. */
// upstream: apiserver/pkg/apis/flowcontrol/bootstrap, MandatoryPriorityLevelConfigurations
export const fixedPriorityLevels: ReadonlyMap<string, PriorityLevelConfigurationSpec> = new Map([
  ['exempt', { type: 'Exempt', exempt: { nominalConcurrencyShares: 0, lendablePercent: 0 } }],
  [
    'catch-all',
    {
      type: 'Limited',
      limited: { nominalConcurrencyShares: 5, lendablePercent: 0, limitResponse: { type: 'Reject' } },
    },
  ],
])

function everyRequest(level: string, matchingPrecedence: number, groups: readonly string[]): FlowSchemaSpec {
  const subjects = groups.map((name): Subject => ({ kind: 'Group', group: { name } }))
  const all = ['*']
  return {
    priorityLevelConfiguration: { name: level },
    matchingPrecedence,
    rules: [
      {
        subjects,
        resourceRules: [{ verbs: all, apiGroups: all, resources: all, namespaces: all, clusterScope: true }],
        nonResourceRules: [{ verbs: all, nonResourceURLs: all }],
      },
    ],
  }
}
