import { isEqualJson } from '@pinnace/meta'
import type { VersionDiscovery } from '@pinnace/openapi'
import type { Registration, RemoteTarget } from './registration.ts'

/** A registration of another server. */
export interface RemoteRegistration extends Registration {
  readonly target: RemoteTarget
}

/** What one server knows of registrations, and of those who are registered. */
export interface RegistrationIndex {
  readonly all: ReadonlyMap<string, Registration>
  /** Those of other servers, by group and version. */
  readonly remotes: ReadonlyMap<string, RemoteRegistration>
  /** What they have last said that they serve, by the name of the registration. */
  readonly discoveries: ReadonlyMap<string, VersionDiscovery>
  /** Another number whenever something else is known. */
  readonly changes: number
  /** Whether somebody else is meant than before. */
  put(name: string, registration: Registration): boolean
  remove(name: string): void
  discovered(name: string, discovery: VersionDiscovery): void
}

/** What an index begins with. */
export type KnownIndex = Pick<RegistrationIndex, 'all' | 'discoveries'>

/** The key of {@link RegistrationIndex.remotes}. */
export function versionKey(group: string, version: string): string {
  return `${group}/${version}`
}

/** Registrations of `ownGroup` are of this server, whatever they say. */
export function createRegistrationIndex(ownGroup: string, known?: KnownIndex): RegistrationIndex {
  const all = new Map<string, Registration>()
  const remotes = new Map<string, RemoteRegistration>()
  const discoveries = new Map<string, VersionDiscovery>(known?.discoveries ?? [])
  let changes = 0
  const put = (name: string, registration: Registration): boolean => {
    const { group, version, target } = registration
    const isMoved = !isEqualJson(all.get(name)?.target, target)
    all.set(name, registration)
    if (target === undefined || group === ownGroup) remotes.delete(versionKey(group, version))
    else remotes.set(versionKey(group, version), { ...registration, target })
    changes++
    return isMoved
  }
  for (const [name, registration] of known?.all ?? []) put(name, registration)
  return {
    all,
    remotes,
    discoveries,
    get changes() {
      return changes
    },
    put(name, registration) {
      const isMoved = put(name, registration)
      if (isMoved) discoveries.delete(name)
      return isMoved
    },
    remove(name) {
      const before = all.get(name)
      if (before === undefined) return
      all.delete(name)
      remotes.delete(versionKey(before.group, before.version))
      discoveries.delete(name)
      changes++
    },
    discovered(name, discovery) {
      if (isEqualJson(discovery, discoveries.get(name))) return
      discoveries.set(name, discovery)
      changes++
    },
  }
}
