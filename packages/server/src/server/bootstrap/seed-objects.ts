import { firstServiceAddress, serviceAddressObject } from '@pinnace/kinds'
import type { ApiObject, ManagedFieldsEntry, Vocabulary } from '@pinnace/meta'
import { ownManager } from '../../request/loopback-scope.ts'
import { storageOf } from '../../storage/served-resource.ts'
import { storeNewObject } from '../../storage/store-new-object.ts'
import type { ServerState } from '../facilities/server-state.ts'
import { danglingCondition } from './dangling-condition.ts'
import { flowSchemas, priorityLevels } from './flow-control-objects.ts'
import { ownerOf } from '../../storage/owned-fields.ts'

type SeedContext = Pick<ServerState, 'vocabulary' | 'clock' | 'random' | 'findDeclared'>

/** An object to create if there is none of its name. */
interface Seed {
  readonly group: string
  readonly resource: string
  readonly manager: string
  /** The manager of the status, which is applied. */
  readonly statusManager?: string
  readonly namespace?: string
  readonly name: string
  /** Builds the object for the time it is created at. */
  readonly build: (time: string) => SeedObject
  /** What stands for the object in all servers of a process. */
  readonly sharedBy?: object
}

type SeedObject = ApiObject & { readonly status?: object }

/**
 * Creates what is missing of the flow schemas and priority levels, the service range, the address of the server's own
 * service, and the date since which legacy tokens are tracked. They are written to the store directly, without validation
 * and admission: a start takes milliseconds.
 */
export async function seedObjects(context: SeedContext, serviceCidr: string): Promise<void> {
  const { vocabulary } = context
  for (const seed of flowControlSeedsOf(vocabulary)) await create(context, seed)
  await create(context, serviceCidrSeed(vocabulary, serviceCidr))
  await create(context, ipAddressSeed(vocabulary, firstServiceAddress(serviceCidr)))
  await create(context, tokenTrackingSeed(vocabulary))
}

/** Creates what is missing of the default flow schemas and priority levels. */
export async function seedFlowControl(context: SeedContext): Promise<void> {
  for (const seed of flowControlSeedsOf(context.vocabulary)) await create(context, seed)
}

const producer = 'api-priority-and-fairness-config-producer-v1'
/** Maintains the status of flow schemas. */
export const flowControlConsumer = 'api-priority-and-fairness-config-consumer-v1'

const flowControl = new WeakMap<Vocabulary, readonly Seed[]>()

function flowControlSeedsOf(vocabulary: Vocabulary): readonly Seed[] {
  let seeds = flowControl.get(vocabulary)
  if (seeds === undefined) flowControl.set(vocabulary, (seeds = flowControlSeeds(vocabulary)))
  return seeds
}

// upstream: registry/flowcontrol/rest/storage_flowcontrol.go and apiserver/pkg/util/flowcontrol/apf_controller.go
function flowControlSeeds(vocabulary: Vocabulary): readonly Seed[] {
  const group = vocabulary.group('flowcontrol.apiserver')
  const annotations = { [`apf.${vocabulary.labelDomain}/autoupdate-spec`]: 'true' }
  const metadata = (name: string): ApiObject['metadata'] => ({ name, generation: 1, annotations })
  const levels = priorityLevels.map(({ name, spec }): Seed => {
    const object = { kind: 'PriorityLevelConfiguration', metadata: metadata(name), spec, status: {} }
    return {
      group,
      resource: 'prioritylevelconfigurations',
      manager: producer,
      name,
      build: () => object as SeedObject,
      sharedBy: object,
    }
  })
  const schemas = flowSchemas(vocabulary).map(({ name, spec }): Seed => {
    const object = { kind: 'FlowSchema', metadata: metadata(name), spec }
    const { name: level } = spec.priorityLevelConfiguration
    return {
      group,
      resource: 'flowschemas',
      manager: producer,
      statusManager: flowControlConsumer,
      name,
      build: (time) => ({ ...object, status: { conditions: [danglingCondition(level, true, time)] } }) as SeedObject,
      sharedBy: object,
    }
  })
  return [...levels, ...schemas]
}

// upstream: pkg/controlplane/controller/defaultservicecidr/default_servicecidr_controller.go
function serviceCidrSeed(vocabulary: Vocabulary, serviceCidr: string): Seed {
  const { product } = vocabulary
  const message = `${product.charAt(0).toUpperCase()}${product.slice(1)} default Service CIDR is ready`
  const condition = { type: 'Ready', status: 'True', reason: '', message }
  const object = {
    kind: 'ServiceCIDR',
    metadata: { name: product },
    spec: { cidrs: serviceCidr.split(',').map((cidr) => cidr.trim()) },
  }
  return {
    group: vocabulary.group('networking'),
    resource: 'servicecidrs',
    manager: ownManager(vocabulary),
    statusManager: `${product}-service-cidr-controller`,
    name: product,
    build: (time) =>
      ({ ...object, status: { conditions: [{ ...condition, lastTransitionTime: time }] } }) as SeedObject,
  }
}

function ipAddressSeed(vocabulary: Vocabulary, address: string): Seed {
  return {
    group: vocabulary.group('networking'),
    resource: 'ipaddresses',
    manager: ownManager(vocabulary),
    name: address,
    build: () => serviceAddressObject(vocabulary, address, { namespace: 'default', name: vocabulary.product }),
  }
}

// upstream: pkg/controlplane/controller/legacytokentracking
function tokenTrackingSeed(vocabulary: Vocabulary): Seed {
  const manager = ownManager(vocabulary)
  const name = `${manager}-legacy-service-account-token-tracking`
  const namespace = vocabulary.systemNamespace
  return {
    group: '',
    resource: 'configmaps',
    manager,
    namespace,
    name,
    build: (time) =>
      ({ kind: 'ConfigMap', metadata: { name, namespace }, data: { since: time.slice(0, 10) } }) as SeedObject,
  }
}

async function create(context: SeedContext, seed: Seed): Promise<void> {
  const { group, resource, manager, statusManager, namespace = '', name, build, sharedBy } = seed
  const served = context.findDeclared(group, 'v1', resource)
  if (served === undefined) return
  const { store, key } = storageOf(served)
  if ((await store.get(key(namespace, name))) !== undefined) return
  // Another server may create it meanwhile.
  await storeNewObject(context, served, {
    namespace,
    name,
    build,
    ownersOf: (object, time) => [
      ...(statusManager === undefined ? [] : [statusOwnerOf(object, statusManager, time)]),
      ownerOf(object, manager, time),
    ],
    ...(sharedBy === undefined ? {} : { sharedBy }),
  })
}

// A condition whose reason is empty was applied without one.
function statusOwnerOf({ apiVersion, status }: SeedObject, manager: string, time: string): ManagedFieldsEntry {
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
