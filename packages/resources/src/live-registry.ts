import type { GroupVersionKind, Vocabulary } from '@pinnace/meta'
import type { ResourceDefinition } from './definition.ts'
import type { UsedNames } from './custom-resource/accept-names.ts'
import { compareVersions } from './preferred-version.ts'
import { createRegistry, storageId, type Registry, type RegistryGroup } from './registry.ts'

/** A registry whose kinds can change. The definitions it was created with are permanent and take precedence. */
export interface LiveRegistry extends Registry {
  /** The registry of all definitions at this moment; a new object after every change. */
  readonly current: Registry
  /**
   * Serves the versions of a kind in place of those of the same owner. Definitions that conflict with the permanent
   * ones are not served; they are returned.
   */
  set(owner: string, definitions: readonly ResourceDefinition[]): readonly ResourceDefinition[]
  /** Stops serving the definitions of an owner. */
  remove(owner: string): void
  /** Names in a group that are reserved: those of the permanent definitions. */
  claimed(group: string): UsedNames
  /** A separate registry that starts with all definitions of this one. */
  fork(): LiveRegistry
}

/** Lookups see a change immediately; `groups`, `all` and `current` are rebuilt when they are next read. */
export function createLiveRegistry(definitions: readonly ResourceDefinition[], vocabulary: Vocabulary): LiveRegistry {
  const base = createRegistry(definitions, vocabulary)
  return build(base, definitions, vocabulary, new Map())
}

function build(
  base: Registry,
  definitions: readonly ResourceDefinition[],
  vocabulary: Vocabulary,
  owned: Map<string, readonly ResourceDefinition[]>,
): LiveRegistry {
  const added = new AddedDefinitions(owned)
  let current: Registry | undefined = owned.size === 0 ? base : undefined
  const snapshot = (): Registry =>
    (current ??= createRegistry([...definitions, ...[...owned.values()].flat()], vocabulary))
  // The other groups need not be sorted for one that is looked up between two changes.
  const groupOf = (name: string): RegistryGroup | undefined => {
    const inGroup = ({ group }: ResourceDefinition): boolean => group === name
    const ofGroup = [...definitions.filter(inGroup), ...[...owned.values()].flatMap((added) => added.filter(inGroup))]
    return createRegistry(ofGroup, vocabulary).group(name)
  }
  return {
    get current() {
      return snapshot()
    },
    get all() {
      return snapshot().all
    },
    get groups() {
      return snapshot().groups
    },
    group: (name) => (current === undefined ? groupOf(name) : current.group(name)),
    byGvr: (group, version, resource) =>
      base.byGvr(group, version, resource) ?? added.byResource.get(`${group}/${version}/${resource}`),
    declared: (group, version, resource) =>
      base.declared(group, version, resource) ?? added.declared.get(`${group}/${version}/${resource}`),
    byGvk: (gvk) => base.byGvk(gvk) ?? added.byKind.get(kindKey(gvk)),
    versionsOf: (definition) => added.byStorage.get(storageId(definition)) ?? base.versionsOf(definition),
    set(owner, wanted) {
      const taken = wanted.filter((definition) => isTaken(base, definition))
      added.replace(owner, taken.length === 0 ? wanted : wanted.filter((definition) => !taken.includes(definition)))
      current = undefined
      return taken
    },
    remove(owner) {
      if (!owned.has(owner)) return
      added.replace(owner, [])
      current = undefined
    },
    claimed: (group) => namesIn(definitions, group),
    fork: () => build(base, definitions, vocabulary, new Map(owned)),
  }
}

/** The definitions of all owners, indexed for lookups. */
class AddedDefinitions {
  readonly byResource = new Map<string, ResourceDefinition>()
  readonly declared = new Map<string, ResourceDefinition>()
  readonly byKind = new Map<string, ResourceDefinition>()
  readonly byStorage = new Map<string, readonly ResourceDefinition[]>()
  readonly #owned: Map<string, readonly ResourceDefinition[]>

  constructor(owned: Map<string, readonly ResourceDefinition[]>) {
    this.#owned = owned
    for (const definitions of owned.values()) this.#add(definitions)
  }

  /** Replaces the definitions of an owner; an empty list removes the owner. */
  replace(owner: string, definitions: readonly ResourceDefinition[]): void {
    this.#remove(this.#owned.get(owner) ?? [])
    if (definitions.length === 0) this.#owned.delete(owner)
    else this.#owned.set(owner, definitions)
    this.#add(definitions)
  }

  #add(definitions: readonly ResourceDefinition[]): void {
    const versions = sorted(definitions)
    for (const definition of definitions) {
      this.byStorage.set(storageId(definition), versions)
      this.declared.set(resourceKey(definition), definition)
      if (definition.served === false) continue
      this.byResource.set(resourceKey(definition), definition)
      this.byKind.set(kindKey(definition), definition)
    }
  }

  #remove(definitions: readonly ResourceDefinition[]): void {
    for (const definition of definitions) {
      this.byStorage.delete(storageId(definition))
      this.declared.delete(resourceKey(definition))
      this.byResource.delete(resourceKey(definition))
      this.byKind.delete(kindKey(definition))
    }
  }
}

/** True for a definition whose resource, kind or storage the base registry has already. */
function isTaken(base: Registry, definition: ResourceDefinition): boolean {
  const { group, version, resource } = definition
  return (
    base.declared(group, version, resource) !== undefined ||
    base.byGvk(definition) !== undefined ||
    base.versionsOf(definition).length > 0
  )
}

function namesIn(definitions: readonly ResourceDefinition[], wanted: string): UsedNames {
  const names: UsedNames = { resources: new Set(), kinds: new Set() }
  for (const { group, resource, singular, shortNames, kind, listKind } of definitions) {
    if (group !== wanted) continue
    for (const name of [resource, singular, ...shortNames]) names.resources.add(name)
    names.kinds.add(kind).add(listKind)
  }
  return names
}

function resourceKey({ group, version, resource }: ResourceDefinition): string {
  return `${group}/${version}/${resource}`
}

function kindKey(gvk: GroupVersionKind): string {
  return `${gvk.group}/${gvk.version}/${gvk.kind}`
}

function sorted(definitions: readonly ResourceDefinition[]): readonly ResourceDefinition[] {
  return definitions.toSorted((a, b) => compareVersions(a.version, b.version))
}
