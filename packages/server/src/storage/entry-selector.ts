import { badRequest, quote, type ApiObject, type FieldSelector, type LabelSelectorMatcher } from '@pinnace/meta'
import type { ResourceDefinition } from '@pinnace/resources'
import type { CacheEntry, EntrySelector, FieldPin, LabelPin } from '@pinnace/watch-cache'
import type { ListOptions } from '../options/list-options.ts'
import { noteName } from './object-note.ts'
import type { ObjectScope } from './object-scope.ts'
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
    fields.requirements.some(({ field }) => !isMetadata(field))
  ) {
    const matches = (entry: CacheEntry<ApiObject>): boolean => labels?.matches(entry.labels) !== false
    const selector = { isEmpty: labels === undefined, pin: pinOf(labels), matches }
    return {
      prefix,
      key,
      selector,
      shows: (object) => fields.matches((field) => valueOf(definition, object, field)),
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

/** The value of a selectable field of an object in the version of the definition. */
function valueOf({ selectableFields }: ResourceDefinition, object: ApiObject, field: string): string | undefined {
  if (field === 'metadata.name') return object.metadata.name
  if (field === 'metadata.namespace') return object.metadata.namespace
  return selectableFields[field]?.(object)
}

function isMetadata(field: string): boolean {
  return field === 'metadata.name' || field === 'metadata.namespace'
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
    if (operator === '=' && value !== '' && !isMetadata(field)) return { field: noted.get(field) ?? field, value }
  }
  return undefined
}

/** Throws 400 for a field selector with a field that the kind does not have. */
// upstream: runtime.DefaultMetaV1FieldSelectorConversion and each kind's AddFieldLabelConversionFunc
export function assertSelectable(definition: ResourceDefinition, selector: FieldSelector): void {
  const { selectableFields, refuseFieldLabel, scope, builtIn } = definition
  const { selectsNamespace = scope === 'Namespaced' } = definition
  const isCommon = builtIn && Object.keys(selectableFields).length === 0
  for (const { field } of selector.requirements) {
    if (Object.hasOwn(selectableFields, field) || field === 'metadata.name') continue
    // A cluster-scoped kind with a conversion of its own does not know metadata.namespace; the common conversion does.
    if (field === 'metadata.namespace' && (isCommon || selectsNamespace)) continue
    const refuse = refuseFieldLabel ?? (isCommon ? refuseUnknownLabel : refuseLabel)
    throw badRequest(refuse(field))
  }
}

function refuseLabel(field: string): string {
  return `field label not supported: ${field}`
}

function refuseUnknownLabel(field: string): string {
  return `${quote(field)} is not a known field selector: only "metadata.name", "metadata.namespace"`
}
