import { objectKey, type Informer, type ResourceClient, type KindReference } from '@pinnace/client'
import { generateName, isEqualJson, type Vocabulary } from '@pinnace/meta'
import type { Service } from '@pinnace/types/core-v1'
import type { Node } from '@pinnace/types/core-v1-nodes'
import type { Pod } from '@pinnace/types/core-v1-pods'
import type { EndpointSlice } from '@pinnace/types/discovery-v1'
import type { Controller } from '../controller.ts'
import { isOutdated } from '../is-outdated.ts'
import { childrenOf } from '../workloads/child-index.ts'
import { controllerRef } from '../workloads/controller-ref.ts'
import { isTerminating, nameOf, namespaceOf, uidOf } from '../workloads/stored-object.ts'
import { startWorkloadController, type WorkloadTools } from '../workloads/workload-loop.ts'
import { planSlices } from './plan-slices.ts'
import {
  endpointGroups,
  hasManagedEndpoints,
  servicePods,
  watchServicePods,
  type EndpointGroup,
} from './service-endpoints.ts'
import { createTriggerTimes, triggerAnnotations, type TriggerTimes } from './trigger-times.ts'

const serviceKind = { apiVersion: 'v1', kind: 'Service' } as const

/** Endpoints of a slice at most. */
// upstream: pkg/controller/endpointslice/config, MaxEndpointsPerSlice
const maxEndpoints = 100

/** Keeps the endpoint slices of services: the addresses of their pods, and whether they are ready. */
// upstream: pkg/controller/endpointslice
export const endpointSliceController: Controller = {
  name: 'endpointslice-controller',
  isDefault: true,
  needs: (vocabulary) => [sliceKindOf(vocabulary)],
  start(context) {
    const { informers, vocabulary } = context
    const pods = informers.informer<Pod>({ apiVersion: 'v1', kind: 'Pod' })
    const nodes = informers.informer<Node>({ apiVersion: 'v1', kind: 'Node' })
    const slices = informers.informer<EndpointSlice>(sliceKindOf(vocabulary))
    const triggerTimes = createTriggerTimes()
    return startWorkloadController<Service>({
      name: 'endpointslice-controller',
      context,
      kind: serviceKind,
      watch(tools) {
        tools.watchChildren(slices)
        watchServicePods(tools, pods)
      },
      cleanUp: async (key) => triggerTimes.forget(key),
      reconcile: (service, tools, signal) => syncSlices(service, { tools, pods, nodes, slices, triggerTimes, signal }),
    })
  },
}

function sliceKindOf(vocabulary: Vocabulary): KindReference<`discovery.${string}/v1`, 'EndpointSlice'> {
  return { apiVersion: `${vocabulary.group('discovery')}/v1`, kind: 'EndpointSlice' }
}

/** What it takes to write the slices of one service. */
interface SliceWrite {
  readonly service: Service
  readonly key: string
  readonly labels: Readonly<Record<string, string>>
  /** When the first of the changes was made that are written now. */
  readonly time: string | undefined
  readonly tools: WorkloadTools<Service>
  /** Client of the slices of the service's namespace. */
  readonly client: ResourceClient<EndpointSlice>
  readonly signal: AbortSignal
}

async function syncSlices(
  service: Service,
  options: {
    readonly tools: WorkloadTools<Service>
    readonly pods: Informer<Pod>
    readonly nodes: Informer<Node>
    readonly slices: Informer<EndpointSlice>
    readonly triggerTimes: TriggerTimes
    readonly signal: AbortSignal
  },
): Promise<void> {
  const { tools, pods, nodes, slices, triggerTimes, signal } = options
  const key = objectKey(service)
  if (!hasManagedEndpoints(service) || isTerminating(service) || !tools.expectations.isMet(key)) return
  const { client, vocabulary } = tools.context
  const namespace = namespaceOf(service)
  const zoneLabel = `topology.${vocabulary.labelDomain}/zone`
  const zoneOf = (node: string): string | undefined => nodes.store.get(node)?.metadata.labels?.[zoneLabel]
  const labels = sliceLabels(service, vocabulary)
  const managedBy = managedByLabel(vocabulary)
  const own = childrenOf(slices.store, service).filter(
    (slice) => slice.metadata.labels?.[managedBy] === labels[managedBy] && !isTerminating(slice),
  )
  const selected = servicePods(service, pods.store.list(namespace))
  const plan = planSlices(endpointGroups(service, selected, zoneOf), own, maxEndpoints)
  const sliceClient = client.resource<EndpointSlice>(sliceKindOf(vocabulary)).namespace(namespace)
  const time = triggerTimes.next(service, selected)
  const write: SliceWrite = { service, key, labels, time, tools, client: sliceClient, signal }
  for (const group of plan.create) await createSlice(group, write)
  for (const { slice, endpoints } of plan.update) await updateSlice(slice, endpoints, write)
  for (const slice of plan.keep) {
    if (!isEqualJson(slice.metadata.labels, labels)) await updateSlice(slice, slice.endpoints ?? [], write)
  }
  for (const slice of plan.remove) await deleteSlice(slice, write)
}

async function createSlice(group: EndpointGroup, write: SliceWrite): Promise<void> {
  const { service, key, labels, time, tools, client, signal } = write
  const prefix = `${nameOf(service)}-`
  const name = generateName(prefix, tools.context.random)
  const ownerReferences = [controllerRef(serviceKind, service)]
  const annotations = triggerAnnotations(undefined, tools.context.vocabulary, time)
  const metadata = { name, generateName: prefix, labels, ownerReferences, ...(annotations ? { annotations } : {}) }
  tools.expectations.expectCreation(key, name)
  try {
    await client.create({ metadata, ...group }, { signal })
  } catch (error) {
    tools.expectations.cancel(key, name)
    throw error
  }
}

async function updateSlice(
  slice: EndpointSlice,
  endpoints: EndpointGroup['endpoints'],
  { labels, time, tools, client, signal }: SliceWrite,
): Promise<void> {
  const annotations = triggerAnnotations(slice.metadata.annotations, tools.context.vocabulary, time)
  const metadata = { ...slice.metadata, labels, ...(annotations === undefined ? {} : { annotations }) }
  await client.update({ ...slice, metadata, endpoints }, { signal })
}

async function deleteSlice(slice: EndpointSlice, { key, tools, client, signal }: SliceWrite): Promise<void> {
  const name = nameOf(slice)
  tools.expectations.expectDeletion(key, name)
  try {
    await client.delete(name, { preconditions: { uid: uidOf(slice) }, signal })
  } catch (error) {
    tools.expectations.cancel(key, name)
    if (!isOutdated(error)) throw error
  }
}

function managedByLabel({ labelDomain }: Vocabulary): string {
  return `endpointslice.${labelDomain}/managed-by`
}

// upstream: endpointslice/utils.go, setEndpointSliceLabels
function sliceLabels({ metadata, spec }: Service, vocabulary: Vocabulary): Record<string, string> {
  const { labelDomain, groupDomain } = vocabulary
  return {
    ...metadata.labels,
    [`${labelDomain}/service-name`]: metadata.name ?? '',
    [managedByLabel(vocabulary)]: `endpointslice-controller.${groupDomain}`,
    ...(spec?.clusterIP === 'None' ? { [`service.${labelDomain}/headless`]: '' } : {}),
  }
}
