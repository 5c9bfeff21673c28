import { identityKey, type ObjectIdentity } from './object-identity.ts'

/** Owners that are known not to exist. */
export interface AbsentOwners {
  add(owner: ObjectIdentity): void
  /** The owner exists again: a server can be restored to an earlier state. */
  remove(owner: ObjectIdentity): void
  has(owner: ObjectIdentity): boolean
}

/** A set of at most `limit` owners. Beyond that the least recently used are dropped, and looked up again. */
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
    remove(owner) {
      // Called for every new object, mostly without an absent owner.
      if (keys.size > 0) keys.delete(identityKey(owner))
    },
    has(owner) {
      const key = identityKey(owner)
      if (!keys.has(key)) return false
      touch(key)
      return true
    },
  }
}
