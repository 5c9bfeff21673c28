import { formatJson, setMember, type ApiObject, type Vocabulary } from '@pinnace/meta'

import { compare } from './compare.ts'
import { difference, type FieldSet } from './field-set.ts'
import { compareBytes } from './go-format.ts'
import { deleteOwn, getOwn, isObject, type JsonObject } from './json-object.ts'
import type { ValueType } from './value-type.ts'
import { fieldSetOfValue } from './typed-set.ts'

// The annotation in which the command-line client's own apply keeps what it applied last. Its manager's server-side
// apply reads it once, to take over without conflicts, and keeps it current, so that the way back works too.

const maxAnnotationBytes = 256 * 1024

/** The configuration in the annotation of an object; undefined where there is none. */
export function lastAppliedOf(object: ApiObject | undefined, vocabulary: Vocabulary): string | undefined {
  const text = getOwn(object?.metadata?.annotations ?? {}, vocabulary.lastAppliedAnnotation)
  return typeof text === 'string' && text !== '' ? text : undefined
}

/**
 * The fields that the client's own apply has set and that still have the values it gave them. They belong to its
 * manager even if managedFields does not list them.
 */
// upstream: managedfields/internal/lastappliedmanager.go, allowedConflictsFromLastApplied
export function fieldsOfLastApplied(
  live: ApiObject,
  apiVersion: string,
  valueType: ValueType,
  vocabulary: Vocabulary,
): FieldSet | undefined {
  const text = lastAppliedOf(live, vocabulary)
  if (text === undefined) return undefined
  try {
    const applied: unknown = JSON.parse(text)
    if (!isObject(applied) || applied['apiVersion'] !== apiVersion) return undefined
    const set = fieldSetOfValue(valueType, applied)
    const { added, modified, removed } = compare(valueType, applied, live)
    return difference(difference(difference(set, modified), added), removed)
  } catch {
    return undefined
  }
}

/** `object` with the annotation saying what was applied; without it where the annotations would become too large. */
// upstream: managedfields/internal/lastappliedupdater.go, Apply and SetLastApplied
export function withLastApplied(object: ApiObject, applied: ApiObject, vocabulary: Vocabulary): ApiObject {
  const key = vocabulary.lastAppliedAnnotation
  const before = object.metadata.annotations as JsonObject
  const annotations = { ...before }
  setMember(annotations, key, `${formatSorted(withoutAnnotation(applied, key))}\n`)
  if (sizeOf(annotations) > maxAnnotationBytes) deleteOwn(annotations, key)
  if (annotations[key] === before[key]) return object
  return { ...object, metadata: { ...object.metadata, annotations: annotations as Record<string, string> } }
}

function withoutAnnotation(applied: ApiObject, key: string): ApiObject {
  const annotations = applied.metadata?.annotations
  if (annotations === undefined || annotations === null || !Object.hasOwn(annotations, key)) return applied
  const kept = { ...annotations }
  delete kept[key]
  return { ...applied, metadata: { ...applied.metadata, annotations: kept } }
}

function sizeOf(annotations: JsonObject): number {
  let size = 0
  for (const key of Object.keys(annotations)) {
    size += Buffer.byteLength(key) + Buffer.byteLength(String(annotations[key]))
  }
  return size
}

/** JSON with sorted keys, `<`, `>` and `&` escaped, as Go encodes a map. */
function formatSorted(value: unknown): string {
  return formatJson(sortKeys(value)).replace(
    /[<>&\u2028\u2029]/g,
    (found) => `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys)
  if (!isObject(value)) return value
  const sorted: JsonObject = {}
  for (const key of Object.keys(value).sort(compareBytes)) setMember(sorted, key, sortKeys(value[key]))
  return sorted
}
