import { type Column, ageColumn, column, columns, nameColumn } from '@pinnace/resources'
import type { APIService } from '@pinnace/types/apiregistration-v1'
import type { ComponentCondition, ComponentStatus, ReplicationController, ResourceQuota } from '@pinnace/types/core-v1'
import type { FlowSchema, PriorityLevelConfiguration } from '@pinnace/types/flowcontrol-v1'
import type { RuntimeClass } from '@pinnace/types/node-v1'
import type { PodDisruptionBudget } from '@pinnace/types/policy-v1'
import type { ResourceClaim, ResourceSlice } from '@pinnace/types/resource-v1'
import type { PriorityClass } from '@pinnace/types/scheduling-v1'
import { containersColumn, imagesColumn } from './containers.ts'
import { formatLabels } from './format.ts'

// upstream: printers, printComponentStatus
export const componentStatusColumns: readonly Column<ComponentStatus>[] = [
  nameColumn,
  column('Status', (object) => healthOf(object)),
  column('Message', ({ conditions = [] }) => conditions.find(isHealth)?.message ?? ''),
  column('Error', ({ conditions = [] }) => conditions.find(isHealth)?.error ?? ''),
]

function healthOf({ conditions = [] }: ComponentStatus): string {
  const status = conditions.find(isHealth)?.status
  return status === 'True' ? 'Healthy' : status === 'False' ? 'Unhealthy' : 'Unknown'
}

function isHealth({ type }: ComponentCondition): boolean {
  return type === 'Healthy'
}

// upstream: printers, printReplicationController
export const replicationControllerColumns: readonly Column<ReplicationController>[] = columns<ReplicationController>(
  column('Desired', (object) => object.spec?.replicas ?? 0, { type: 'integer' }),
  column('Current', (object) => object.status?.replicas ?? 0, { type: 'integer' }),
  column('Ready', (object) => object.status?.readyReplicas ?? 0, { type: 'integer' }),
  containersColumn<ReplicationController>(({ spec }) => spec?.template, { wide: true }),
  imagesColumn<ReplicationController>(({ spec }) => spec?.template, { wide: true }),
  column('Selector', (object) => formatLabels(object.spec?.selector), { wide: true }),
)

// upstream: printers, printResourceQuota
export const resourceQuotaColumns: readonly Column<ResourceQuota>[] = columns<ResourceQuota>(
  column('Request', (object) => formatQuota(object, false)),
  column('Limit', (object) => formatQuota(object, true)),
)

function formatQuota({ status }: ResourceQuota, areLimits: boolean): string {
  return Object.keys(status?.hard ?? {})
    .filter((name) => name.startsWith('limits.') === areLimits)
    .sort()
    .map((name) => `${name}: ${status?.used?.[name] ?? '0'}/${status?.hard?.[name] ?? '0'}`)
    .join(', ')
}

// upstream: printers, printPodDisruptionBudget
export const disruptionBudgetColumns: readonly Column<PodDisruptionBudget>[] = columns<PodDisruptionBudget>(
  column('Min Available', (object) => String(object.spec?.minAvailable ?? 'N/A')),
  column('Max Unavailable', (object) => String(object.spec?.maxUnavailable ?? 'N/A')),
  column('Allowed Disruptions', (object) => object.status?.disruptionsAllowed ?? 0, { type: 'integer' }),
)

// upstream: printers, printRuntimeClass
export const runtimeClassColumns: readonly Column<RuntimeClass>[] = columns<RuntimeClass>(
  column('Handler', (object) => object.handler),
)

// upstream: printers, printPriorityClass – the one table whose age is not last.
export const priorityClassColumns: readonly Column<PriorityClass>[] = [
  nameColumn,
  column('Value', (object) => object.value ?? 0, { type: 'integer' }),
  column('Global-Default', (object) => object.globalDefault ?? false, { type: 'boolean' }),
  ageColumn,
  column('PreemptionPolicy', (object) => object.preemptionPolicy ?? ''),
]

// upstream: printers, printFlowSchema – the age is not last, and numbers stand in columns of text.
export const flowSchemaColumns: readonly Column<FlowSchema>[] = [
  nameColumn,
  column('PriorityLevel', (object) => object.spec?.priorityLevelConfiguration.name ?? ''),
  column('MatchingPrecedence', (object) => object.spec?.matchingPrecedence ?? 0),
  column('DistinguisherMethod', (object) => object.spec?.distinguisherMethod?.type ?? '<none>'),
  ageColumn,
  column('MissingPL', ({ status }) => status?.conditions?.find(({ type }) => type === 'Dangling')?.status ?? '?'),
]

// upstream: printers, printPriorityLevelConfiguration – nothing is printed of a level that is exempt.
export const priorityLevelColumns: readonly Column<PriorityLevelConfiguration>[] = columns<PriorityLevelConfiguration>(
  column('Type', (object) => object.spec?.type ?? ''),
  column('NominalConcurrencyShares', ({ spec }) => spec?.limited?.nominalConcurrencyShares ?? '<none>'),
  column('Queues', (object) => queuing(object, 'queues')),
  column('HandSize', (object) => queuing(object, 'handSize')),
  column('QueueLengthLimit', (object) => queuing(object, 'queueLengthLimit')),
)

function queuing(
  { spec }: PriorityLevelConfiguration,
  field: 'queues' | 'handSize' | 'queueLengthLimit',
): number | string {
  return spec?.limited?.limitResponse?.queuing?.[field] ?? '<none>'
}

// upstream: printers, printResourceClaim
export const resourceClaimColumns: readonly Column<ResourceClaim>[] = columns<ResourceClaim>(
  column('State', ({ metadata, status }) => {
    const isDeleted = metadata.deletionTimestamp !== undefined
    const states = isDeleted ? ['deleted'] : []
    if (status?.allocation !== undefined) {
      states.push('allocated')
      if ((status.reservedFor ?? []).length > 0) states.push('reserved')
    } else if (!isDeleted) {
      states.push('pending')
    }
    return states.join(',')
  }),
)

// upstream: printers, printResourceSlice
export const resourceSliceColumns: readonly Column<ResourceSlice>[] = columns<ResourceSlice>(
  column('Node', (object) => object.spec.nodeName ?? ''),
  column('Driver', (object) => object.spec.driver),
  column('Pool', (object) => object.spec.pool.name),
)

// upstream: the aggregator's table of APIService
export const apiServiceColumns: readonly Column<APIService>[] = columns<APIService>(
  column('Service', ({ spec }) =>
    spec?.service === undefined ? 'Local' : `${spec.service.namespace ?? ''}/${spec.service.name ?? ''}`,
  ),
  column('Available', ({ status }) => {
    const available = status?.conditions?.find(({ type }) => type === 'Available')
    const { status: answer = 'Unknown', reason = '' } = available ?? {}
    return answer === 'True' || reason === '' ? answer : `${answer} (${reason})`
  }),
)
