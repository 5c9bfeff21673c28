import type { GroupVersionKind, Vocabulary } from '@pinnace/meta'
import { groupName, groupOrder } from '@pinnace/types'
import type { ResourceDefinition } from './definition.ts'
import { compareVersions } from './preferred-version.ts'
import { storageVersionOf } from './storage-version.ts'

/** A version of a group, with its resources by name. */
export interface RegistryVersion {
  readonly version: string
  readonly resources: readonly ResourceDefinition[]
}

/** A group, its versions in order of preference. */
export interface RegistryGroup {
  readonly group: string
  readonly versions: readonly RegistryVersion[]
  readonly preferredVersion: string
}

/** Everything a server serves, by every name it is asked for. */
export interface Registry {
  /** All that can be asked for. */
  readonly all: readonly ResourceDefinition[]
  /** In the order of discovery; the core group (`''`) is first. */
  readonly groups: readonly RegistryGroup[]
  byGvr(group: string, version: string, resource: string): ResourceDefinition | undefined
  /** Like {@link byGvr}, but includes versions that are not served, which the server itself still reads. */
  declared(group: string, version: string, resource: string): ResourceDefinition | undefined
  byGvk(gvk: GroupVersionKind): ResourceDefinition | undefined
  group(name: string): RegistryGroup | undefined
  /** Every version that shares the storage of a definition, served or not; the preferred ones first. */
  versionsOf(definition: Pick<ResourceDefinition, 'storage'>): readonly ResourceDefinition[]
}

/** Indexes definitions. Throws a TypeError where two claim the same resource or kind of a version. */
export function createRegistry(definitions: readonly ResourceDefinition[], vocabulary: Vocabulary): Registry {
  const byResource = new Map<string, ResourceDefinition>()
  const byKind = new Map<string, ResourceDefinition>()
  const versions = new Map<string, Map<string, ResourceDefinition[]>>()
  const declared = new Map<string, ResourceDefinition>()
  const byStorage = new Map<string, ResourceDefinition[]>()
  for (const definition of definitions) {
    const { group, version, resource, kind } = definition
    const together = byStorage.get(storageId(definition))
    if (together === undefined) byStorage.set(storageId(definition), [definition])
    else together.push(definition)
    claim(declared, `${group}/${version}/${resource}`, definition)
    if (definition.served === false) continue
    byResource.set(`${group}/${version}/${resource}`, definition)
    claim(byKind, `${group}/${version}/${kind}`, definition)
    const ofGroup = versions.get(group) ?? new Map<string, ResourceDefinition[]>()
    versions.set(group, ofGroup)
    const ofVersion = ofGroup.get(version)
    if (ofVersion === undefined) ofGroup.set(version, [definition])
    else ofVersion.push(definition)
  }
  const order = new Map(
    ['', ...groupOrder.map((word) => groupName(vocabulary, word))].map((name, index) => [name, index]),
  )
  const rank = (name: string): number => order.get(name) ?? order.size
  const groups = [...versions].map(([group, ofGroup]): RegistryGroup => {
    const sorted = [...ofGroup].sort(([a], [b]) => compareVersions(a, b))
    return Object.freeze({
      group,
      preferredVersion: sorted[0]![0],
      versions: sorted.map(([version, resources]) =>
        Object.freeze({ version, resources: resources.sort((a, b) => compareText(a.resource, b.resource)) }),
      ),
    })
  })
  groups.sort((a, b) => rank(a.group) - rank(b.group) || compareText(a.group, b.group))
  for (const together of byStorage.values()) {
    together.sort((a, b) => compareVersions(a.version, b.version))
    storageVersionOf(together)
  }
  assertSeparateKeys(definitions)
  const byName = new Map(groups.map((group) => [group.group, group]))
  return Object.freeze({
    all: definitions.filter(({ served }) => served !== false),
    groups,
    byGvr: (group, version, resource) => byResource.get(`${group}/${version}/${resource}`),
    declared: (group, version, resource) => declared.get(`${group}/${version}/${resource}`),
    byGvk: ({ group, version, kind }) => byKind.get(`${group}/${version}/${kind}`),
    group: (name) => byName.get(name),
    versionsOf: (definition) => byStorage.get(storageId(definition)) ?? [],
  } satisfies Registry)
}

/** Identifies what versions of a kind, and kinds that share their objects, have in common. */
export function storageId({ storage: { group, resource } }: Pick<ResourceDefinition, 'storage'>): string {
  return `${group}/${resource}`
}

/**
 * What every key of the resource's objects starts with; a namespace and a name follow, or a name alone. Keys are those of
 * kube-apiserver, with its default of `/registry` for `--etcd-prefix`: built-in resources have no group in their keys,
 * and some have another name.
 */
// upstream: pkg/registry/cachesize and kubeapiserver/default_storage_factory_builder.go, SpecialDefaultResourcePrefixes
export function storagePrefix({ storage, builtIn }: Pick<ResourceDefinition, 'storage' | 'builtIn'>): string {
  const { group, resource } = storage
  if (isAlwaysJson({ storage, builtIn })) return `/registry/${group}/${resource}/`
  return `/registry/${specialPlaces[resource] ?? resource}/`
}

/** True for a resource that kube-apiserver stores as JSON whatever the storage media type: CRDs, custom resources, APIServices. */
export function isAlwaysJson({
  storage: { group },
  builtIn,
}: Pick<ResourceDefinition, 'storage' | 'builtIn'>): boolean {
  return !builtIn || ownServers.has(group.slice(0, group.indexOf('.')))
}

// CRDs and APIServices are served by servers of their own in kube-apiserver, which do not leave out the group.
const ownServers = new Set(['apiextensions', 'apiregistration'])

const specialPlaces: Readonly<Record<string, string | undefined>> = {
  replicationcontrollers: 'controllers',
  endpoints: 'services/endpoints',
  services: 'services/specs',
  nodes: 'minions',
  ingresses: 'ingress',
}

/** A group with a dot cannot meet the keys of built-in resources. */
function assertSeparateKeys(definitions: readonly ResourceDefinition[]): void {
  const dotless = definitions.filter(({ builtIn, group }) => !builtIn && !group.includes('.'))
  if (dotless.length === 0) return
  const prefixes = definitions.filter(({ builtIn }) => builtIn).map(storagePrefix)
  for (const definition of dotless) {
    const own = storagePrefix(definition)
    const met = prefixes.find((prefix) => own.startsWith(prefix) || prefix.startsWith(own))
    if (met === undefined) continue
    throw new TypeError(`group ${JSON.stringify(definition.group)}: keys under ${own} would be among those of ${met}`)
  }
}

function claim(index: Map<string, ResourceDefinition>, key: string, definition: ResourceDefinition): void {
  if (index.has(key)) throw new TypeError(`${JSON.stringify(key)} is defined twice`)
  index.set(key, definition)
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
