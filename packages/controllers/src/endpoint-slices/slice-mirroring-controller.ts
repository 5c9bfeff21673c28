import { objectKey, parseObjectKey, type Informer } from '@pinnace/client'
import { isEqualJson, type Vocabulary } from '@pinnace/meta'
import type { Endpoints, Service } from '@pinnace/types/core-v1'
import type { EndpointSlice } from '@pinnace/types/discovery-v1'
import type { Controller } from '../controller.ts'
import { unlessOutdated } from '../is-outdated.ts'
import { childrenOf } from '../workloads/child-index.ts'
import { isTerminating, nameOf, namespaceOf, uidOf } from '../workloads/stored-object.ts'
import { startWorkloadController, type WorkloadTools } from '../workloads/workload-loop.ts'
import { managedByLabel, sliceKindOf } from './endpoint-slice-controller.ts'
import { maxMirroredEndpoints, mirroredGroups } from './mirrored-endpoints.ts'
import { planSlices } from './plan-slices.ts'
import { triggerAnnotation } from './trigger-times.ts'
import { writeSlices } from './write-slices.ts'

const name = 'endpointslice-mirroring-controller'
const endpointsKind = { apiVersion: 'v1', kind: 'Endpoints' } as const

/**
 * Mirrors Endpoints that clients write for services without a selector into endpoint slices, which clients of services
 * read.
 */
// upstream: pkg/controller/endpointslicemirroring
export const sliceMirroringController: Controller = {
  name,
  isDefault: true,
  needs: (vocabulary) => [sliceKindOf(vocabulary)],
  start(context) {
    const { informers, vocabulary, client } = context
    const services = informers.informer<Service>({ apiVersion: 'v1', kind: 'Service' })
    const slices = informers.informer<EndpointSlice>(sliceKindOf(vocabulary))
    const controller = controllerName(vocabulary)
    return startWorkloadController<Endpoints>({
      name,
      context,
      kind: endpointsKind,
      watch(tools) {
        tools.watchChildren(slices)
        const enqueue = (service: Service): void => tools.loop.add(objectKey(service))
        services.addHandler({ add: enqueue, update: enqueue, delete: enqueue })
      },
      async cleanUp(key, signal) {
        const { name: endpoints, namespace } = parseObjectKey(key)
        const left = slices.store
          .list(namespace)
          .filter(
            ({ metadata: { labels = {}, ownerReferences = [] } }) =>
              labels[managedByLabel(vocabulary)] === controller &&
              ownerReferences.some((owner) => owner.kind === endpointsKind.kind && owner.name === endpoints),
          )
        const own = client.resource<EndpointSlice>(sliceKindOf(vocabulary)).namespace(namespace)
        for (const slice of left) {
          await unlessOutdated(own.delete(nameOf(slice), { preconditions: { uid: uidOf(slice) }, signal }))
        }
      },
      reconcile: (endpoints, tools, signal) => mirror(endpoints, { tools, services, slices, signal }),
    })
  },
}

async function mirror(
  endpoints: Endpoints,
  options: {
    readonly tools: WorkloadTools<Endpoints>
    readonly services: Informer<Service>
    readonly slices: Informer<EndpointSlice>
    readonly signal: AbortSignal
  },
): Promise<void> {
  const { tools, services, slices, signal } = options
  const key = objectKey(endpoints)
  if (isTerminating(endpoints) || !tools.expectations.isMet(key)) return
  const { client, vocabulary } = tools.context
  const namespace = namespaceOf(endpoints)
  const own = childrenOf(slices.store, endpoints).filter((slice) => !isTerminating(slice))
  const isMirrored = isMirrorable(endpoints, services.store.get(nameOf(endpoints), namespace), vocabulary)
  const plan = planSlices(isMirrored ? mirroredGroups(endpoints) : [], own, maxMirroredEndpoints)
  const labels = mirroredLabels(endpoints, vocabulary)
  const annotations = mirroredAnnotations(endpoints, vocabulary)
  await writeSlices(plan, {
    owner: endpoints,
    ownerKind: endpointsKind,
    key,
    labels,
    annotationsOf: () => annotations ?? {},
    isCurrent: ({ metadata }) =>
      isEqualJson(metadata.labels, labels) && isEqualJson(metadata.annotations ?? {}, annotations ?? {}),
    tools,
    client: client.resource<EndpointSlice>(sliceKindOf(vocabulary)).namespace(namespace),
    signal,
  })
}

/** Whether Endpoints are mirrored: their service exists and has no selector, and they are not a lock of an election. */
// upstream: endpointslicemirroring_controller.go, shouldMirror
function isMirrorable({ metadata }: Endpoints, service: Service | undefined, vocabulary: Vocabulary): boolean {
  const { labels = {}, annotations = {} } = metadata
  if (labels[`endpointslice.${vocabulary.labelDomain}/skip-mirror`] === 'true') return false
  if (annotations[`control-plane.alpha.${vocabulary.labelDomain}/leader`] !== undefined) return false
  return service !== undefined && Object.keys(service.spec?.selector ?? {}).length === 0
}

function controllerName({ groupDomain }: Vocabulary): string {
  return `endpointslicemirroring-controller.${groupDomain}`
}

function mirroredLabels({ metadata }: Endpoints, vocabulary: Vocabulary): Readonly<Record<string, string>> {
  return {
    ...metadata.labels,
    [`${vocabulary.labelDomain}/service-name`]: metadata.name ?? '',
    [managedByLabel(vocabulary)]: controllerName(vocabulary),
  }
}

/** The annotations of Endpoints, without those that are about the object itself. */
function mirroredAnnotations(
  { metadata }: Endpoints,
  vocabulary: Vocabulary,
): Readonly<Record<string, string>> | undefined {
  const own = new Set([triggerAnnotation(vocabulary), vocabulary.lastAppliedAnnotation])
  const kept = Object.entries(metadata.annotations ?? {}).filter(([key]) => !own.has(key))
  return kept.length === 0 ? undefined : Object.fromEntries(kept)
}
