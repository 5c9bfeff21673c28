import { isSemanticEqual, type ApiObject, type Mutable } from '@pinnace/meta'
import { type Strategy, type ObjectSubresource } from '@pinnace/resources'
import { zeroStruct, type ObjectSchema } from '@pinnace/schema'
import type { KindRow } from '@pinnace/types'

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

/** Counts a change of anything that is neither metadata nor status. */
export function bumpGeneration(next: Mutable<ApiObject>, live: ApiObject): void {
  const target = next as unknown as Fields
  const source = live as unknown as Fields
  let isSame = true
  for (const key of Object.keys(target)) {
    if (isSpecified(key) && !isSemanticEqual(target[key], source[key])) isSame = false
  }
  for (const key of Object.keys(source)) {
    if (isSpecified(key) && !Object.hasOwn(target, key) && !isSemanticEqual(undefined, source[key])) isSame = false
  }
  if (!isSame) next.metadata.generation = (live.metadata.generation ?? 0) + 1
}

function isSpecified(key: string): boolean {
  return key !== 'metadata' && key !== 'status' && key !== 'apiVersion' && key !== 'kind'
}

/** The default strategy, for a kind without a strategy. */
export function structuralStrategy(row: KindRow, schema: () => ObjectSchema): Strategy {
  const { hasStatus = false, hasGeneration = false } = row
  return {
    allowCreateOnUpdate: row.allowCreateOnUpdate ?? false,
    allowUnconditionalUpdate: row.allowUnconditionalUpdate ?? true,
    ...(hasStatus || hasGeneration
      ? {
          prepareForCreate(next) {
            if (hasStatus) resetStatus(next, schema)
            if (hasGeneration) next.metadata.generation = 1
          },
          prepareForUpdate(next, live) {
            if (hasStatus) keepStatus(next, live)
            if (hasGeneration) bumpGeneration(next, live)
          },
        }
      : {}),
  }
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
export const structuralStatusOnly: ObjectSubresource = {
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
export const structuralStatus: ObjectSubresource = {
  type: 'object',
  verbs: ['get', 'patch', 'update'],
  ownedFields: ['status'],
  strategy: { prepareForUpdate: keepAllButStatus },
}
