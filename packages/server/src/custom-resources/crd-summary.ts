import { parseJson } from '@pinnace/meta'
import type { StoreEntry } from '@pinnace/store'
import type { CustomResourceDefinition } from '@pinnace/types/apiextensions-v1'

/** Reads a stored CRD. */
export function readCrd({ value }: StoreEntry): CustomResourceDefinition {
  const bytes = Buffer.from(value.buffer, value.byteOffset, value.byteLength)
  return parseJson(bytes).value as CustomResourceDefinition
}

/** A text that changes whenever what is served for a CRD has to change. */
export function fingerprintOf({ metadata, status }: CustomResourceDefinition): string {
  return JSON.stringify([
    metadata.uid,
    metadata.generation,
    status?.acceptedNames,
    status?.conditions?.find(({ type }) => type === 'Established')?.status,
    metadata.deletionTimestamp !== undefined,
  ])
}

/** A CRD without its schemas, managed fields and annotations, which are most of its size. */
export function summarizeCrd(crd: CustomResourceDefinition): CustomResourceDefinition {
  const versions = crd.spec.versions.map(({ schema: _schema, ...version }) => version)
  const { managedFields: _managedFields, annotations: _annotations, ...metadata } = crd.metadata
  return { ...crd, metadata, spec: { ...crd.spec, versions } }
}

/** True if scope and selectable fields are equal. Otherwise the notes of the watch cache are outdated. */
export function haveSameSelectors(before: CustomResourceDefinition, now: CustomResourceDefinition): boolean {
  const selectors = ({ spec }: CustomResourceDefinition): string =>
    JSON.stringify([spec.scope, spec.versions.map(({ name, selectableFields = [] }) => [name, selectableFields])])
  return selectors(before) === selectors(now)
}

/** True if the spec is the same. A delete of a CRD does not count up its generation. */
export function haveSameSpec(before: CustomResourceDefinition, now: CustomResourceDefinition): boolean {
  if (before.metadata.uid !== now.metadata.uid) return false
  return (now.metadata.generation ?? 1) === (before.metadata.generation ?? 1)
}
