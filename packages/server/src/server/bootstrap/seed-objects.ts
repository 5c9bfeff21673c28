import { isIP } from 'node:net'
import { firstServiceAddress } from '@pinnace/kinds'
import { formatTime, type ApiObject, type ManagedFieldsEntry } from '@pinnace/meta'
import { ownManager } from '../../request/loopback-scope.ts'
import { storageOf } from '../../storage/served-resource.ts'
import { storeNewObject } from '../../storage/store-new-object.ts'
import type { ServerState } from '../facilities/server-state.ts'
import { danglingCondition } from './dangling-condition.ts'
import { flowSchemas, priorityLevels } from './flow-control-objects.ts'
import { ownerOf } from './owned-fields.ts'

type SeedContext = Pick<ServerState, 'vocabulary' | 'clock' | 'random' | 'findDeclared'>

/** An object to create if there is none of its name. */
interface Seed {
  readonly group: string
  readonly resource: string
  readonly manager: string
  /** The manager of the status, which is applied. */
  readonly statusManager?: string
  readonly object: ApiObject & { readonly status?: object }
}

/**
 * Creates what is missing of the flow schemas and priority levels, the service range, the address of the server's own
 * service, and the date since which legacy tokens are tracked. They are written to the store directly, without validation
 * and admission: a start takes milliseconds.
 */
export async function seedObjects(context: SeedContext, serviceCidr: string): Promise<void> {
  const seeds = [
    ...flowControlSeeds(context),
    serviceCidrSeed(context, serviceCidr),
    ipAddressSeed(context, firstServiceAddress(serviceCidr)),
    tokenTrackingSeed(context),
  ]
  for (const seed of seeds) await create(context, seed)
}

/** Creates what is missing of the default flow schemas and priority levels. */
export async function seedFlowControl(context: SeedContext): Promise<void> {
  for (const seed of flowControlSeeds(context)) await create(context, seed)
}

const producer = 'api-priority-and-fairness-config-producer-v1'
/** Maintains the status of flow schemas. */
export const flowControlConsumer = 'api-priority-and-fairness-config-consumer-v1'

// upstream: registry/flowcontrol/rest/storage_flowcontrol.go and apiserver/pkg/util/flowcontrol/apf_controller.go
function flowControlSeeds({ vocabulary, clock }: SeedContext): readonly Seed[] {
  const group = vocabulary.group('flowcontrol.apiserver')
  const lastTransitionTime = formatTime(clock.now())
  const annotations = { [`apf.${vocabulary.labelDomain}/autoupdate-spec`]: 'true' }
  const metadata = (name: string): ApiObject['metadata'] => ({ name, generation: 1, annotations })
  const levels = priorityLevels.map(({ name, spec }): Seed => ({
    group,
    resource: 'prioritylevelconfigurations',
    manager: producer,
    object: { kind: 'PriorityLevelConfiguration', metadata: metadata(name), spec, status: {} } as Seed['object'],
  }))
  const schemas = flowSchemas(vocabulary).map(({ name, spec }): Seed => {
    const condition = danglingCondition(spec.priorityLevelConfiguration.name, true, lastTransitionTime)
    return {
      group,
      resource: 'flowschemas',
      manager: producer,
      statusManager: flowControlConsumer,
      object: {
        kind: 'FlowSchema',
        metadata: metadata(name),
        spec,
        status: { conditions: [condition] },
      } as Seed['object'],
    }
  })
  return [...levels, ...schemas]
}

// upstream: pkg/controlplane/controller/defaultservicecidr/default_servicecidr_controller.go
function serviceCidrSeed({ vocabulary, clock }: SeedContext, serviceCidr: string): Seed {
  const { product } = vocabulary
  const message = `${product.charAt(0).toUpperCase()}${product.slice(1)} default Service CIDR is ready`
  const lastTransitionTime = formatTime(clock.now())
  return {
    group: vocabulary.group('networking'),
    resource: 'servicecidrs',
    manager: ownManager(vocabulary),
    statusManager: `${product}-service-cidr-controller`,
    object: {
      kind: 'ServiceCIDR',
      metadata: { name: product },
      spec: { cidrs: serviceCidr.split(',').map((cidr) => cidr.trim()) },
      status: { conditions: [{ type: 'Ready', status: 'True', lastTransitionTime, reason: '', message }] },
    } as Seed['object'],
  }
}

// upstream: pkg/registry/core/service/ipallocator/ipallocator.go
function ipAddressSeed({ vocabulary }: SeedContext, address: string): Seed {
  const { product, labelDomain, groupDomain } = vocabulary
  const labels = {
    [`ipaddress.${labelDomain}/ip-family`]: isIP(address) === 6 ? 'IPv6' : 'IPv4',
    [`ipaddress.${labelDomain}/managed-by`]: `ipallocator.${groupDomain}`,
  }
  const spec = { parentRef: { resource: 'services', namespace: 'default', name: product } }
  return {
    group: vocabulary.group('networking'),
    resource: 'ipaddresses',
    manager: ownManager(vocabulary),
    object: { kind: 'IPAddress', metadata: { name: address, labels }, spec } as Seed['object'],
  }
}

// upstream: pkg/controlplane/controller/legacytokentracking
function tokenTrackingSeed({ vocabulary, clock }: SeedContext): Seed {
  const manager = ownManager(vocabulary)
  const metadata = {
    name: `${manager}-legacy-service-account-token-tracking`,
    namespace: vocabulary.systemNamespace,
  }
  const data = { since: formatTime(clock.now()).slice(0, 10) }
  return {
    group: '',
    resource: 'configmaps',
    manager,
    object: { kind: 'ConfigMap', metadata, data } as Seed['object'],
  }
}

async function create(context: SeedContext, { group, resource, manager, statusManager, object }: Seed): Promise<void> {
  const served = context.findDeclared(group, 'v1', resource)
  if (served === undefined) return
  const { store, key } = storageOf(served)
  if ((await store.get(key(object.metadata.namespace ?? '', object.metadata.name ?? ''))) !== undefined) return
  // Another server may create it meanwhile.
  await storeNewObject(context, served, {
    object,
    ownersOf: (named, time) => [
      ...(statusManager === undefined ? [] : [statusOwnerOf(named, statusManager, time)]),
      ownerOf(named, manager, time),
    ],
  })
}

// A condition whose reason is empty was applied without one.
function statusOwnerOf({ apiVersion, status }: Seed['object'], manager: string, time: string): ManagedFieldsEntry {
  const [condition = {}] = (status as { conditions?: readonly object[] }).conditions ?? []
  const members = Object.entries(condition).filter(([, value]) => value !== '')
  const fields = Object.fromEntries(members.map(([name]) => [`f:${name}`, {}]))
  const key = `k:${JSON.stringify({ type: (condition as { type?: string }).type })}`
  return {
    manager,
    operation: 'Apply',
    ...(apiVersion === undefined ? {} : { apiVersion }),
    time,
    fieldsType: 'FieldsV1',
    fieldsV1: { 'f:status': { 'f:conditions': { [key]: { '.': {}, ...fields } } } },
    subresource: 'status',
  } as ManagedFieldsEntry
}
