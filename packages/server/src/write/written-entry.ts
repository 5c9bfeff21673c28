import { freezeJson, frozenCopyInSteps, setMember, type ApiObject } from '@pinnace/meta'
import type { StoreEntry } from '@pinnace/store'
import type { EncodedObject } from '../storage/encode-object.ts'
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
  const { kind, apiVersion, metadata, ...rest } = object
  const { name, generateName, namespace, uid, resourceVersion: _stale, ...others } = metadata
  const resourceVersion = String(revision)
  const stored = {
    kind,
    apiVersion,
    metadata: { ...withoutEmpty({ name, generateName, namespace, uid }), resourceVersion, ...others },
    ...rest,
  }
  dropAbsent(stored, 200)
  return freezeJson(stored) as ApiObject
}

function withoutEmpty(texts: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const result: Record<string, string> = {}
  for (const key in texts) {
    const text = texts[key]
    if (text !== undefined && text !== '') result[key] = text
  }
  return result
}

// JSON cannot represent undefined members, so a parsed object has none.
function dropAbsent(value: object, left: number): void {
  if (left === 0 || Object.isFrozen(value)) return
  if (Array.isArray(value)) {
    for (const item of value) if (typeof item === 'object' && item !== null) dropAbsent(item, left - 1)
    return
  }
  const record = value as Record<string, unknown>
  for (const key of Object.keys(record)) {
    const member = record[key]
    if (member === undefined) delete record[key]
    else if (typeof member === 'object' && member !== null) dropAbsent(member, left - 1)
  }
}
