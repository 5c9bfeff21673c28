import { objectKey } from '@pinnace/client'
import { fromLabelSelector, generateName, isEqualJson, type Vocabulary } from '@pinnace/meta'
import type { Service } from '@pinnace/types/core-v1'
import type { Node } from '@pinnace/types/core-v1-nodes'
import type { Pod } from '@pinnace/types/core-v1-pods'
import type { EndpointSlice } from '@pinnace/types/discovery-v1'
import type { Controller } from '../controller.ts'
import { isOutdated } from '../is-outdated.ts'
import { childrenOf } from '../workloads/child-index.ts'
import { controllerRef } from '../workloads/controller-ref.ts'
import { startWorkload } from '../workloads/workload-loop.ts'
import { fillSlices } from './fill-slices.ts'
import { endpointGroups, isSelecting } from './service-endpoints.ts'

const serviceKind = { apiVersion: 'v1', kind: 'Service' } as const
const nothing = fromLabelSelector(undefined)

// upstream: pkg/controller/endpointslice/config, MaxEndpointsPerSlice
const maxEndpoints = 100

/** Writes down in slices which pods a service is served by, and whether they are ready. */
// upstream: pkg/controller/endpointslice
export const endpointSliceController: Controller = {
  name: 'endpointslice-controller',
  isDefault: true,
  needs: (vocabulary) => [{ apiVersion: `${vocabulary.group('discovery')}/v1`, kind: 'EndpointSlice' }],
  start(context) {
    const { client, informers, random, vocabulary } = context
    const sliceKind = { apiVersion: `${vocabulary.group('discovery')}/v1`, kind: 'EndpointSlice' }
    const pods = informers.informer<Pod>({ apiVersion: 'v1', kind: 'Pod' })
    const nodes = informers.informer<Node>({ apiVersion: 'v1', kind: 'Node' })
    const slices = informers.informer<EndpointSlice>(sliceKind)
    const managedBy = managedByLabel(vocabulary)
    const manager = `endpointslice-controller.${vocabulary.groupDomain}`
    return startWorkload<Service>({
      name: 'endpointslice-controller',
      context,
      kind: serviceKind,
      children: [slices as never],
      // Slices of others are left to them.
      selectorOf: () => nothing,
      watch({ loop, owners }) {
        const look = ({ metadata }: Pod, before?: Pod): void => {
          for (const service of owners.store.list(metadata.namespace ?? '')) {
            if (!isSelecting(service)) continue
            const selector = fromLabelSelector({ matchLabels: service.spec?.selector })
            if (selector.matches(metadata.labels) || (before && selector.matches(before.metadata.labels))) {
              loop.add(objectKey(service))
            }
          }
        }
        pods.addHandler({ add: (pod) => look(pod), update: look, delete: (pod) => look(pod) })
      },
      async reconcile(service, tools, signal) {
        const key = objectKey(service)
        const { name = '', namespace = '', deletionTimestamp } = service.metadata
        if (!isSelecting(service) || deletionTimestamp !== undefined || !tools.expectations.isMet(key)) return
        const zoneLabel = `topology.${vocabulary.labelDomain}/zone`
        const zoneOf = (node: string): string | undefined => nodes.store.get(node)?.metadata.labels?.[zoneLabel]
        const own = childrenOf(slices.store, service).filter(
          ({ metadata }) => metadata.labels?.[managedBy] === manager && metadata.deletionTimestamp === undefined,
        )
        const labels = sliceLabels(service, manager, vocabulary)
        const plan = fillSlices(endpointGroups(service, pods.store.list(namespace), zoneOf), own, maxEndpoints)
        const sliceClient = client.resource<EndpointSlice>(sliceKind).namespace(namespace)
        for (const group of plan.create) {
          const sliceName = generateName(`${name}-`, random)
          tools.expectations.expectCreation(key, sliceName)
          const metadata = {
            name: sliceName,
            generateName: `${name}-`,
            labels,
            ownerReferences: [controllerRef(serviceKind, service)],
          }
          try {
            await sliceClient.create({ metadata, ...group }, { signal })
          } catch (error) {
            tools.expectations.cancel(key, sliceName)
            throw error
          }
        }
        const relabelled = plan.keep.filter(({ metadata }) => !isEqualJson(metadata.labels, labels))
        const changed = [...plan.update, ...relabelled.map((slice) => ({ slice, endpoints: slice.endpoints ?? [] }))]
        for (const { slice, endpoints } of changed) {
          await sliceClient.update({ ...slice, metadata: { ...slice.metadata, labels }, endpoints }, { signal })
        }
        for (const { metadata } of plan.remove) {
          tools.expectations.expectDeletion(key, metadata.name!)
          const preconditions = { uid: metadata.uid! }
          try {
            await sliceClient.delete(metadata.name!, { preconditions, signal })
          } catch (error) {
            tools.expectations.cancel(key, metadata.name!)
            if (!isOutdated(error)) throw error
          }
        }
      },
    })
  },
}

function managedByLabel({ labelDomain }: Vocabulary): string {
  return `endpointslice.${labelDomain}/managed-by`
}

// upstream: endpointslice/utils.go, setEndpointSliceLabels
function sliceLabels({ metadata, spec }: Service, manager: string, vocabulary: Vocabulary): Record<string, string> {
  const { labelDomain } = vocabulary
  return {
    ...metadata.labels,
    [`${labelDomain}/service-name`]: metadata.name ?? '',
    [managedByLabel(vocabulary)]: manager,
    ...(spec?.clusterIP === 'None' ? { [`service.${labelDomain}/headless`]: '' } : {}),
  }
}
