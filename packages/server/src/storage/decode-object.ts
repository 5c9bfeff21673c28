import { knownFieldSet, type FieldSet } from '@pinnace/apply'
import { freezeJson, parseJson, type ApiObject } from '@pinnace/meta'
import { decodeStored } from '@pinnace/watch-cache'
import { endOfObject } from './end-of-object.ts'

const owners = Buffer.from('"managedFields":[{')
const fields = Buffer.from('"fieldsV1":{')

/**
 * Parses the stored bytes of an object. The object is deeply frozen. What its managers own, a third of a typical object, is
 * mostly what those of another object own, and that is looked up by its text instead of parsed.
 */
export function decodeObject(value: Uint8Array): ApiObject {
  const bytes = Buffer.from(value.buffer, value.byteOffset, value.byteLength)
  return withKnownSets(bytes) ?? decodeStored(value)
}

function withKnownSets(bytes: Buffer): ApiObject | undefined {
  // A quote in a text is escaped, so that only a member can match.
  let at = bytes.indexOf(owners)
  if (at < 0) return undefined
  const sets: FieldSet[] = []
  let text = ''
  let copied = 0
  for (at = bytes.indexOf(fields, at); at >= 0; at = bytes.indexOf(fields, copied)) {
    const start = at + fields.length - 1
    const end = endOfObject(bytes, start)
    const set = knownFieldSet(bytes.toString('latin1', start, end))
    if (set === undefined) return undefined
    // The place of the set stands for it.
    text += bytes.toString('utf8', copied, start) + String(sets.push(set) - 1)
    copied = end
  }
  const object = parsed(text + bytes.toString('utf8', copied))
  return object !== undefined && putSets(object, sets) ? freezeJson(object) : undefined
}

/** Undefined for text that is no JSON: the error names the place in the stored bytes. */
function parsed(text: string): ApiObject | undefined {
  try {
    return parseJson(text).value as ApiObject
  } catch {
    return undefined
  }
}

/** Puts the sets where their places stand; false if not all of them are those of the object's own managers. */
function putSets({ metadata }: Partial<ApiObject>, sets: readonly FieldSet[]): boolean {
  // Another program may have written anything.
  const entries: unknown = metadata?.managedFields
  if (!Array.isArray(entries)) return sets.length === 0
  let place = 0
  for (const entry of entries as ({ fieldsV1?: unknown } | null)[]) {
    if (entry?.fieldsV1 === undefined) continue
    if (entry.fieldsV1 !== place) return false
    entry.fieldsV1 = sets[place++]
  }
  return place === sets.length
}
