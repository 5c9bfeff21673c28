import { isDns1035Label, isDns1123Subdomain, isEqualJson, type FieldErrors, type Vocabulary } from '@pinnace/meta'
import type { ExpressionObserver } from '@pinnace/resources'
import {
  hasDefault,
  isBadBundle,
  schemaExtensions,
  someSchema,
  type SchemaExtensions,
} from '@pinnace/resources/custom-resource'
import type {
  CustomResourceDefinition,
  CustomResourceDefinitionSpec,
  CustomResourceDefinitionVersion,
} from '@pinnace/types/apiextensions-v1'
import type { CrdExpressions, ExpressionChecks } from './crd-expressions.ts'
import { shownVersion } from './shown-schema.ts'
import { validateApproval } from './api-approval.ts'
import { patternsOfCrd } from './crd-patterns.ts'
import { hasCondition, sharedParts, type SharedParts } from './crd-shape.ts'
import { validateDeprecation } from './deprecation.ts'
import { validateColumns } from './validate-columns.ts'
import { hasKnownVersion, validateConversion, type ConversionRules } from './validate-conversion.ts'
import { requireNames, validateNames } from './validate-names.ts'
import { validateSchema } from './validate-schema.ts'
import { validateSelectableFields } from './validate-selectable-fields.ts'
import { validateSubresources } from './validate-subresources.ts'
import { areTooManyPatterns, emptiedMember, maxPatternSteps } from '@pinnace/schema'

/** What the validation of CRDs depends on. */
export interface CrdContext {
  readonly vocabulary: Vocabulary
  readonly expressions: CrdExpressions
  /** Measures the expressions; undefined where they are not measured. */
  readonly observer: ExpressionObserver | undefined
}

const tooManyPatterns = `the patterns of the schemas take more than ${maxPatternSteps} steps to compile; use fewer, or shorter ones`

/** Validates a CRD. `live` is the stored CRD, undefined on create. Can be interrupted. */
// upstream: apiextensions/validation, ValidateCustomResourceDefinition and ValidateCustomResourceDefinitionUpdate
export function* validateCrd(
  next: CustomResourceDefinition,
  live: CustomResourceDefinition | undefined,
  errors: FieldErrors,
  { vocabulary, expressions, observer }: CrdContext,
): Generator<void> {
  const { spec, metadata } = next
  if (areTooManyPatterns(patternsOfCrd(next))) {
    // What follows would compile them.
    errors.forbidden('spec.versions', tooManyPatterns)
    return
  }
  if (
    live === undefined &&
    (metadata.generateName ?? '') !== '' &&
    metadata.generateName !== `${spec.names.plural}.${spec.group}`
  ) {
    errors.invalid('metadata.generateName', metadata.generateName, 'must be spec.names.plural+"."+spec.group')
  }
  if (live === undefined && (metadata.name ?? '') !== '' && metadata.name !== `${spec.names.plural}.${spec.group}`) {
    errors.invalid('metadata.name', metadata.name, 'must be spec.names.plural+"."+spec.group')
  }
  yield* validateSpec(spec, rulesFor(live), errors, {
    names: schemaExtensions(vocabulary.schemaExtensionPrefix),
    checksFor: (version) =>
      expressions.checksFor({ live, isUnchanged: live !== undefined && hasSameSchema(version, live), observer }),
  })
  if (live !== undefined) validateImmutable(spec, live, errors)
  // The names of this write are not accepted yet.
  validateNames(live?.status?.acceptedNames, 'status.acceptedNames', errors)
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

interface SpecContext {
  readonly names: SchemaExtensions
  readonly checksFor: (version: CustomResourceDefinitionVersion) => ExpressionChecks | undefined
}

interface VersionContext extends SpecContext {
  readonly shared: SharedParts
}

// upstream: apiextensions/validation, validateCustomResourceDefinitionSpec
function* validateSpec(
  spec: CustomResourceDefinitionSpec,
  rules: ConversionRules,
  errors: FieldErrors,
  context: SpecContext,
): Generator<void> {
  const { names } = context
  const { group, scope, versions } = spec
  validateGroup(group, errors)
  if (scope === '') errors.required('spec.scope')
  else if (scope !== 'Cluster' && scope !== 'Namespaced') {
    errors.notSupported('spec.scope', scope, ['Cluster', 'Namespaced'])
  }
  if (spec.preserveUnknownFields === true && versions.some(hasDefaults)) {
    errors.invalid('spec.preserveUnknownFields', true, 'must be false in order to use defaults in the schema')
  }
  const shared = sharedParts(versions)
  yield
  const hasSchema = versions.some(({ schema }) => schema?.openAPIV3Schema !== undefined)
  if (!(shared.schema && hasSchema)) {
    for (const [index, { schema }] of versions.entries()) {
      if (schema?.openAPIV3Schema !== undefined) continue
      errors.required(`spec.versions[${index}].schema.openAPIV3Schema`)
    }
  }
  for (const [index, version] of versions.entries()) {
    const at = `spec.versions[${index}]`
    const problems = isDns1035Label(version.name)
    if (problems.length > 0) errors.invalid(`${at}.name`, version.name, problems.join(','))
    yield* validateVersion(version, at, errors, { ...context, shared })
  }
  const refuse = (detail: string): void => {
    const list = versions.map((version) => shownVersion(version, shared, names))
    const shown = list.length === 0 ? (emptiedMember(spec, 'versions') ?? null) : list
    errors.invalid('spec.versions', shown, detail)
  }
  if (new Set(versions.map(({ name }) => name)).size !== versions.length) refuse('must contain unique version names')
  if (versions.filter(({ storage }) => storage).length !== 1) {
    refuse('must have exactly one version marked as storage version')
  }
  const [first] = versions
  const problems = first === undefined || first.name === '' ? [] : isDns1035Label(first.name)
  if (problems.length > 0) errors.invalid('spec.version', first?.name, problems.join(','))
  requireNames(spec.names, 'spec.names', errors)
  validateNames(spec.names, 'spec.names', errors)
  yield
  if (first !== undefined) yield* validateShared(versions, first, errors, { ...context, shared })
  if (spec.preserveUnknownFields === true && spec.conversion !== undefined && spec.conversion.strategy !== 'None') {
    const detail = 'must be None if spec.preserveUnknownFields is true'
    errors.invalid('spec.conversion.strategy', spec.conversion.strategy, detail)
  }
  validateConversion(spec.conversion, 'spec.conversion', rules, errors)
}

function validateGroup(group: string, errors: FieldErrors): void {
  const problems = group === '' ? [] : isDns1123Subdomain(group)
  if (group === '') errors.required('spec.group')
  else if (problems.length > 0) errors.invalid('spec.group', group, problems.join(','))
  else if (!group.includes('.')) errors.invalid('spec.group', group, 'should be a domain with at least one dot')
}

/** Validates the parts of one version that are not shared. */
function* validateVersion(
  version: CustomResourceDefinitionVersion,
  at: string,
  errors: FieldErrors,
  { shared, names, checksFor }: VersionContext,
): Generator<void> {
  validateDeprecation(version, `${at}.deprecationWarning`, errors)
  const hasStatus = version.subresources?.status !== undefined
  if (!shared.schema) {
    yield* validateSchema(version.schema, `${at}.schema`, errors, { hasStatus, names, checks: checksFor(version) })
  }
  if (!shared.subresources) validateSubresources(version.subresources, `${at}.subresources`, errors)
  if (!shared.columns) validateColumns(version.additionalPrinterColumns, `${at}.additionalPrinterColumns`, errors)
  if (shared.selectableFields) return
  const missing = 'may only be set when `version.schema.openAPIV3Schema` is not included'
  validateSelectableFields(version.selectableFields, at, errors, { validation: version.schema, missing, names })
}

/** Validates the parts that all versions share. */
function* validateShared(
  versions: readonly CustomResourceDefinitionVersion[],
  first: CustomResourceDefinitionVersion,
  errors: FieldErrors,
  { shared, names, checksFor }: VersionContext,
): Generator<void> {
  const hasStatus = versions.some(({ subresources }) => subresources?.status !== undefined)
  if (shared.schema) {
    yield* validateSchema(first.schema, 'spec.validation', errors, { hasStatus, names, checks: checksFor(first) })
  }
  if (shared.subresources) validateSubresources(first.subresources, 'spec.subresources', errors)
  if (shared.columns) validateColumns(first.additionalPrinterColumns, 'spec.additionalPrinterColumns', errors)
  if (!shared.selectableFields) return
  const missing = 'may only be set when validations.schema is included'
  validateSelectableFields(first.selectableFields, 'spec', errors, { validation: first.schema, missing, names })
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
  // A name counts for one version: of two versions of one name the second is not among the stored ones.
  const open = new Set(stored)
  for (const { name, storage } of spec.versions) {
    if (!open.delete(name) && storage) errors.invalid(at, stored, `must have the storage version ${name}`)
  }
  for (const [index, name] of stored.entries()) {
    if (spec.versions.some((version) => version.name === name)) continue
    const detail = `missing from spec.versions; ${name} was previously a storage version, and must remain in spec.versions until a storage migration ensures no data remains persisted in ${name} and removes ${name} from status.storedVersions`
    errors.invalid(`${at}[${index}]`, name, detail)
  }
}

function hasSameSchema({ name, schema }: CustomResourceDefinitionVersion, live: CustomResourceDefinition): boolean {
  const stored = live.spec.versions.find((version) => version.name === name)
  return stored !== undefined && isEqualJson(stored.schema, schema)
}

function hasDefaults({ schema }: CustomResourceDefinitionVersion): boolean {
  return schema?.openAPIV3Schema !== undefined && someSchema(schema.openAPIV3Schema, hasDefault)
}
