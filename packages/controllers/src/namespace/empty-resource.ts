import type { Client, DiscoveredResource, PartialObjectMetadata, ResourceClient } from '@pinnace/client'
import { StatusError, type ApiObject, type Clock } from '@pinnace/meta'
import { undefinedIfNotFound } from '../undefined-if-not-found.ts'
import type { Namespace, Pod } from '@pinnace/types/core-v1'

/** The result of a pass over one resource of a namespace. */
export interface ResourceContent {
  readonly count: number
  readonly finalizers: ReadonlyMap<string, number>
  readonly estimateSeconds: number
  readonly wasEmpty: boolean
  /** Set when objects remain that have neither a finalizer nor a grace period. */
  readonly error?: string
}

/** Options for {@link emptyResource}. */
export interface EmptyResourceOptions {
  readonly client: Client
  readonly namespace: Namespace
  readonly resource: DiscoveredResource
  readonly clock: Clock
  readonly signal: AbortSignal
}

const nothing: ResourceContent = { count: 0, finalizers: new Map(), estimateSeconds: 0, wasEmpty: true }
// upstream: namespaced_resources_deleter.go, finalizerEstimateSeconds
const finalizerSeconds = 15
const collectorFinalizers = ['foregroundDeletion', 'orphan']

/** Deletes the objects of one resource in a namespace, and counts the remaining ones. */
// upstream: namespaced_resources_deleter.go, deleteAllContentForGroupVersionResource
export async function emptyResource(options: EmptyResourceOptions): Promise<ResourceContent> {
  const { client, resource, namespace, signal } = options
  if (!resource.verbs.includes('list')) return await emptyUnlistable(options)
  const { name = '' } = namespace.metadata
  const objects = client.metadata(resource).namespace(name)
  const found = await listOf(objects, signal)
  if (found.length === 0) return nothing
  const estimateSeconds = await graceSeconds(options)
  if (found.some(isToDelete)) await deleteAll(objects, found, options)
  const left = await listOf(objects, signal)
  const finalizers = countFinalizers(left)
  const content = { count: left.length, finalizers, estimateSeconds, wasEmpty: false }
  if (left.length === 0) return { ...content, estimateSeconds: 0 }
  if (estimateSeconds > 0) return content
  if (finalizers.size > 0) return { ...content, estimateSeconds: finalizerSeconds }
  const gvr = `${resource.group}/${resource.version}, Resource=${resource.resource}`
  return { ...content, error: `unexpected items still remain in namespace: ${name} for gvr: ${gvr}` }
}

async function emptyUnlistable({
  client,
  resource,
  namespace,
  signal,
}: EmptyResourceOptions): Promise<ResourceContent> {
  if (resource.verbs.includes('deletecollection')) {
    const objects = client.metadata(resource).namespace(namespace.metadata.name ?? '')
    await objects.deleteCollection({ signal }, { propagationPolicy: 'Background', signal })
  }
  return nothing
}

async function deleteAll(
  objects: ResourceClient<PartialObjectMetadata>,
  found: readonly ApiObject[],
  { resource, signal }: EmptyResourceOptions,
): Promise<void> {
  // The dependents are deleted with the namespace: neither waiting for them nor orphaning them is needed.
  const options = { propagationPolicy: 'Background', signal } as const
  if (resource.verbs.includes('deletecollection')) return objects.deleteCollection({ signal }, options)
  for (const { metadata } of found) {
    await undefinedIfNotFound(objects.delete(metadata.name ?? '', options))
  }
}

/** Whether an object is not being deleted yet, or waits for the garbage collector, which may not run. */
function isToDelete({ metadata: { deletionTimestamp, finalizers = [] } }: ApiObject): boolean {
  return deletionTimestamp === undefined || finalizers.some((name) => collectorFinalizers.includes(name))
}

async function listOf(
  objects: ResourceClient<PartialObjectMetadata>,
  signal: AbortSignal,
): Promise<readonly PartialObjectMetadata[]> {
  try {
    return (await objects.list({ signal })).items
  } catch (error) {
    // upstream: listCollection – a resource that is no longer served has no objects to delete.
    if (error instanceof StatusError && (error.code === 404 || error.code === 405)) return []
    throw error
  }
}

function countFinalizers(objects: readonly ApiObject[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const { metadata } of objects) {
    for (const name of metadata.finalizers ?? []) counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  return counts
}

/** The longest grace period of the running pods of a namespace, in seconds; 0 once it has elapsed. */
// upstream: estimateGracefulTermination
async function graceSeconds({ client, resource, namespace, clock, signal }: EmptyResourceOptions): Promise<number> {
  if (resource.group !== '' || resource.resource !== 'pods') return 0
  const { name = '', deletionTimestamp = '' } = namespace.metadata
  const { items } = await client.resource<Pod>(resource).namespace(name).list({ signal })
  const graces = items
    .filter(({ status }) => status?.phase !== 'Succeeded' && status?.phase !== 'Failed')
    .map(({ spec }) => spec?.terminationGracePeriodSeconds ?? 0)
  const seconds = Math.max(0, ...graces)
  return clock.now() - Date.parse(deletionTimestamp) >= seconds * 1000 ? 0 : seconds
}
