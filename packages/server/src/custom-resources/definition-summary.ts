import { parseJson } from '@pinnace/meta'
import type { StoreEntry } from '@pinnace/store'
import type { CustomResourceDefinition } from '@pinnace/types/apiextensions-v1'

/** Reads a definition from what is stored. */
export function readDefinition({ value }: StoreEntry): CustomResourceDefinition {
  const bytes = Buffer.from(value.buffer, value.byteOffset, value.byteLength)
  return parseJson(bytes).value as CustomResourceDefinition
}

/** What is served depends on what a definition says, what it is called, and whether it is about to go. */
export function markOf({ metadata, status }: CustomResourceDefinition): string {
  return JSON.stringify([
    metadata.uid,
    metadata.generation,
    status?.acceptedNames,
    status?.conditions?.find(({ type }) => type === 'Established')?.status,
    metadata.deletionTimestamp !== undefined,
  ])
}

/** A definition without its largest parts, which are read again when they are needed. */
export function withoutSchemas(definition: CustomResourceDefinition): CustomResourceDefinition {
  const versions = definition.spec.versions.map(({ schema: _schema, ...version }) => version)
  const { managedFields: _managedFields, annotations: _annotations, ...metadata } = definition.metadata
  return { ...definition, metadata, spec: { ...definition.spec, versions } }
}

/** Whether the same can be selected on as before: else what the serving copy knows of every object is out of date. */
export function selectsAlike(before: CustomResourceDefinition, now: CustomResourceDefinition): boolean {
  const fields = ({ spec }: CustomResourceDefinition): string =>
    JSON.stringify([spec.scope, spec.versions.map(({ name, selectableFields = [] }) => [name, selectableFields])])
  return fields(before) === fields(now)
}

/** Whether a definition says what it said before. A deletion counts as a change of it, and is none. */
export function saysTheSame(before: CustomResourceDefinition, now: CustomResourceDefinition): boolean {
  if (before.metadata.uid !== now.metadata.uid) return false
  const counted = (now.metadata.generation ?? 1) - (before.metadata.generation ?? 1)
  const isMarked = before.metadata.deletionTimestamp === undefined && now.metadata.deletionTimestamp !== undefined
  return counted === (isMarked ? 1 : 0)
}
