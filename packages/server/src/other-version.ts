import type { ConvertedObject } from '@pinnace/apply'
import { cloneJson, formatGroupVersion, type ApiObject } from '@pinnace/meta'
import type { Registry, ResourceDefinition } from '@pinnace/resources'
import type { Draft } from './served-resource.ts'

/**
 * An object of one version as another version that shares its storage shows it, for owners that wrote at that one.
 * Undefined for a version that is not served.
 */
// upstream: managedfields/internal/versionconverter.go
export function toOtherVersion(
  { all }: Registry,
  from: ResourceDefinition,
  object: ApiObject,
  apiVersion: string,
): ConvertedObject | undefined {
  const { group, resource } = from.storage
  const to = all.find(
    (other) =>
      other.storage.group === group &&
      other.storage.resource === resource &&
      other.virtual !== true &&
      formatGroupVersion(other) === apiVersion,
  )
  if (to === undefined) return undefined
  const draft = cloneJson(object) as Draft
  from.conversion?.toStorage(draft)
  to.conversion?.fromStorage(draft)
  draft.kind = to.kind
  draft.apiVersion = apiVersion
  return { object: draft, schema: to.schema() }
}
