import type { ApiObject } from '@pinnace/meta'
import type { ResourceDefinition } from '@pinnace/resources'
import type { EntryNote } from '@pinnace/watch-cache'

/** Makes the note kept beside the bytes of a resource's objects: labels and selectable fields. */
export function createDescriber(definition: ResourceDefinition): (object: ApiObject) => EntryNote {
  const selectable = Object.entries(definition.selectableFields)
  let shared: Readonly<Record<string, string>> = nothing
  return (object) => {
    const labels = object.metadata.labels ?? nothing
    if (selectable.length === 0) return { labels, fields: nothing }
    const fields: Record<string, string> = {}
    for (const [name, read] of selectable) fields[name] = read(object)
    // Objects made one after the other are alike in what can be selected on, and then share it: a tenth of a record.
    if (!selectable.every(([name]) => shared[name] === fields[name])) shared = fields
    return { labels, fields: shared }
  }
}

const nothing: Readonly<Record<string, string>> = Object.freeze({})
