import { identityKey, type ObjectIdentity } from './object-identity.ts'

/** Owners that are known not to be there. */
export interface AbsentOwners {
  add(owner: ObjectIdentity): void
  /** It is there after all: a server can go back to an earlier state. */
  remove(owner: ObjectIdentity): void
  has(owner: ObjectIdentity): boolean
}

/** Remembers so many owners; past that, those that were asked for longest ago are forgotten, and looked up again. */
// upstream: garbagecollector/uid_cache.go and graph_builder.go, NewReferenceCache(500)
export function createAbsentOwners(limit: number = 500): AbsentOwners {
  const keys = new Set<string>()
  const touch = (key: string): void => {
    keys.delete(key)
    keys.add(key)
  }
  return {
    add(owner) {
      touch(identityKey(owner))
      for (const oldest of keys) {
        if (keys.size <= limit) break
        keys.delete(oldest)
      }
    },
    remove: (owner) => void keys.delete(identityKey(owner)),
    has(owner) {
      const key = identityKey(owner)
      if (!keys.has(key)) return false
      touch(key)
      return true
    },
  }
}
