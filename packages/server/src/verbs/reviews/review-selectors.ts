import type { AuthorizerAttributes } from '@pinnace/authz'
import {
  isLabelValue,
  isQualifiedName,
  parseFieldSelector,
  parseLabelSelector,
  type FieldErrors,
  type FieldRequirement,
  type LabelRequirement,
} from '@pinnace/meta'

/** The selector of an access review: a text, or requirements. */
export interface ReviewSelector {
  readonly rawSelector?: string
  readonly requirements?: readonly ReviewRequirement[] | null
}

interface ReviewRequirement {
  readonly key?: string
  readonly operator?: string
  readonly values?: readonly string[] | null
}

/** The selectors of an access review. */
export interface ReviewSelectors {
  readonly fieldSelector?: ReviewSelector
  readonly labelSelector?: ReviewSelector
}

/** Validates the selectors at `path`. Operators that are not known are accepted; {@link readReviewSelectors} ignores them. */
// upstream: apis/authorization/validation, validateFieldSelectorAttributes and validateLabelSelectorAttributes
export function validateReviewSelectors(
  { fieldSelector, labelSelector }: ReviewSelectors,
  path: string,
  errors: FieldErrors,
): void {
  validateForm(fieldSelector, `${path}.fieldSelector`, errors)
  for (const [index, requirement] of (fieldSelector?.requirements ?? []).entries()) {
    const at = `${path}.fieldSelector.requirements[${index}]`
    validateValues(requirement, at, errors)
    if (!requirement.key) errors.required(`${at}.key`, 'must be specified')
  }
  validateForm(labelSelector, `${path}.labelSelector`, errors)
  for (const [index, requirement] of (labelSelector?.requirements ?? []).entries()) {
    const at = `${path}.labelSelector.requirements[${index}]`
    validateValues(requirement, at, errors)
    const { key = '', values } = requirement
    for (const message of isQualifiedName(key)) errors.invalid(`${at}.key`, key, message)
    for (const [place, value] of (values ?? []).entries()) {
      for (const message of isLabelValue(value)) errors.invalid(`${at}.values[${place}]`, value, message)
    }
  }
}

function validateForm(selector: ReviewSelector | undefined, path: string, errors: FieldErrors): void {
  if (selector === undefined) return
  const { rawSelector = '', requirements } = selector
  const count = requirements?.length ?? 0
  if (rawSelector !== '' && count > 0) {
    errors.invalid(`${path}.rawSelector`, rawSelector, 'may not specified at the same time as requirements')
  }
  if (rawSelector === '' && count === 0) {
    errors.required(`${path}.requirements`, `when ${path} is specified, requirements or rawSelector is required`)
  }
}

function validateValues({ operator, values }: ReviewRequirement, path: string, errors: FieldErrors): void {
  const count = values?.length ?? 0
  if ((operator === 'In' || operator === 'NotIn') && count === 0) {
    errors.required(`${path}.values`, "must be specified when `operator` is 'In' or 'NotIn'")
  }
  if ((operator === 'Exists' || operator === 'DoesNotExist') && count > 0) {
    errors.forbidden(`${path}.values`, "may not be specified when `operator` is 'Exists' or 'DoesNotExist'")
  }
}

/** The selectors as authorizer attributes, and the reasons why some of their requirements are ignored. */
export interface ReadSelectors extends Pick<AuthorizerAttributes, 'fieldRequirements' | 'labelRequirements'> {
  readonly ignored: readonly string[]
}

/** Reads the selectors of a review. What cannot be read does not narrow the request, which is then judged as a whole. */
// upstream: registry/authorization/util/helpers.go, ResourceAttributesFrom and resourceAttributesFrom
export function readReviewSelectors({ fieldSelector, labelSelector }: ReviewSelectors, path: string): ReadSelectors {
  const ignored: string[] = []
  const fields = readRequirements(fieldSelector, parseFieldSelector, toFieldRequirement)
  if (fields?.isIncomplete === true) ignored.push(`${path}.fieldSelector ignored due to parse error`)
  const labels = readRequirements(labelSelector, parseLabelSelector, toLabelRequirement)
  if (labels?.isIncomplete === true) ignored.push(`${path}.labelSelector ignored due to parse error`)
  return {
    ignored,
    ...(fields === undefined ? {} : { fieldRequirements: fields.requirements }),
    ...(labels === undefined ? {} : { labelRequirements: labels.requirements }),
  }
}

function readRequirements<R>(
  selector: ReviewSelector | undefined,
  parse: (text: string) => { readonly requirements: readonly R[] },
  convert: (requirement: ReviewRequirement) => R | undefined,
): { readonly requirements: readonly R[]; readonly isIncomplete: boolean } | undefined {
  if (selector === undefined) return undefined
  const { rawSelector = '', requirements } = selector
  if (rawSelector !== '') {
    try {
      return { requirements: parse(rawSelector).requirements, isIncomplete: false }
    } catch {
      return { requirements: [], isIncomplete: true }
    }
  }
  const read = (requirements ?? []).map(convert)
  const known = read.filter((requirement) => requirement !== undefined)
  return { requirements: known, isIncomplete: known.length < read.length }
}

// upstream: apimachinery/pkg/fields – only equality of one value can be expressed.
function toFieldRequirement({ key = '', operator, values }: ReviewRequirement): FieldRequirement | undefined {
  const [value = ''] = values ?? []
  if (values?.length !== 1) return undefined
  if (operator === 'In') return { field: key, operator: '=', value }
  return operator === 'NotIn' ? { field: key, operator: '!=', value } : undefined
}

function toLabelRequirement({ key = '', operator = '', values }: ReviewRequirement): LabelRequirement | undefined {
  const known = labelOperators[operator]
  return known === undefined ? undefined : { key, operator: known, values: [...(values ?? [])].sort() }
}

const labelOperators: Readonly<Record<string, LabelRequirement['operator'] | undefined>> = {
  In: 'in',
  NotIn: 'notin',
  Exists: 'exists',
  DoesNotExist: '!',
}
