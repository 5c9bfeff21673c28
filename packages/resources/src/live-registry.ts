import type { GroupVersionKind, Vocabulary } from '@pinnace/meta'
import type { ResourceDefinition } from './definition.ts'
import type { UsedNames } from './custom-resource/settle-names.ts'
import { compareVersions, createRegistry, storagePrefix, type Registry } from './registry.ts'

/** A registry whose kinds come and go. What it was made with stays, and goes before what comes later. */
export interface LiveRegistry extends Registry {
  /** What is served now; another object whenever something else is. */
  readonly current: Registry
  /** Serves the versions of a kind, in place of those served for that owner before. Those that are there already are left out, and returned. */
  set(owner: string, definitions: readonly ResourceDefinition[]): readonly ResourceDefinition[]
  /** Serves the kind of an owner no longer. */
  remove(owner: string): void
  /** Names in a group that nobody else may have: those of the kinds it was made with. */
  claimed(group: string): UsedNames
  /** A registry of its own that begins with all of this one. */
  fork(): LiveRegistry
}

/** Look-ups know of a change at once; what has to be put in order (groups, `all`) is, when it is next asked for. */
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
  const byResource = new Map<string, ResourceDefinition>()
  const declared = new Map<string, ResourceDefinition>()
  const byKind = new Map<string, ResourceDefinition>()
  const byStorage = new Map<string, readonly ResourceDefinition[]>()
  let current: Registry | undefined = owned.size === 0 ? base : undefined
  const add = (ofOwner: readonly ResourceDefinition[]): void => {
    const versions = sorted(ofOwner)
    for (const definition of ofOwner) {
      byStorage.set(storagePrefix(definition), versions)
      declared.set(resourceKey(definition), definition)
      if (definition.served === false) continue
      byResource.set(resourceKey(definition), definition)
      byKind.set(kindKey(definition), definition)
    }
  }
  const drop = (ofOwner: readonly ResourceDefinition[]): void => {
    for (const definition of ofOwner) {
      byStorage.delete(storagePrefix(definition))
      declared.delete(resourceKey(definition))
      byResource.delete(resourceKey(definition))
      byKind.delete(kindKey(definition))
    }
  }
  const snapshot = (): Registry =>
    (current ??= createRegistry([...definitions, ...[...owned.values()].flat()], vocabulary))
  for (const ofOwner of owned.values()) add(ofOwner)
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
    group: (name) => snapshot().group(name),
    byGvr: (group, version, resource) =>
      base.byGvr(group, version, resource) ?? byResource.get(`${group}/${version}/${resource}`),
    declared: (group, version, resource) =>
      base.declared(group, version, resource) ?? declared.get(`${group}/${version}/${resource}`),
    byGvk: (gvk) => base.byGvk(gvk) ?? byKind.get(kindKey(gvk)),
    versionsOf: (definition) => byStorage.get(storagePrefix(definition)) ?? base.versionsOf(definition),
    set(owner, wanted) {
      const taken = wanted.filter(
        (definition) =>
          base.declared(definition.group, definition.version, definition.resource) !== undefined ||
          base.byGvk(definition) !== undefined ||
          base.versionsOf(definition).length > 0,
      )
      const ofOwner = taken.length === 0 ? wanted : wanted.filter((definition) => !taken.includes(definition))
      drop(owned.get(owner) ?? [])
      if (ofOwner.length === 0) owned.delete(owner)
      else owned.set(owner, ofOwner)
      add(ofOwner)
      current = undefined
      return taken
    },
    remove(owner) {
      const ofOwner = owned.get(owner)
      if (ofOwner === undefined) return
      drop(ofOwner)
      owned.delete(owner)
      current = undefined
    },
    claimed(group) {
      const names: UsedNames = { resources: new Set(), kinds: new Set() }
      for (const definition of definitions) {
        if (definition.group !== group) continue
        for (const name of [definition.resource, definition.singular, ...definition.shortNames]) {
          names.resources.add(name)
        }
        names.kinds.add(definition.kind).add(definition.listKind)
      }
      return names
    },
    fork: () => build(base, definitions, vocabulary, new Map(owned)),
  }
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
