import { badRequest } from '../errors/errors.ts'
import { isLabelValue, isQualifiedName } from '../names/names.ts'
import type { FieldErrors } from '../errors/field-errors.ts'
import { parseLabelRequirements } from './label-selector-parser.ts'
import { compileRequirements } from './compile-requirements.ts'
import { keepParsed } from './keep-parsed.ts'
import { assertTermCount } from './selector-terms.ts'
import {
  formatRequirement,
  requirementError,
  type LabelOperator,
  type LabelRequirement,
  type Labels,
} from './label-requirement.ts'
import { quote } from '../text/quote.ts'

/** The label selector of an object. */
export interface LabelSelector {
  readonly matchLabels?: Labels | null | undefined
  readonly matchExpressions?: readonly LabelSelectorExpression[] | null | undefined
}

/** A requirement of a {@link LabelSelector}. */
export interface LabelSelectorExpression {
  readonly key: string
  /** `In`, `NotIn`, `Exists` or `DoesNotExist`. */
  readonly operator: string
  readonly values?: readonly string[] | null | undefined
}

/** A compiled label selector: all requirements must match. */
export interface LabelSelectorMatcher {
  /** The requirements, sorted by key. */
  readonly requirements: readonly LabelRequirement[]
  /** True for a selector that matches everything. */
  readonly isEmpty: boolean
  matches(labels: Labels | undefined): boolean
  toString(): string
}

const noLabels: Labels = Object.freeze({})

/**
 * Parses `a=b,c in (d,e),!f`. Throws a StatusError 400, also for more than 5,000 requirements and values.
 */
// upstream: apimachinery/pkg/labels/selector.go, Parse
export const parseLabelSelector: (text: string) => LabelSelectorMatcher = keepParsed((text) => {
  if (text === '') return everything
  assertTermCount(text)
  return createMatcher(parseLabelRequirements(text))
})

/**
 * Compiles the selector of an object: undefined matches nothing, an empty selector everything. Throws a StatusError 400
 * for a selector that {@link validateLabelSelector} refuses.
 */
// upstream: apimachinery/pkg/apis/meta/v1/helpers.go, LabelSelectorAsSelector
export function fromLabelSelector(selector: LabelSelector | null | undefined): LabelSelectorMatcher {
  if (!selector) return nothing
  const requirements: LabelRequirement[] = []
  for (const [key, value] of Object.entries(selector.matchLabels ?? {})) {
    requirements.push({ key, operator: '=', values: [value] })
  }
  for (const { key, operator, values } of selector.matchExpressions ?? []) {
    const word = operators.get(operator)
    if (word === undefined) throw badRequest(`${quote(operator)} is not a valid label selector operator`)
    requirements.push({ key, operator: word, values: values ?? [] })
  }
  for (const requirement of requirements) {
    const error = requirementError(requirement)
    if (error !== undefined) throw badRequest(error)
  }
  if (requirements.length === 0) return everything
  return createMatcher(requirements.map((requirement) => ({ ...requirement, values: [...requirement.values].sort() })))
}

/** Formats the selector of an object for tables; `<none>` for an empty one, `<error>` for an invalid one. */
// upstream: helpers.go, FormatLabelSelector
export function formatLabelSelector(selector: LabelSelector | null | undefined): string {
  try {
    return fromLabelSelector(selector).toString() || '<none>'
  } catch {
    return '<error>'
  }
}

/** Validates the selector of an object at `path`. */
// upstream: apimachinery/pkg/apis/meta/v1/validation/validation.go, ValidateLabelSelector
export function validateLabelSelector(
  selector: LabelSelector | null | undefined,
  path: string,
  errors: FieldErrors,
): void {
  if (!selector) return
  const labelsPath = `${path}.matchLabels`
  for (const [key, value] of Object.entries(selector.matchLabels ?? {})) {
    for (const message of isQualifiedName(key)) errors.invalid(labelsPath, key, message)
    for (const message of isLabelValue(value)) errors.invalid(labelsPath, value, message)
  }
  for (const [index, expression] of (selector.matchExpressions ?? []).entries()) {
    validateExpression(expression, `${path}.matchExpressions[${index}]`, errors)
  }
}

function validateExpression(expression: LabelSelectorExpression, path: string, errors: FieldErrors): void {
  const { key, operator } = expression
  const values = expression.values ?? []
  switch (operators.get(operator)) {
    case 'in':
    case 'notin':
      if (values.length === 0) {
        errors.required(`${path}.values`, "must be specified when `operator` is 'In' or 'NotIn'")
      }
      break
    case undefined:
      errors.invalid(`${path}.operator`, operator, 'not a valid selector operator')
      break
    default:
      if (values.length > 0) {
        errors.forbidden(`${path}.values`, "may not be specified when `operator` is 'Exists' or 'DoesNotExist'")
      }
  }
  for (const message of isQualifiedName(key)) errors.invalid(`${path}.key`, key, message)
  for (const [index, value] of values.entries()) {
    for (const message of isLabelValue(value)) errors.invalid(`${path}.values[${index}]`, value, message)
  }
}

const operators: ReadonlyMap<string, LabelOperator> = new Map<string, LabelOperator>([
  ['In', 'in'],
  ['NotIn', 'notin'],
  ['Exists', 'exists'],
  ['DoesNotExist', '!'],
])

const everything: LabelSelectorMatcher = Object.freeze({
  requirements: Object.freeze([]),
  isEmpty: true,
  matches: () => true,
  toString: () => '',
})

const nothing: LabelSelectorMatcher = Object.freeze({
  requirements: Object.freeze([]),
  isEmpty: false,
  matches: () => false,
  toString: () => '',
})

function createMatcher(unsorted: readonly LabelRequirement[]): LabelSelectorMatcher {
  const requirements = [...unsorted].sort((left, right) => (left.key < right.key ? -1 : left.key > right.key ? 1 : 0))
  const test = compileRequirements(requirements)
  return Object.freeze({
    requirements: Object.freeze(requirements),
    isEmpty: requirements.length === 0,
    matches: (labels: Labels | undefined): boolean => test(labels ?? noLabels),
    toString: (): string => requirements.map(formatRequirement).join(','),
  })
}
