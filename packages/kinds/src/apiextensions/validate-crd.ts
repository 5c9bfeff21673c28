import { isDns1035Label, isDns1123Subdomain, type FieldErrors, type Vocabulary } from '@pinnace/meta'
import { isBadBundle, schemaExtensions, type SchemaExtensions } from '@pinnace/resources/custom-resource'
import type {
  CustomResourceDefinition,
  CustomResourceDefinitionSpec,
  CustomResourceDefinitionVersion,
} from '@pinnace/types/apiextensions-v1'
import { validateApproval } from './api-approval.ts'
import { hasCondition, sharedParts, type SharedParts } from './crd-shape.ts'
import { validateDeprecation } from './deprecation.ts'
import { validateColumns } from './validate-columns.ts'
import { hasKnownVersion, validateConversion, type ConversionRules } from './validate-conversion.ts'
import { requireNames, validateNames } from './validate-names.ts'
import { validateSchema } from './validate-schema.ts'
import { validateSelectableFields } from './validate-selectable-fields.ts'
import { validateSubresources } from './validate-subresources.ts'

/** Validates a CRD. `live` is the stored CRD, undefined on create. */
// upstream: apiextensions/validation, ValidateCustomResourceDefinition and ValidateCustomResourceDefinitionUpdate
export function validateCrd(
  next: CustomResourceDefinition,
  live: CustomResourceDefinition | undefined,
  vocabulary: Vocabulary,
  errors: FieldErrors,
): void {
  const { spec, metadata } = next
  if (live === undefined && metadata.name !== `${spec.names.plural}.${spec.group}`) {
    errors.invalid('metadata.name', metadata.name, 'must be spec.names.plural+"."+spec.group')
  }
  validateSpec(spec, rulesFor(live), schemaExtensions(vocabulary.schemaExtensionPrefix), errors)
  if (live !== undefined) validateImmutable(spec, live, errors)
  validateNames(next.status?.acceptedNames, 'status.acceptedNames', errors)
  validateStoredVersions(next, errors)
  validateApproval(next, live, errors, { group: spec.group, vocabulary })
  if (spec.preserveUnknownFields === true && live?.spec.preserveUnknownFields !== true) {
    const name = `${vocabulary.schemaExtensionPrefix}preserve-unknown-fields`
    const detail = `cannot set to true, set ${name} to true in spec.versions[*].schema instead`
    errors.invalid('spec.preserveUnknownFields', true, detail)
  }
}

function rulesFor(live: CustomResourceDefinition | undefined): ConversionRules {
  const webhook = live?.spec.conversion?.webhook
  const versions = webhook?.conversionReviewVersions ?? []
  return {
    needsKnownVersion: versions.length === 0 || hasKnownVersion(versions),
    allowsBadBundle:
      live === undefined ||
      !hasCondition(live, 'Established') ||
      (webhook?.clientConfig !== undefined && isBadBundle(webhook.clientConfig)),
  }
}

// upstream: apiextensions/validation, validateCustomResourceDefinitionSpec
function validateSpec(
  spec: CustomResourceDefinitionSpec,
  rules: ConversionRules,
  names: SchemaExtensions,
  errors: FieldErrors,
): void {
  const { group, scope, versions } = spec
  validateGroup(group, errors)
  if (scope === '') errors.required('spec.scope')
  else if (scope !== 'Cluster' && scope !== 'Namespaced') {
    errors.notSupported('spec.scope', scope, ['Cluster', 'Namespaced'])
  }
  const shared = sharedParts(versions)
  const hasSchema = versions.some(({ schema }) => schema?.openAPIV3Schema !== undefined)
  if (!(shared.schema && hasSchema)) {
    for (const [index, { schema }] of versions.entries()) {
      if (schema?.openAPIV3Schema !== undefined) continue
      errors.required(`spec.versions[${index}].schema.openAPIV3Schema`, 'schemas are required')
    }
  }
  for (const [index, version] of versions.entries()) {
    const at = `spec.versions[${index}]`
    const problems = isDns1035Label(version.name)
    if (problems.length > 0) errors.invalid(`${at}.name`, version.name, problems.join(','))
    validateVersion(version, at, errors, { shared, names })
  }
  const shown = versions.map((version) => shownVersion(version, shared))
  if (new Set(versions.map(({ name }) => name)).size !== versions.length) {
    errors.invalid('spec.versions', shown, 'must contain unique version names')
  }
  if (versions.filter(({ storage }) => storage).length !== 1) {
    errors.invalid('spec.versions', shown, 'must have exactly one version marked as storage version')
  }
  const [first] = versions
  const problems = first === undefined || first.name === '' ? [] : isDns1035Label(first.name)
  if (problems.length > 0) errors.invalid('spec.version', first?.name, problems.join(','))
  requireNames(spec.names, 'spec.names', errors)
  validateNames(spec.names, 'spec.names', errors)
  if (first !== undefined) validateShared(versions, first, errors, { shared, names })
  validateConversion(spec.conversion, 'spec.conversion', rules, errors)
}

function validateGroup(group: string, errors: FieldErrors): void {
  const problems = group === '' ? [] : isDns1123Subdomain(group)
  if (group === '') errors.required('spec.group')
  else if (problems.length > 0) errors.invalid('spec.group', group, problems.join(','))
  else if (!group.includes('.')) errors.invalid('spec.group', group, 'should be a domain with at least one dot')
}

/** Validates the parts of one version that are not shared. */
function validateVersion(
  version: CustomResourceDefinitionVersion,
  at: string,
  errors: FieldErrors,
  { shared, names }: { readonly shared: SharedParts; readonly names: SchemaExtensions },
): void {
  validateDeprecation(version, `${at}.deprecationWarning`, errors)
  const hasStatus = version.subresources?.status !== undefined
  if (!shared.schema) validateSchema(version.schema, `${at}.schema`, errors, { hasStatus, names })
  if (!shared.subresources) validateSubresources(version.subresources, `${at}.subresources`, errors)
  if (!shared.columns) validateColumns(version.additionalPrinterColumns, `${at}.additionalPrinterColumns`, errors)
  if (shared.selectableFields) return
  const missing = 'selectableFields may only be set when version.schema.openAPIV3Schema is not included'
  validateSelectableFields(version.selectableFields, `${at}.selectableFields`, errors, {
    validation: version.schema,
    missing,
  })
}

/** Validates the parts that all versions share. */
function validateShared(
  versions: readonly CustomResourceDefinitionVersion[],
  first: CustomResourceDefinitionVersion,
  errors: FieldErrors,
  { shared, names }: { readonly shared: SharedParts; readonly names: SchemaExtensions },
): void {
  const hasStatus = versions.some(({ subresources }) => subresources?.status !== undefined)
  if (shared.schema) validateSchema(first.schema, 'spec.validation', errors, { hasStatus, names })
  if (shared.subresources) validateSubresources(first.subresources, 'spec.subresources', errors)
  if (shared.columns) validateColumns(first.additionalPrinterColumns, 'spec.additionalPrinterColumns', errors)
  if (!shared.selectableFields) return
  const missing = 'selectableFields may only be set when validations.schema is included'
  validateSelectableFields(first.selectableFields, 'spec.selectableFields', errors, {
    validation: first.schema,
    missing,
  })
}

/** A version as messages print it: what all share is not part of it. */
function shownVersion(version: CustomResourceDefinitionVersion, shared: SharedParts): object {
  return {
    Name: version.name,
    Served: version.served,
    Storage: version.storage,
    Deprecated: version.deprecated ?? false,
    DeprecationWarning: version.deprecationWarning ?? null,
    Schema: shared.schema ? null : (version.schema ?? null),
    Subresources: shared.subresources ? null : (version.subresources ?? null),
    AdditionalPrinterColumns: shared.columns ? null : (version.additionalPrinterColumns ?? null),
    SelectableFields: shared.selectableFields ? null : (version.selectableFields ?? null),
  }
}

// upstream: apiextensions/validation, validateCustomResourceDefinitionSpecUpdate
function validateImmutable(
  spec: CustomResourceDefinitionSpec,
  live: CustomResourceDefinition,
  errors: FieldErrors,
): void {
  const old = live.spec
  const keep = (field: string, value: string, before: string): void => {
    if (value !== before) errors.invalid(field, value, 'field is immutable')
  }
  if (hasCondition(live, 'Established')) {
    // These decide where objects are stored.
    keep('spec.scope', spec.scope, old.scope)
    keep('spec.names.kind', spec.names.kind, old.names.kind)
  }
  keep('spec.group', spec.group, old.group)
  keep('spec.names.plural', spec.names.plural, old.names.plural)
}

// upstream: apiextensions/validation, ValidateCustomResourceDefinitionStoredVersions
function validateStoredVersions({ spec, status }: CustomResourceDefinition, errors: FieldErrors): void {
  const stored = status?.storedVersions ?? []
  const at = 'status.storedVersions'
  if (stored.length === 0) {
    errors.invalid(at, status?.storedVersions, 'must have at least one stored version')
    return
  }
  for (const { name, storage } of spec.versions) {
    if (storage && !stored.includes(name)) errors.invalid(at, stored, `must have the storage version ${name}`)
  }
  for (const [index, name] of stored.entries()) {
    if (spec.versions.some((version) => version.name === name)) continue
    const detail = `missing from spec.versions; ${name} was previously a storage version, and must remain in spec.versions until a storage migration ensures no data remains persisted in ${name} and removes ${name} from status.storedVersions`
    errors.invalid(`${at}[${index}]`, name, detail)
  }
}
