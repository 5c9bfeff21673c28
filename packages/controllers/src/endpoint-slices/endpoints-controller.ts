import { objectKey, parseObjectKey, type Informer } from '@pinnace/client'
import { isEqualJson, StatusError, type Vocabulary } from '@pinnace/meta'
import type { Endpoints, Service } from '@pinnace/types/core-v1'
import type { Pod } from '@pinnace/types/core-v1-pods'
import type { Controller, ControllerContext } from '../controller.ts'
import { unlessOutdated } from '../is-outdated.ts'
import { isTerminating, nameOf, namespaceOf, uidOf } from '../workloads/stored-object.ts'
import { startWorkloadController, type WorkloadTools } from '../workloads/workload-loop.ts'
import { endpointSubsets } from './endpoint-subsets.ts'
import { hasManagedEndpoints, servicePods, watchServicePods } from './service-endpoints.ts'
import { createTriggerTimes, triggerAnnotations, type TriggerTimes } from './trigger-times.ts'

const serviceKind = { apiVersion: 'v1', kind: 'Service' } as const
const endpointsKind = { apiVersion: 'v1', kind: 'Endpoints' } as const
const manager = 'endpoint-controller'

/** Keeps the Endpoints of services, the predecessor of endpoint slices: one object with the name of the service. */
// upstream: pkg/controller/endpoint/endpoints_controller.go
export const endpointsController: Controller = {
  name: 'endpoints-controller',
  isDefault: true,
  start(context) {
    const pods = context.informers.informer<Pod>({ apiVersion: 'v1', kind: 'Pod' })
    const endpoints = context.informers.informer<Endpoints>(endpointsKind)
    const triggerTimes = createTriggerTimes()
    return startWorkloadController<Service>({
      name: 'endpoints-controller',
      context,
      kind: serviceKind,
      watch(tools) {
        watchServicePods(tools, pods)
        const enqueue = (object: Endpoints): void => tools.loop.add(objectKey(object))
        endpoints.addHandler({ add: enqueue, update: enqueue, delete: enqueue })
      },
      cleanUp(key, signal) {
        triggerTimes.forget(key)
        return deleteEndpoints(key, { context, endpoints, signal })
      },
      reconcile: (service, tools, signal) => syncEndpoints(service, { tools, pods, endpoints, triggerTimes, signal }),
    })
  },
}

/** Deletes the Endpoints of a deleted service, unless something else manages them. */
async function deleteEndpoints(
  key: string,
  options: {
    readonly context: ControllerContext
    readonly endpoints: Informer<Endpoints>
    readonly signal: AbortSignal
  },
): Promise<void> {
  const { context, endpoints, signal } = options
  const { name, namespace } = parseObjectKey(key)
  const live = endpoints.store.get(name, namespace)
  if (live?.metadata.labels?.[managedByLabel(context.vocabulary)] !== manager) return
  const client = context.client.resource(endpointsKind).namespace(namespace)
  await unlessOutdated(client.delete(name, { preconditions: { uid: uidOf(live) }, signal }))
}

async function syncEndpoints(
  service: Service,
  options: {
    readonly tools: WorkloadTools<Service>
    readonly pods: Informer<Pod>
    readonly endpoints: Informer<Endpoints>
    readonly triggerTimes: TriggerTimes
    readonly signal: AbortSignal
  },
): Promise<void> {
  const { tools, pods, endpoints, triggerTimes, signal } = options
  if (!hasManagedEndpoints(service) || isTerminating(service)) return
  const name = nameOf(service)
  const namespace = namespaceOf(service)
  const { vocabulary } = tools.context
  const selected = servicePods(service, pods.store.list(namespace))
  const subsets = endpointSubsets(service, selected)
  const time = triggerTimes.next(service, selected)
  const labels = endpointsLabels(service, vocabulary)
  const client = tools.context.client.resource<Endpoints>(endpointsKind).namespace(namespace)
  const live = endpoints.store.get(name, namespace)
  if (live !== undefined) {
    if (isEqualJson(live.subsets ?? [], subsets) && isEqualJson(live.metadata.labels, labels)) return
    const annotations = triggerAnnotations(live.metadata.annotations, vocabulary, time)
    const metadata = { ...live.metadata, labels, ...(annotations === undefined ? {} : { annotations }) }
    await client.update({ ...live, metadata, subsets }, { signal })
    return
  }
  try {
    const annotations = triggerAnnotations(undefined, vocabulary, time)
    await client.create({ metadata: { name, labels, ...(annotations ? { annotations } : {}) }, subsets }, { signal })
  } catch (error) {
    if (!(error instanceof StatusError && error.reason === 'AlreadyExists')) throw error
  }
}

function managedByLabel({ labelDomain }: Vocabulary): string {
  return `endpoints.${labelDomain}/managed-by`
}

function endpointsLabels({ metadata, spec }: Service, vocabulary: Vocabulary): Record<string, string> {
  return {
    ...metadata.labels,
    [managedByLabel(vocabulary)]: manager,
    ...(spec?.clusterIP === 'None' ? { [`service.${vocabulary.labelDomain}/headless`]: '' } : {}),
  }
}
