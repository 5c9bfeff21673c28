import { formatType, typeOf, type CelValue, type EvaluationLimits } from '@pinnace/cel'
import type { AuditAnnotation, Validation } from '@pinnace/types/admissionregistration-v1'
import {
  callLimit,
  evaluateExpressions,
  policyBudget,
  type ExpressionPace,
  type ExpressionResult,
} from '../expressions/evaluate-expressions.ts'
import { matchConditions, type ConditionsOutcome } from '../expressions/match-conditions.ts'
import { PolicyScope, type PolicyInput } from '../expressions/policy-scope.ts'
import type { StoredPolicy } from '../policy.ts'
import type { CompiledValidatingPolicy } from './compile-validating-policy.ts'

/** What a policy says to a request: which validations it does not pass, and what is to be audited. */
export interface PolicyVerdict {
  readonly decisions: readonly PolicyDecision[]
  readonly annotations: readonly AnnotationOutcome[]
  /** Undefined for policies without match conditions. */
  readonly conditions?: ConditionsOutcome & { readonly seconds: number }
}

/** What one validation says. */
export type PolicyDecision = { readonly seconds: number } & (
  | { readonly allowed: true; readonly error?: string }
  | { readonly allowed: false; readonly message: string; readonly reason?: string }
)

/** The outcome of an audit annotation; those that are empty have none. */
export type AnnotationOutcome =
  | { readonly key: string; readonly value: string; readonly error?: undefined }
  | { readonly key: string; readonly value?: undefined; readonly error: string; readonly seconds: number }

/** Options for {@link evaluateValidatingPolicy}. */
export interface EvaluatePolicyOptions {
  readonly spec: NonNullable<StoredPolicy['spec']> & {
    readonly validations?: readonly Validation[]
    readonly auditAnnotations?: readonly AuditAnnotation[]
  }
  readonly compiled: CompiledValidatingPolicy
  readonly input: PolicyInput
  readonly limits: Pick<EvaluationLimits, 'interrupted'>
  readonly pace: ExpressionPace
}

/** Evaluates a validating policy for one parameter. Failures follow the failure policy. */
// upstream: apiserver/pkg/admission/plugin/policy/validating/validator.go, Validate
export async function evaluateValidatingPolicy(options: EvaluatePolicyOptions): Promise<PolicyVerdict> {
  const { spec, compiled, input, pace } = options
  const { clock } = pace
  const limits: EvaluationLimits = { ...options.limits, costLimit: callLimit }
  const isIgnoring = spec.failurePolicy === 'Ignore'
  const failed = (message: string, seconds = 0): PolicyDecision =>
    isIgnoring ? { allowed: true, error: message, seconds } : { allowed: false, message, seconds }
  const { variables } = compiled
  const startedMs = clock.monotonic()
  const outcome = await matchConditions({ ...compiled, input, limits, isIgnoring, pace })
  const conditions = { ...outcome, seconds: (clock.monotonic() - startedMs) / 1000 }
  const told = compiled.conditions.length === 0 ? {} : { conditions }
  if (outcome.error !== undefined) return { decisions: [failed(outcome.error)], annotations: [], ...told }
  if (!outcome.matches) return { decisions: [], annotations: [], ...told }

  const validated = await evaluateExpressions(
    compiled.validations,
    new PolicyScope(input, variables, limits),
    policyBudget,
    pace,
  )
  if (validated.exhausted !== undefined) return { decisions: [failed(validated.exhausted)], annotations: [], ...told }
  const messages = await evaluateMessages(options, validated.results, validated.remaining, limits)
  const decisions = validated.results.map((result, index): PolicyDecision => {
    const validation = spec.validations?.[index]
    const seconds = result?.seconds ?? 0
    if (result?.error !== undefined) return failed(result.error, seconds)
    if (result === undefined || validation === undefined || result.value === true) return { allowed: true, seconds }
    const message = messageOf(validation, messages[index])
    return { allowed: false, message, reason: validation.reason ?? 'Invalid', seconds }
  })
  const annotated = await evaluateExpressions(
    compiled.auditAnnotations,
    new PolicyScope(input, variables, limits),
    policyBudget,
    pace,
  )
  if (annotated.exhausted !== undefined) return { decisions: [failed(annotated.exhausted)], annotations: [], ...told }
  const annotations = annotated.results.flatMap((result, index) =>
    annotationOf(spec.auditAnnotations?.[index], result, isIgnoring),
  )
  return { decisions, annotations, ...told }
}

/** Messages of validations that are false; they see no authorizer. */
async function evaluateMessages(
  { compiled, input, pace }: EvaluatePolicyOptions,
  results: readonly (ExpressionResult | undefined)[],
  budget: number,
  limits: EvaluationLimits,
): Promise<readonly (ExpressionResult | undefined)[]> {
  const needed = compiled.messages.map((message, index) => (results[index]?.value === false ? message : undefined))
  if (needed.every((message) => message === undefined)) return []
  const scope = new PolicyScope({ ...input, authorizer: undefined }, compiled.variables, limits)
  return (await evaluateExpressions(needed, scope, budget, pace)).results
}

/** The longest message of an expression, in bytes. */
// upstream: apiserver/pkg/apis/cel/config.go, MaxEvaluatedMessageExpressionSizeBytes
const maxMessageBytes = 5 * 1024

function messageOf({ expression, message = '' }: Validation, result: ExpressionResult | undefined): string {
  const text = typeof result?.value === 'string' ? result.value.trim() : ''
  const isUsable = text !== '' && !text.includes('\n') && Buffer.byteLength(text) <= maxMessageBytes
  if (isUsable) return text
  return message === '' ? `failed expression: ${expression.trim()}` : message.trim()
}

function annotationOf(
  annotation: AuditAnnotation | undefined,
  result: ExpressionResult | undefined,
  isIgnoring: boolean,
): readonly AnnotationOutcome[] {
  if (annotation === undefined || result === undefined) return []
  const { key, valueExpression } = annotation
  if (result.error !== undefined) return isIgnoring ? [] : [{ key, error: result.error, seconds: result.seconds }]
  if (result.value === null) return []
  if (typeof result.value === 'string') {
    const value = result.value.trim()
    return value === '' ? [] : [{ key, value }]
  }
  const error = `valueExpression '${valueExpression}' resulted in unsupported return type: ${typeText(result.value)}. Return type must be either string or null.`
  return [{ key, error, seconds: result.seconds }]
}

function typeText(value: CelValue): string {
  return formatType(typeOf(value))
}
