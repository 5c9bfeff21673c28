import { isEqualJson, setMember, type ApiObject } from '@pinnace/meta'
import type { Draft } from '../storage/draft.ts'
import type { Write } from './change.ts'

type Members = Record<string, unknown>

/**
 * Lets the object to be stored share the members of the live one that it equals, mostly its spec or its status. What comes
 * after compares them as one reference, and does not freeze them again. They are frozen, so nothing may edit them from here.
 */
export function shareUnchanged({ live, next, pace }: Write): void {
  // A large object is compared in the stages that have turns.
  if (live !== undefined && pace === undefined) takeUnchanged(next, live.object, next)
}

/** A copy of a draft that shares the members of the live object that it equals. */
export function withUnchanged(live: ApiObject, next: Draft): Draft {
  const copy: Draft = Object.assign({}, next)
  takeUnchanged(copy, live, next)
  return copy
}

function takeUnchanged(target: object, live: ApiObject, next: Draft): void {
  const stored = live as ApiObject & Members
  for (const key in stored) {
    const member = stored[key]
    if (typeof member !== 'object' || key === 'metadata') continue
    if (isEqualJson(member, (next as Members)[key])) setMember(target as Members, key, member)
  }
}
