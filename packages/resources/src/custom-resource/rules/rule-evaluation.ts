import { CelOptional, present, type CelError, type Program } from '@pinnace/cel'
import { formatFieldValue, quote, type FieldErrors } from '@pinnace/meta'
import type { ValidationRule } from '@pinnace/types/apiextensions-v1'
import type { ExpressionObserver } from '../../expression-observer.ts'
import type { Correlation } from './correlation.ts'
import type { PlacedRule, RuleTree } from './rule-tree.ts'

/** Options of the evaluation of rules. */
export interface EvaluationOptions {
  /** What all rules may cost together. @default 10,000,000 */
  readonly budget?: number
  /** Called for violations by values that an update leaves as they are. @default these refuse the update too */
  readonly warn?: (text: string) => void
  /** Asked as expressions iterate, and between them; true ends the evaluation. @default false */
  readonly interrupted?: () => boolean
  /** Measures compilations and evaluations. @default they are not measured */
  readonly observer?: ExpressionObserver | undefined
}

/** A value that rules are evaluated for. */
export interface RulePlace {
  readonly next: unknown
  /** The value before the change; undefined where there is none. */
  readonly live: unknown
  readonly path: string
  readonly correlation: Correlation
}

// upstream: apiserver/pkg/apis/cel/config.go, RuntimeCELCostBudget, PerCallLimit, MaxEvaluatedMessageExpressionSizeBytes
const objectBudget = 10_000_000
const callLimit = 1_000_000
const maxMessageBytes = 5 * 1024

/** What rules cost together, a fraction of a millisecond, before their evaluation can be interrupted. */
const stepCost = 10_000

/** After how many expressions the evaluation asks whether it is interrupted. */
const expressionsBetweenChecks = 64

const outOfBudget = 'validation failed due to running out of cost budget, no further validation rules will be run'

/** Evaluates rules for the values of one object, within the budget of the object. */
// upstream: apiextensions-apiserver/pkg/apiserver/schema/cel/validation.go, Validator.validateExpressions
export class RuleEvaluation {
  /** What is left of the budget; -1 where it was not enough. */
  left: number
  readonly observer: ExpressionObserver | undefined
  #leftAtStep: number
  #untilCheck = expressionsBetweenChecks
  readonly #errors: FieldErrors
  readonly #options: EvaluationOptions

  constructor(errors: FieldErrors, options: EvaluationOptions) {
    this.left = options.budget ?? objectBudget
    this.#leftAtStep = this.left
    this.observer = options.observer
    this.#errors = errors
    this.#options = options
  }

  /** Evaluates the rules of one value. False where no further rules are to be evaluated. Can be interrupted. */
  *validate(tree: RuleTree, place: RulePlace): Generator<void, boolean> {
    const { type } = tree
    if (this.left <= 0) return this.#stop(place, type, outOfBudget)
    for (const rule of tree.rules(this.observer)) {
      if (!this.#validateRule(rule, place, type)) return false
      if (this.#leftAtStep - this.left < stepCost) continue
      this.#leftAtStep = this.left
      yield
    }
    return true
  }

  #validateRule(placed: PlacedRule, place: RulePlace, type: string): boolean {
    const { rule, condition, usesOldSelf, ruleProblem } = placed
    if (condition === undefined) {
      this.#problem(place, type, `rule compile error: ${ruleProblem}`)
      return true
    }
    const isOptional = rule.optionalOldSelf === true
    // Transition rules are for changes.
    if (usesOldSelf && place.live === undefined && !isOptional) return true
    if (this.#isInterrupted()) return this.#stop(place, type, `operation interrupted evaluating rule: ${nameOf(rule)}`)
    const { value, error, cost } = this.#evaluate(condition, variablesOf(place, isOptional))
    if (cost > this.left) return this.#stop(place, type, outOfBudget)
    this.left -= cost
    if (error !== undefined) return this.#failed(error, rule, place, type)
    return value === true || this.#violated(placed, place)
  }

  #evaluate(program: Program, variables: Readonly<Record<string, unknown>>): ReturnType<Program['evaluate']> {
    const { interrupted } = this.#options
    return program.evaluate(variables, { costLimit: callLimit, ...(interrupted === undefined ? {} : { interrupted }) })
  }

  #isInterrupted(): boolean {
    if (--this.#untilCheck > 0) return false
    this.#untilCheck = expressionsBetweenChecks
    return this.#options.interrupted?.() === true
  }

  /** A rule that has no value. */
  #failed({ message, cancelled }: CelError, rule: ValidationRule, place: RulePlace, type: string): boolean {
    const named = nameOf(rule)
    // upstream: only an exceeded cost is distinguished from other errors.
    if (message === 'operation interrupted') return this.#stop(place, type, `${message} evaluating rule: ${named}`)
    if (cancelled) {
      const detail = `'${message}': no further validation rules will be run due to call cost exceeds limit for rule: ${named}`
      return this.#stop(place, type, detail)
    }
    const noOverload = `call arguments did not match a supported operator, function or macro signature for rule: ${named}`
    const isOverload = message.startsWith('no such overload')
    this.#problem(place, type, isOverload ? `'${message}': ${noOverload}` : `${message} evaluating rule: ${named}`)
    return true
  }

  #violated(placed: PlacedRule, place: RulePlace): boolean {
    const { rule, message, fieldPath } = placed
    const at = joined(place.path, fieldPath)
    let detail = (rule.message ?? '') === '' ? `failed rule: ${nameOf(rule)}` : nameOf(rule)
    if (message !== undefined && !placed.messageFails) {
      const { value, error, cost } = this.#evaluate(message, variablesOf(place, false))
      const ending = endOf(rule, { error, isOutOfBudget: cost > this.left })
      if (ending !== undefined) {
        this.#report(placed, place, ['FieldValueInvalid', at, `Invalid value: ${ending}`])
        this.left = -1
        return false
      }
      this.left -= cost
      detail = messageOf(value) ?? detail
    }
    this.#report(placed, place, describe(rule.reason, at, place.next, detail))
    return true
  }

  #report({ usesOldSelf }: PlacedRule, { correlation }: RulePlace, [reason, at, message]: Violation): void {
    const { warn } = this.#options
    if (warn !== undefined && !usesOldSelf && correlation.isUnchanged) warn(`${at}: ${message}`)
    else this.#errors.add(reason, at, message)
  }

  #problem({ path }: RulePlace, type: string, detail: string): void {
    this.#errors.invalid(shown(path), type, detail)
  }

  #stop(place: RulePlace, type: string, detail: string): false {
    this.#problem(place, type, detail)
    this.left = -1
    return false
  }
}

function variablesOf({ next, live }: RulePlace, isOptional: boolean): Readonly<Record<string, unknown>> {
  if (live === undefined) return isOptional ? { self: next, oldSelf: CelOptional.none } : { self: next }
  return { self: next, oldSelf: isOptional ? present(live) : live }
}

/** Why the message of a rule ends the evaluation of all rules. */
function endOf(
  { messageExpression }: ValidationRule,
  { error, isOutOfBudget }: { readonly error: CelError | undefined; readonly isOutOfBudget: boolean },
): string | undefined {
  if (isOutOfBudget) {
    return 'messageExpression evaluation failed due to running out of cost budget, no further validation rules will be run'
  }
  if (error?.cancelled !== true) return undefined
  return `no further validation rules will be run due to call cost exceeds limit for messageExpression: ${quote(messageExpression ?? '')}`
}

/** The text of a message expression; undefined where it is none that can be shown. */
function messageOf(value: unknown): string | undefined {
  const text = typeof value === 'string' ? value.trim() : ''
  return text === '' || text.includes('\n') || Buffer.byteLength(text) > maxMessageBytes ? undefined : text
}

type Violation = readonly [reason: Parameters<FieldErrors['add']>[0], at: string, message: string]

// upstream: fieldErrorForReason – values that hold others are not shown.
function describe(reason: string | undefined, at: string, value: unknown, detail: string): Violation {
  const isScalar = typeof value !== 'object'
  switch (reason) {
    case 'FieldValueForbidden':
      return [reason, at, `Forbidden: ${detail}`]
    case 'FieldValueRequired':
      return [reason, at, `Required value: ${detail}`]
    case 'FieldValueDuplicate':
      return [reason, at, isScalar ? `Duplicate value: ${formatFieldValue(value)}` : 'Duplicate value']
    default:
      return ['FieldValueInvalid', at, `Invalid value: ${isScalar ? `${formatFieldValue(value)}: ` : ''}${detail}`]
  }
}

/** The message of a rule, or its text. */
function nameOf({ message = '', rule }: ValidationRule): string {
  return (message === '' ? rule : message).trim()
}

function joined(path: string, fieldPath: string): string {
  if (fieldPath === '') return shown(path)
  return path === '' ? fieldPath : `${path}.${fieldPath}`
}

/** The whole has no path, and is printed as one that has none. */
function shown(path: string): string {
  return path === '' ? '<nil>' : path
}
