import { textOf } from './json.ts'
import { ownersOf } from './object-owners.ts'
import type { ApiObject } from './api-object.ts'

/** An object, and those that name it as their owner. */
export interface Dependent<T extends { readonly object: ApiObject }> {
  readonly one: T
  readonly dependents: readonly Dependent<T>[]
}

/** Deeper dependents are left out; owners may be a cycle. */
const maxDepth = 6

/** The dependents of an object, theirs, and so on. */
export function dependentsOf<T extends { readonly object: ApiObject }>(
  uid: string,
  candidates: readonly T[],
): readonly Dependent<T>[] {
  const byOwner = new Map<string, T[]>()
  for (const candidate of candidates) {
    for (const owner of ownersOf(candidate.object)) {
      byOwner.set(owner.uid, [...(byOwner.get(owner.uid) ?? []), candidate])
    }
  }
  const below = (owner: string, depth: number, above: ReadonlySet<string>): readonly Dependent<T>[] => {
    if (depth > maxDepth) return []
    return (byOwner.get(owner) ?? [])
      .filter(({ object }) => !above.has(textOf(object.metadata, 'uid')))
      .map((one) => {
        const own = textOf(one.object.metadata, 'uid')
        return { one, dependents: below(own, depth + 1, new Set([...above, own])) }
      })
  }
  return below(uid, 1, new Set([uid]))
}
