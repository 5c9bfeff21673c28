import type { ApiObject, FieldSelector, LabelSelectorMatcher } from '@pinnace/meta'
import type { CacheEntry, EntrySelector, FieldPin, LabelPin } from '@pinnace/watch-cache'
import type { ListOptions } from '../options/list-options.ts'
import { noteName } from './object-note.ts'
import type { ObjectScope } from './object-scope.ts'
import { assertSelectable, isMetadataField, selectableValue } from './selectable-fields.ts'
import { storageOf } from './served-resource.ts'

/** The keys and the filter of a list, watch or deletecollection. */
export interface EntryScope {
  readonly prefix: string
  /** The only key that can match; undefined if there are several. */
  readonly key: string | undefined
  readonly selector: EntrySelector<ApiObject> | undefined
  /**
   * What is left of the selectors: a filter over objects in the version asked for, where their conversion has to be
   * waited for. Notes know the fields of the stored version only.
   */
  readonly shows: ShownFilter | undefined
}

/** Tells whether an object, in the version asked for, matches. */
export type ShownFilter = (object: ApiObject) => boolean

/** Turns namespace, name and selectors into keys to read and a filter over notes. Throws 400 for unsupported fields. */
export function scopeOf({ served, namespace }: ObjectScope, options: ListOptions): EntryScope {
  const { labelSelector, fieldSelector } = options
  const { definition } = served
  const storage = storageOf(served)
  if (fieldSelector !== undefined) assertSelectable(definition, fieldSelector)
  const pinnedNamespace = namespace !== '' ? namespace : (fieldSelector?.value('metadata.namespace') ?? '')
  const prefix = storage.scope(definition.scope === 'Namespaced' ? namespace : '')
  const name = fieldSelector?.value('metadata.name')
  const single = name !== undefined && name !== '' && (definition.scope === 'Cluster' || pinnedNamespace !== '')
  const key = single ? storage.key(pinnedNamespace, name) : undefined
  const labels = labelSelector === undefined || labelSelector.isEmpty ? undefined : labelSelector
  const fields = fieldSelector === undefined || fieldSelector.isEmpty ? undefined : fieldSelector
  if (labels === undefined && fields === undefined) return { prefix, key, selector: undefined, shows: undefined }
  if (
    fields !== undefined &&
    !served.codec.isImmediate &&
    fields.requirements.some(({ field }) => !isMetadataField(field))
  ) {
    const matches = (entry: CacheEntry<ApiObject>): boolean => labels?.matches(entry.labels) !== false
    const selector = { isEmpty: labels === undefined, pin: pinOf(labels), matches }
    return {
      prefix,
      key,
      selector,
      shows: (object) => fields.matches((field) => selectableValue(definition, object, field)),
    }
  }
  const noted = new Map(fields?.requirements.map((wanted) => [wanted.field, noteName(definition, wanted.field)]))
  return {
    prefix,
    key,
    shows: undefined,
    selector: {
      isEmpty: false,
      pin: pinOf(labels),
      fieldPin: fieldPinOf(fields, noted),
      matches(entry) {
        if (labels !== undefined && !labels.matches(entry.labels)) return false
        if (fields === undefined) return true
        return fields.matches((field) => {
          if (field === 'metadata.name') return storage.identify(entry.key).name
          if (field === 'metadata.namespace') return storage.identify(entry.key).namespace
          return entry.fields[noted.get(field) ?? field]
        })
      },
    },
  }
}

/** The most selective condition of a selector, for the index of the watch cache. */
function pinOf(labels: LabelSelectorMatcher | undefined): LabelPin | undefined {
  let least: LabelPin | undefined
  for (const { key, operator, values } of labels?.requirements ?? []) {
    if (operator !== '=' && operator !== '==' && operator !== 'in') continue
    if (least === undefined || values.length < least.values.length) least = { label: key, values }
  }
  return least
}

/** A field that has to have a value, by its name in notes; the name and the namespace stand in the key. */
function fieldPinOf(fields: FieldSelector | undefined, noted: ReadonlyMap<string, string>): FieldPin | undefined {
  for (const { field, operator, value } of fields?.requirements ?? []) {
    if (operator === '=' && value !== '' && !isMetadataField(field)) return { field: noted.get(field) ?? field, value }
  }
  return undefined
}
