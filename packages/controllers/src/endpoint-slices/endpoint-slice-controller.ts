import { objectKey, type Informer, type KindReference } from '@pinnace/client'
import { isEqualJson, type Vocabulary } from '@pinnace/meta'
import type { Service } from '@pinnace/types/core-v1'
import type { Node } from '@pinnace/types/core-v1-nodes'
import type { Pod } from '@pinnace/types/core-v1-pods'
import type { EndpointSlice } from '@pinnace/types/discovery-v1'
import type { Controller } from '../controller.ts'
import { childrenOf } from '../workloads/child-index.ts'
import { isTerminating, namespaceOf } from '../workloads/stored-object.ts'
import { startWorkloadController, type WorkloadTools } from '../workloads/workload-loop.ts'
import { planSlices } from './plan-slices.ts'
import { endpointGroups, hasManagedEndpoints, servicePods, watchServicePods } from './service-endpoints.ts'
import { createTriggerTimes, triggerAnnotations, type TriggerTimes } from './trigger-times.ts'
import { writeSlices } from './write-slices.ts'

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

/** The kind of endpoint slices. */
export function sliceKindOf(vocabulary: Vocabulary): KindReference<`discovery.${string}/v1`, 'EndpointSlice'> {
  return { apiVersion: `${vocabulary.group('discovery')}/v1`, kind: 'EndpointSlice' }
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
  await writeSlices(plan, {
    owner: service,
    ownerKind: serviceKind,
    key,
    labels,
    annotationsOf: (stored) => triggerAnnotations(stored, vocabulary, time),
    isCurrent: (slice) => isEqualJson(slice.metadata.labels, labels),
    tools,
    client: sliceClient,
    signal,
  })
}

/** The label that names the controller of a slice. */
export function managedByLabel({ labelDomain }: Vocabulary): string {
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
