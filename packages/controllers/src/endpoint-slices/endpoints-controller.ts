import { objectKey, parseObjectKey } from '@pinnace/client'
import { fromLabelSelector, isEqualJson, StatusError } from '@pinnace/meta'
import type { EndpointAddress, Endpoints, EndpointSubset, Service } from '@pinnace/types/core-v1'
import type { Pod } from '@pinnace/types/core-v1-pods'
import type { Controller } from '../controller.ts'
import { unlessOutdated } from '../is-outdated.ts'
import { isReady } from '../workloads/pod-state.ts'
import { startWorkload } from '../workloads/workload-loop.ts'
import { isSelecting, podsOf, portsOf } from './service-endpoints.ts'

const serviceKind = { apiVersion: 'v1', kind: 'Service' } as const
const endpointsKind = { apiVersion: 'v1', kind: 'Endpoints' } as const
const nothing = fromLabelSelector(undefined)

/** Writes down which pods a service is served by in the older form: one object of the service's name. */
// upstream: pkg/controller/endpoint/endpoints_controller.go
export const endpointsController: Controller = {
  name: 'endpoints-controller',
  isDefault: true,
  start(context) {
    const { client, informers, vocabulary } = context
    const pods = informers.informer<Pod>({ apiVersion: 'v1', kind: 'Pod' })
    const written = informers.informer<Endpoints>(endpointsKind)
    const managedBy = `endpoints.${vocabulary.labelDomain}/managed-by`
    const manager = 'endpoint-controller'
    return startWorkload<Service>({
      name: 'endpoints-controller',
      context,
      kind: serviceKind,
      children: [],
      selectorOf: () => nothing,
      watch({ loop, owners }) {
        const look = ({ metadata }: Pod, before?: Pod): void => {
          for (const service of owners.store.list(metadata.namespace ?? '')) {
            const selector = fromLabelSelector({ matchLabels: service.spec?.selector })
            const isMeant = selector.matches(metadata.labels) || selector.matches(before?.metadata.labels)
            if (isSelecting(service) && isMeant) loop.add(objectKey(service))
          }
        }
        pods.addHandler({ add: (pod) => look(pod), update: look, delete: (pod) => look(pod) })
        const lookAt = (endpoints: Endpoints): void => loop.add(objectKey(endpoints))
        written.addHandler({ add: lookAt, update: lookAt, delete: lookAt })
      },
      async clear(key, signal) {
        const { name, namespace } = parseObjectKey(key)
        const live = written.store.get(name, namespace)
        // What is somebody else's stays.
        if (live?.metadata.labels?.[managedBy] !== manager) return
        const preconditions = { uid: live.metadata.uid! }
        const endpoints = client.resource(endpointsKind).namespace(namespace)
        await unlessOutdated(endpoints.delete(name, { preconditions, signal }))
      },
      async reconcile(service, _tools, signal) {
        const { name = '', namespace = '', deletionTimestamp } = service.metadata
        if (!isSelecting(service) || deletionTimestamp !== undefined) return
        const subsets = subsetsOf(service, pods.store.list(namespace))
        const headless = { [`service.${vocabulary.labelDomain}/headless`]: '' }
        const labels = {
          ...service.metadata.labels,
          [managedBy]: manager,
          ...(service.spec?.clusterIP === 'None' ? headless : {}),
        }
        const live = written.store.get(name, namespace)
        const endpoints = client.resource<Endpoints>(endpointsKind).namespace(namespace)
        if (live !== undefined) {
          if (isEqualJson(live.subsets ?? [], subsets) && isEqualJson(live.metadata.labels, labels)) return
          await endpoints.update({ ...live, metadata: { ...live.metadata, labels }, subsets }, { signal })
          return
        }
        try {
          await endpoints.create({ metadata: { name, labels }, subsets }, { signal })
        } catch (error) {
          if (!(error instanceof StatusError && error.reason === 'AlreadyExists')) throw error
        }
      },
    })
  },
}

function subsetsOf(service: Service, all: readonly Pod[]): readonly EndpointSubset[] {
  const isPublished = service.spec?.publishNotReadyAddresses === true
  const subsets = new Map<string, EndpointSubset & { ready: EndpointAddress[]; waiting: EndpointAddress[] }>()
  for (const pod of podsOf(service, all)) {
    if (pod.metadata.deletionTimestamp !== undefined && !isPublished) continue
    const ports = portsOf(service, pod)
    if (ports.length === 0 && (service.spec?.ports?.length ?? 0) > 0) continue
    const key = JSON.stringify(ports)
    const subset = subsets.get(key) ?? { ports: ports as NonNullable<EndpointSubset['ports']>, ready: [], waiting: [] }
    subsets.set(key, subset)
    ;(isPublished || isReady(pod) ? subset.ready : subset.waiting).push(addressOf(service, pod))
  }
  return Array.from(subsets.values(), ({ ports = [], ready, waiting }) => ({
    ...(ready.length === 0 ? {} : { addresses: ready.sort(byIp) }),
    ...(waiting.length === 0 ? {} : { notReadyAddresses: waiting.sort(byIp) }),
    ...(ports.length === 0 ? {} : { ports: ports.map(withoutEmptyName) }),
  }))
}

function withoutEmptyName({ name, ...port }: NonNullable<EndpointSubset['ports']>[number]): typeof port {
  return name ? ({ name, ...port } as typeof port) : port
}

function byIp(a: EndpointAddress, b: EndpointAddress): number {
  return a.ip < b.ip ? -1 : 1
}

function addressOf(service: Service, { metadata, spec, status }: Pod): EndpointAddress {
  const { name = '', namespace = '', uid = '' } = metadata
  const { hostname, subdomain, nodeName } = spec ?? {}
  return {
    ip: status?.podIP ?? '',
    ...(hostname && subdomain === service.metadata.name ? { hostname } : {}),
    ...(nodeName ? { nodeName } : {}),
    targetRef: { kind: 'Pod', namespace, name, uid },
  }
}
