import { badRequest, quote, type ApiObject, type FieldSelector } from '@pinnace/meta'
import type { ResourceDefinition } from '@pinnace/resources'

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

/** The value of a selectable field of an object in the version of the definition. */
export function selectableValue(
  { selectableFields }: ResourceDefinition,
  object: ApiObject,
  field: string,
): string | undefined {
  if (field === 'metadata.name') return object.metadata.name
  if (field === 'metadata.namespace') return object.metadata.namespace
  return selectableFields[field]?.(object)
}

/** True for the fields that every kind has. */
export function isMetadataField(field: string): boolean {
  return field === 'metadata.name' || field === 'metadata.namespace'
}
