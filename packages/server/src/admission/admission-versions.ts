import type { AdmissionVersions, VersionedResource } from '@pinnace/admission'
import {
  anonymousUser,
  thenMaybe,
  cloneJson,
  formatGroupVersion,
  quote,
  type ApiObject,
  type Clock,
  type GroupVersionKind,
  type Mutable,
  type Random,
  type Vocabulary,
} from '@pinnace/meta'
import type { Registry, ResourceDefinition } from '@pinnace/resources'
import { DecodeError } from '@pinnace/schema'
import { loadType } from '@pinnace/types'
import type { ServedResource } from '../storage/served-resource.ts'
import { assertSameKind } from './assert-same-kind.ts'
import type { ServedResources } from '../storage/served-resources.ts'

/** Options for {@link createAdmissionVersions}. */
export interface AdmissionVersionsOptions {
  readonly registry: Registry
  readonly resources: ServedResources
  readonly vocabulary: Vocabulary
  readonly clock: Clock
  readonly random: Random
}

/** Versions and conversion, for plugins that match or send other versions. */
export function createAdmissionVersions(options: AdmissionVersionsOptions): AdmissionVersions {
  const { registry, resources, vocabulary, clock, random } = options
  const servedAs = ({ group, version, kind }: VersionedResource['kind']): ServedResource | undefined => {
    const definition = registry.byGvk({ group, version, kind })
    return definition === undefined ? undefined : resources.find(group, version, definition.resource)
  }
  return {
    find(kind) {
      const definition = servedAs(kind)?.definition
      if (definition === undefined) return undefined
      const { group, version, resource, scope } = definition
      return { resource: { group, version, resource }, isNamespaced: scope === 'Namespaced' }
    },
    equivalents(resource, subresource) {
      const asked = registry.byGvr(resource.group, resource.version, resource.resource)
      if (asked === undefined) return []
      return registry.versionsOf(asked).flatMap((other) => versioned(other, subresource) ?? [])
    },
    convert(object, kind) {
      const apiVersion = formatGroupVersion(kind)
      if (object.apiVersion === apiVersion && object.kind === kind.kind) return object
      const converter = servedAs(kind)?.converter
      if (converter === undefined)
        throw new TypeError(`cannot convert ${object.kind} of ${object.apiVersion} to ${apiVersion}: unknown version`)
      return thenMaybe(converter.convert([object], apiVersion), ([converted]) => converted!)
    },
    schema: (kind) => registry.byGvk(kind)?.schema(),
    read(object, kind, { isStrict = false } = {}) {
      const served = servedAs(kind) ?? findBody(registry, resources, kind)
      const value = cloneJson(object) as Record<string, unknown>
      // The options of a connection are not stored.
      if (served === undefined) return value as unknown as Mutable<ApiObject>
      assertSameKind(value, served)
      const unknown: string[] = []
      const draft = served.codec.decode(value, isStrict ? (path) => void unknown.push(path) : undefined)
      if (unknown.length > 0 && served.definition.builtIn) throw new DecodeError(unknownFields(unknown))
      const { defaults } = served.definition.strategy
      const namespace = draft.metadata.namespace ?? ''
      defaults?.(draft, { vocabulary, clock, random, user: anonymousUser, namespace, dryRun: false, warn: () => {} })
      return draft
    },
  }
}

const maxUnknownFields = 100

function unknownFields(paths: readonly string[]): string {
  const shown = paths.slice(0, maxUnknownFields).map((path) => `unknown field ${quote(path)}`)
  return `strict decoding error: ${shown.join(', ')}`
}

/** The kind of a subresource's body: a Scale, a Binding, an Eviction. */
function findBody(
  registry: Registry,
  resources: ServedResources,
  { group, version, kind }: GroupVersionKind,
): ServedResource | undefined {
  for (const definition of registry.all) {
    for (const below of Object.values(definition.subresources)) {
      if (below.type !== 'create' && below.type !== 'scale') continue
      if (below.kind.group !== group || below.kind.kind !== kind) continue
      const older = below.type === 'create' ? (below.olderVersions ?? []) : []
      if (below.kind.version !== version && !older.includes(version)) continue
      const parent = resources.find(definition.group, definition.version, definition.resource)
      const schema = below.type === 'create' ? below.schema : () => loadType('autoscaling.v1.Scale')
      if (parent !== undefined) return resources.bodyResource(parent, { group, version, kind }, schema)
    }
  }
  return undefined
}

// A version without the subresource has no equivalent.
function versioned(definition: ResourceDefinition, subresource: string): VersionedResource | undefined {
  const { group, version, resource, kind } = definition
  const own = { resource: { group, version, resource }, kind: { group, version, kind } }
  if (subresource === '') return own
  if (!Object.hasOwn(definition.subresources, subresource)) return undefined
  const below = definition.subresources[subresource]!
  return below.type === 'object' ? own : { resource: own.resource, kind: below.kind }
}
