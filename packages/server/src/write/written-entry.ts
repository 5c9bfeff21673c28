import { freezeJson, frozenCopyInSteps, setMember, type ApiObject } from '@pinnace/meta'
import type { StoreEntry } from '@pinnace/store'
import { identityMembers, isHeadMember, isIdentityMember, type EncodedObject } from '../storage/encode-object.ts'
import type { StoredBytes } from '../storage/outcome.ts'

/** The entry of a write. Its object is made, when it is first asked for, of what was written, and not parsed. */
export class WrittenEntry implements StoredBytes {
  readonly value: Uint8Array
  readonly modRevision: bigint
  readonly #encoded: EncodedObject
  #object: ApiObject | undefined

  constructor({ value, modRevision }: StoreEntry, encoded: EncodedObject) {
    this.value = value
    this.modRevision = modRevision
    this.#encoded = encoded
  }

  object(): ApiObject {
    return (this.#object ??= storedObject(this.#encoded, this.modRevision))
  }
}

/** The object with frozen copies of its members, but for its metadata: the object of a large entry is made of them at once. */
export function* frozenMembersInSteps(object: ApiObject): Generator<void, ApiObject> {
  const copy: ApiObject & Record<string, unknown> = { metadata: object.metadata }
  for (const [key, member] of Object.entries(object)) {
    if (key !== 'metadata') setMember(copy, key, yield* frozenCopyInSteps<unknown>(member))
  }
  return copy
}

/** The object as if the stored bytes were parsed: frozen, its members in the order of `encodeObject`. */
function storedObject({ object }: EncodedObject, revision: bigint): ApiObject {
  const { kind, apiVersion } = object
  const metadata: Record<string, unknown> = {}
  for (const key of identityMembers) {
    const value = object.metadata[key]
    if (value !== undefined && value !== '') metadata[key] = value
  }
  metadata['resourceVersion'] = String(revision)
  addOthers(metadata, object.metadata, isIdentityMember)
  const stored: Record<string, unknown> = { kind, apiVersion, metadata }
  addOthers(stored, object, isHeadMember)
  freezeWritten(stored)
  return stored as Record<string, unknown> & ApiObject
}

// A spread of the rest takes several times as long.
function addOthers(target: object, source: object, isThere: (key: string) => boolean): void {
  const members = source as Readonly<Record<string, unknown>>
  for (const key in members) if (!isThere(key)) setMember(target as Record<string, unknown>, key, members[key])
}

/** The nesting handled by recursion. */
const recursionLimit = 200

/** Freezes an object and removes undefined members from it: JSON cannot represent them, so a parsed object has none. */
function freezeWritten(root: object): void {
  const deeper: object[] = []
  freezeUntil(root, recursionLimit, deeper)
  for (const value of deeper) freezeJson(value)
}

function freezeUntil(value: object, left: number, deeper: object[]): void {
  if (Object.isFrozen(value)) return
  if (left === 0) {
    deeper.push(value)
    return
  }
  if (Array.isArray(value)) {
    for (const item of value)
      if (typeof item === 'object' && item !== null) freezeUntil(item as object, left - 1, deeper)
  } else {
    const record = value as Record<string, unknown>
    for (const key of Object.keys(record)) {
      const member = record[key]
      if (member === undefined) delete record[key]
      else if (typeof member === 'object' && member !== null) freezeUntil(member, left - 1, deeper)
    }
  }
  Object.freeze(value)
}
