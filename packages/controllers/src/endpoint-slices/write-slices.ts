import type { ResourceClient } from '@pinnace/client'
import { generateName, type ApiObject } from '@pinnace/meta'
import type { EndpointSlice } from '@pinnace/types/discovery-v1'
import { isOutdated } from '../is-outdated.ts'
import { controllerRef, type OwnerKind } from '../workloads/controller-ref.ts'
import { nameOf, uidOf } from '../workloads/stored-object.ts'
import type { WorkloadTools } from '../workloads/workload-loop.ts'
import type { SlicePlan } from './plan-slices.ts'
import type { EndpointGroup } from './service-endpoints.ts'

/** What it takes to write the slices of one service, or of one Endpoints object that is mirrored. */
export interface SliceWrite {
  readonly owner: ApiObject
  readonly ownerKind: OwnerKind
  readonly key: string
  readonly labels: Readonly<Record<string, string>>
  /** The annotations of a slice, from those that it has. */
  readonly annotationsOf: (
    stored: Readonly<Record<string, string>> | undefined,
  ) => Readonly<Record<string, string>> | undefined
  /** Whether a slice whose endpoints stay needs no update. */
  readonly isCurrent: (slice: EndpointSlice) => boolean
  readonly tools: Pick<WorkloadTools<ApiObject>, 'context' | 'expectations'>
  /** Client of the slices of the namespace. */
  readonly client: ResourceClient<EndpointSlice>
  readonly signal: AbortSignal
}

/** Creates, updates and deletes slices as planned. */
export async function writeSlices(plan: SlicePlan, write: SliceWrite): Promise<void> {
  for (const group of plan.create) await createSlice(group, write)
  for (const { slice, endpoints } of plan.update) await updateSlice(slice, endpoints, write)
  for (const slice of plan.keep) {
    if (!write.isCurrent(slice)) await updateSlice(slice, slice.endpoints ?? [], write)
  }
  for (const slice of plan.remove) await deleteSlice(slice, write)
}

async function createSlice(group: EndpointGroup, write: SliceWrite): Promise<void> {
  const { owner, ownerKind, key, labels, annotationsOf, tools, client, signal } = write
  const prefix = `${nameOf(owner)}-`
  const name = generateName(prefix, tools.context.random)
  const ownerReferences = [controllerRef(ownerKind, owner)]
  const annotations = annotationsOf(undefined)
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
  { labels, annotationsOf, client, signal }: SliceWrite,
): Promise<void> {
  const annotations = annotationsOf(slice.metadata.annotations)
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
