import type { ApiObject, Mutable } from '@pinnace/meta'
import type { ObjectSubresource } from '@pinnace/resources'
import { zeroStruct, type ObjectSchema } from '@pinnace/schema'

type Fields = Record<string, unknown>

/** Resets the status to that of a new object. */
export function resetStatus(next: ApiObject, schema: () => ObjectSchema): void {
  const field = schema().fields.get('status')
  if (field === undefined) return
  const fields = next as unknown as Fields
  if (field.pointer === true || field.schema.type !== 'object') delete fields['status']
  else fields['status'] = zeroStruct(field.schema)
}

/** Fills in the phase of an object without one. */
export function defaultPhase(next: { status?: { phase?: string } }, phase: string): void {
  next.status ??= {}
  next.status.phase ||= phase
}

/** Takes the status from `live`: only `/status` changes it. */
export function keepStatus(next: ApiObject, live: ApiObject): void {
  const fields = next as unknown as Fields
  const { status } = live as unknown as Fields
  if (status === undefined) delete fields['status']
  else fields['status'] = status
}

/** Takes everything but status and metadata from `live`, as `/status` does. */
export function keepAllButStatus(next: ApiObject, live: ApiObject): void {
  const target = next as unknown as Fields
  const source = live as unknown as Fields
  for (const key of Object.keys(target)) if (isSpecified(key) && !Object.hasOwn(source, key)) delete target[key]
  for (const key of Object.keys(source)) if (isSpecified(key)) target[key] = source[key]
}

/** True for the name of a field that is neither metadata nor status. */
export function isSpecified(key: string): boolean {
  return key !== 'metadata' && key !== 'status' && key !== 'apiVersion' && key !== 'kind'
}

const metadataOfUsers = ['labels', 'annotations', 'finalizers', 'ownerReferences'] as const

/** Restores from `live` the metadata that users may change through the main resource only. */
// upstream: apimachinery/pkg/apis/meta/v1, ResetObjectMetaForStatus
export function keepMetadata(next: Mutable<ApiObject>, live: ApiObject): void {
  const metadata = next.metadata as Fields
  for (const name of metadataOfUsers) {
    if (live.metadata[name] === undefined) delete metadata[name]
    else metadata[name] = live.metadata[name]
  }
}

/** A `/status` subresource that does not change metadata either. */
export const statusOnlySubresource: ObjectSubresource = {
  type: 'object',
  verbs: ['get', 'patch', 'update'],
  ownedFields: ['status'],
  strategy: {
    resetFields: [['spec'], ['metadata']],
    prepareForUpdate(next, live) {
      keepAllButStatus(next, live)
      keepMetadata(next, live)
    },
  },
}

/** The default `/status` subresource. */
export const statusSubresource: ObjectSubresource = {
  type: 'object',
  verbs: ['get', 'patch', 'update'],
  ownedFields: ['status'],
  strategy: { prepareForUpdate: keepAllButStatus },
}
