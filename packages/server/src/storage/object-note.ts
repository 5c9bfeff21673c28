import type { ApiObject } from '@pinnace/meta'
import type { ResourceDefinition } from '@pinnace/resources'
import type { EntryNote } from '@pinnace/watch-cache'

/** Makes the note kept beside the bytes of a resource's objects: labels and selectable fields. */
export function createDescriber(definition: ResourceDefinition): (object: ApiObject) => EntryNote {
  const selectable = Object.entries(definition.selectableFields)
  return (object) => {
    const labels = object.metadata.labels ?? nothing
    if (selectable.length === 0) return { labels, fields: nothing }
    const fields: Record<string, string> = {}
    for (const [name, read] of selectable) fields[name] = read(object)
    return { labels, fields }
  }
}

const nothing: Readonly<Record<string, string>> = Object.freeze({})
