import type { UserInfo } from '@pinnace/meta'
import type { Grant } from './grant.ts'

/** The bindings of one scope, indexed by subject: a visit does not touch bindings of other subjects. */
export interface GrantTable {
  /** Whether there are no bindings. */
  readonly isEmpty: boolean
  add(grant: Grant): void
  remove(grant: Grant): void
  /** Visits the bindings of a user until a visit returns something; one that names the user twice may be visited twice. */
  visit<T>(user: UserInfo, visitor: (grant: Grant) => T | undefined): T | undefined
}

type Sets = Map<string, Set<Grant>>

/** Creates an empty table. */
export function createGrantTable(): GrantTable {
  const users: Sets = new Map()
  const groups: Sets = new Map()

  return {
    get isEmpty() {
      return users.size === 0 && groups.size === 0
    },
    add(grant) {
      for (const key of grant.users.keys()) put(users, key, grant)
      for (const key of grant.groups.keys()) put(groups, key, grant)
    },
    remove(grant) {
      for (const key of grant.users.keys()) drop(users, key, grant)
      for (const key of grant.groups.keys()) drop(groups, key, grant)
    },
    visit(user, visitor) {
      const own = users.get(user.username)
      if (own !== undefined) {
        for (const grant of own) {
          const answer = visitor(grant)
          if (answer !== undefined) return answer
        }
      }
      for (const group of user.groups) {
        const shared = groups.get(group)
        if (shared === undefined) continue
        for (const grant of shared) {
          const answer = visitor(grant)
          if (answer !== undefined) return answer
        }
      }
      return undefined
    },
  }
}

function put(sets: Sets, key: string, grant: Grant): void {
  const set = sets.get(key)
  if (set === undefined) sets.set(key, new Set([grant]))
  else set.add(grant)
}

function drop(sets: Sets, key: string, grant: Grant): void {
  const set = sets.get(key)
  if (set === undefined) return
  set.delete(grant)
  if (set.size === 0) sets.delete(key)
}
