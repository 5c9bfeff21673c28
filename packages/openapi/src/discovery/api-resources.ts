import { formatGroupVersion, type GroupVersionKind, type Verb } from '@pinnace/meta'
import type { Registry, RegistryVersion, ResourceDefinition, Subresource } from '@pinnace/resources'
import { storageVersionHash } from './storage-version-hash.ts'

/** An entry of {@link ApiResourceList}. */
export interface ApiResource {
  /** `pods` or `pods/status`. */
  readonly name: string
  /** Empty for subresources. */
  readonly singularName: string
  readonly namespaced: boolean
  /** The group of the kind, if it is not that of the list. */
  readonly group?: string
  readonly version?: string
  readonly kind: string
  readonly verbs: readonly Verb[]
  readonly shortNames?: readonly string[]
  readonly categories?: readonly string[]
  readonly storageVersionHash?: string
}

/** The body of `/api/v1` and `/apis/<group>/<version>`. */
export interface ApiResourceList {
  readonly kind: 'APIResourceList'
  readonly apiVersion?: 'v1'
  readonly groupVersion: string
  readonly resources: readonly ApiResource[]
}

/** All resources and subresources of a group version, by name. */
export function toApiResourceList(
  group: string,
  { version, resources }: RegistryVersion,
  registry: Registry,
): ApiResourceList {
  const rows = resources.flatMap((definition) => [
    toApiResource(definition, registry),
    ...Object.entries(definition.subresources).map(([name, subresource]) => toRow(definition, name, subresource)),
  ])
  const isBuiltIn = resources.some(({ builtIn }) => builtIn)
  // upstream: customresource_discovery_controller.go – below a custom resource, status comes before scale.
  const keyOf = ({ name }: ApiResource): string => (isBuiltIn ? name : (name.split('/')[0] ?? name))
  rows.sort((left, right) => (keyOf(left) < keyOf(right) ? -1 : keyOf(left) > keyOf(right) ? 1 : 0))
  // upstream: the list of the core group has no apiVersion, for old clients.
  return {
    kind: 'APIResourceList',
    ...(group === '' ? {} : { apiVersion: 'v1' }),
    groupVersion: formatGroupVersion({ group, version }),
    resources: rows,
  }
}

/** The kind of a subresource. */
export function subresourceKind(definition: ResourceDefinition, subresource: Subresource): GroupVersionKind {
  return subresource.type === 'object' ? definition : subresource.kind
}

/** The verbs of a subresource in discovery. `connect` is listed as the verbs of its methods. */
export function subresourceVerbs(name: string, subresource: Subresource): readonly Verb[] {
  const verbs = subresource.verbs.includes('connect') ? (connectVerbs[name] ?? (['get'] as const)) : subresource.verbs
  return [...verbs].sort()
}

// upstream: registry/core/{pod,node,service}/rest – the methods of each
const connectVerbs: Readonly<Record<string, readonly Verb[]>> = {
  attach: ['create', 'get'],
  exec: ['create', 'get'],
  portforward: ['create', 'get'],
  proxy: ['create', 'delete', 'get', 'patch', 'update'],
}

/** The verbs of a resource in the order of discovery: built-in ones by name, those of custom resources as they are installed. */
// upstream: apiextensions-apiserver/pkg/apiserver/customresource_discovery_controller.go
export function resourceVerbs({ verbs, builtIn }: ResourceDefinition): readonly Verb[] {
  return builtIn ? [...verbs].sort() : customVerbs.filter((verb) => verbs.includes(verb))
}

const customVerbs = ['delete', 'deletecollection', 'get', 'list', 'patch', 'create', 'update', 'watch'] as const

function toApiResource(definition: ResourceDefinition, registry: Registry): ApiResource {
  const hash = storageVersionHash(definition, registry)
  return {
    name: definition.resource,
    singularName: definition.singular,
    namespaced: definition.scope === 'Namespaced',
    kind: definition.kind,
    verbs: resourceVerbs(definition),
    ...(definition.shortNames.length === 0 ? {} : { shortNames: definition.shortNames }),
    ...(definition.categories.length === 0 ? {} : { categories: definition.categories }),
    ...(hash === undefined ? {} : { storageVersionHash: hash }),
  }
}

function toRow(definition: ResourceDefinition, name: string, subresource: Subresource): ApiResource {
  const { group, version, kind } = subresourceKind(definition, subresource)
  const isOwn = group === definition.group && version === definition.version
  return {
    name: `${definition.resource}/${name}`,
    singularName: '',
    namespaced: definition.scope === 'Namespaced',
    ...(isOwn ? {} : { group, version }),
    kind,
    verbs: subresourceVerbs(name, subresource),
  }
}
