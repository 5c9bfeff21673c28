import type { Vocabulary } from '@pinnace/meta'
import type {
  FlowSchema,
  FlowSchemaSpec,
  PriorityLevelConfiguration,
  PriorityLevelConfigurationSpec,
  Subject,
} from '@pinnace/types/flowcontrol-v1'

/** A default flow schema. */
export interface DefaultFlowSchema {
  readonly name: string
  readonly spec: FlowSchemaSpec
}

/** A default priority level. */
export interface DefaultPriorityLevel {
  readonly name: string
  readonly spec: PriorityLevelConfigurationSpec
}

/** The default priority levels: mandatory and suggested. */
// upstream: apiserver/pkg/apis/flowcontrol/bootstrap/default.go
export const priorityLevels: readonly DefaultPriorityLevel[] = [
  { name: 'exempt', spec: { type: 'Exempt', exempt: { nominalConcurrencyShares: 0, lendablePercent: 0 } } },
  limited('catch-all', { shares: 5, lendable: 0 }),
  limited('system', { shares: 30, lendable: 33, queues: 64, handSize: 6 }),
  limited('node-high', { shares: 40, lendable: 25, queues: 64, handSize: 6 }),
  limited('leader-election', { shares: 10, lendable: 0, queues: 16, handSize: 4 }),
  limited('workload-high', { shares: 40, lendable: 50, queues: 128, handSize: 6 }),
  limited('workload-low', { shares: 100, lendable: 90, queues: 128, handSize: 6 }),
  limited('global-default', { shares: 20, lendable: 50, queues: 128, handSize: 6 }),
]

/** The objects that are always in force, as if they were stored. */
// upstream: apiserver/pkg/apis/flowcontrol/bootstrap/default.go, Mandatory
export function mandatoryFlowControl(vocabulary: Vocabulary): {
  readonly schemas: readonly FlowSchema[]
  readonly levels: readonly PriorityLevelConfiguration[]
} {
  const apiVersion = `${vocabulary.group('flowcontrol.apiserver')}/v1`
  const isMandatory = ({ name }: { readonly name: string }): boolean => name === 'exempt' || name === 'catch-all'
  return {
    schemas: flowSchemas(vocabulary)
      .filter(isMandatory)
      .map(({ name, spec }) => ({ apiVersion, kind: 'FlowSchema', metadata: { name }, spec })),
    levels: priorityLevels
      .filter(isMandatory)
      .map(({ name, spec }) => ({ apiVersion, kind: 'PriorityLevelConfiguration', metadata: { name }, spec })),
  }
}

interface Limits {
  readonly shares: number
  readonly lendable: number
  /** Requests above the limit are rejected where there are no queues. */
  readonly queues?: number
  readonly handSize?: number
}

function limited(name: string, { shares, lendable, queues, handSize }: Limits): DefaultPriorityLevel {
  const limitResponse =
    queues === undefined || handSize === undefined
      ? { type: 'Reject' }
      : { type: 'Queue', queuing: { queues, handSize, queueLengthLimit: 50 } }
  return {
    name,
    spec: {
      type: 'Limited',
      limited: { nominalConcurrencyShares: shares, limitResponse, lendablePercent: lendable },
    },
  }
}

const everyResource = {
  verbs: ['*'],
  apiGroups: ['*'],
  resources: ['*'],
  clusterScope: true,
  namespaces: ['*'],
}
const everyPath = { verbs: ['*'], nonResourceURLs: ['*'] }
const everything = { resourceRules: [everyResource], nonResourceRules: [everyPath] }
const everyUser = ['system:unauthenticated', 'system:authenticated'].map(group)

/** The default flow schemas: mandatory and suggested. */
// upstream: apiserver/pkg/apis/flowcontrol/bootstrap/default.go
export function flowSchemas(vocabulary: Vocabulary): readonly DefaultFlowSchema[] {
  const { componentPrefix, systemNamespace } = vocabulary
  const manager = `${componentPrefix}-controller-manager`
  const scheduler = `${componentPrefix}-scheduler`
  const systemAccounts: Subject = {
    kind: 'ServiceAccount',
    serviceAccount: { namespace: systemNamespace, name: '*' },
  }
  const leases = { apiGroups: [vocabulary.group('coordination')], resources: ['leases'], namespaces: ['*'] }
  const nodes = { apiGroups: [''], resources: ['nodes', 'nodes/status'], clusterScope: true, namespaces: ['*'] }
  const [managerUser, schedulerUser] = [user(`system:${manager}`), user(`system:${scheduler}`)]
  return [
    schema('exempt', ['exempt', 1], [group('system:masters')], everything),
    schema('probes', ['exempt', 2], everyUser, {
      nonResourceRules: [{ verbs: ['get'], nonResourceURLs: ['/healthz', '/readyz', '/livez'] }],
    }),
    schema('system-leader-election', ['leader-election', 100, 'ByUser'], [managerUser, schedulerUser, systemAccounts], {
      resourceRules: [{ verbs: ['get', 'create', 'update'], ...leases }],
    }),
    schema('system-node-high', ['node-high', 400, 'ByUser'], [group('system:nodes')], {
      resourceRules: [
        { verbs: ['*'], ...nodes },
        { verbs: ['*'], ...leases },
      ],
    }),
    schema('system-nodes', ['system', 500, 'ByUser'], [group('system:nodes')], everything),
    schema(manager, ['workload-high', 800, 'ByNamespace'], [managerUser], everything),
    schema(scheduler, ['workload-high', 800, 'ByNamespace'], [schedulerUser], everything),
    schema(`${systemNamespace}-service-accounts`, ['workload-high', 900, 'ByNamespace'], [systemAccounts], everything),
    schema('service-accounts', ['workload-low', 9000, 'ByUser'], [group('system:serviceaccounts')], everything),
    schema('global-default', ['global-default', 9900, 'ByUser'], everyUser, everything),
    schema('catch-all', ['catch-all', 10_000, 'ByUser'], everyUser, everything),
  ]
}

function schema(
  name: string,
  [level, matchingPrecedence, distinguisher]: readonly [level: string, precedence: number, distinguisher?: string],
  subjects: readonly Subject[],
  rules: object,
): DefaultFlowSchema {
  const spec: FlowSchemaSpec = {
    priorityLevelConfiguration: { name: level },
    matchingPrecedence,
    ...(distinguisher === undefined ? {} : { distinguisherMethod: { type: distinguisher } }),
    rules: [{ subjects: [...subjects], ...rules }],
  }
  return { name, spec }
}

function group(name: string): Subject {
  return { kind: 'Group', group: { name } }
}

function user(name: string): Subject {
  return { kind: 'User', user: { name } }
}
