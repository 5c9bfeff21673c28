import { formatGroupVersion, type ApiObject } from '@pinnace/meta'
import type { ResourceDefinition } from '@pinnace/resources'
import type { Converter } from '@pinnace/versioning'
import type { EntryNote } from '@pinnace/watch-cache'

type Describe = (object: ApiObject) => EntryNote

interface NotedField {
  readonly name: string
  readonly read: (object: ApiObject) => string
}

/**
 * Creates the notes of stored objects: their labels, and the selectable fields of every version of the kind. Objects
 * that are not of the storage version are converted first.
 */
export function createDescriber(versions: readonly ResourceDefinition[], converter: Converter | undefined): Describe {
  const noted = notedFields(versions, converter)
  let shared: Readonly<Record<string, string>> = nothing
  return (object) => {
    const labels = object.metadata.labels ?? nothing
    if (noted.length === 0) return { labels, fields: nothing }
    const stored = converter?.isImmediate === true ? converter.convertNow(object, converter.storageVersion) : object
    const fields: Record<string, string> = {}
    for (const { name, read } of noted) fields[name] = read(stored)
    // Consecutive objects often have the same field values and then share them, which saves a tenth of an entry.
    if (!noted.every(({ name }) => shared[name] === fields[name])) shared = fields
    return { labels, fields: shared }
  }
}

/** The name of a selectable field of one version in notes. */
export function noteName(definition: ResourceDefinition, field: string): string {
  const { storedFields } = definition
  const stored = storedFields !== undefined && Object.hasOwn(storedFields, field) ? storedFields[field] : undefined
  if (stored !== undefined) return stored
  return isSpoke(definition) ? `${formatGroupVersion(definition)} ${field}` : field
}

/** The names of the selectable fields of all versions in notes. */
export function noteFieldsOf(versions: readonly ResourceDefinition[]): readonly string[] {
  const names = versions.flatMap((version) =>
    Object.keys(version.selectableFields).map((field) => noteName(version, field)),
  )
  return [...new Set(names)]
}

/** True for a version that is converted through a hub version. */
function isSpoke({ conversion }: ResourceDefinition): boolean {
  return conversion !== undefined && 'toHub' in conversion
}

function notedFields(versions: readonly ResourceDefinition[], converter: Converter | undefined): readonly NotedField[] {
  const noted = new Map<string, NotedField>()
  const hasSpokes = versions.some(isSpoke)
  for (const definition of versions) {
    const { selectableFields, storedFields = nothing } = definition
    const apiVersion = formatGroupVersion(definition)
    const isStored = converter === undefined || !hasSpokes || apiVersion === converter.storageVersion
    for (const [field, read] of Object.entries(selectableFields)) {
      const name = noteName(definition, field)
      if (Object.hasOwn(storedFields, field) || noted.has(name)) continue
      noted.set(name, {
        name,
        read: isStored ? read : (object) => read(converter.convertNow(object, apiVersion)),
      })
    }
  }
  return [...noted.values()]
}

const nothing: Readonly<Record<string, string>> = Object.freeze({})
