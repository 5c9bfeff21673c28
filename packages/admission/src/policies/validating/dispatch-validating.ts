import type { CelAuthorizer } from '@pinnace/cel'
import {
  createTimeSlices,
  escapeHtml,
  formatJson,
  StatusError,
  type ApiObject,
  type StatusReason,
  type Vocabulary,
} from '@pinnace/meta'
import type {
  ValidatingAdmissionPolicy,
  ValidatingAdmissionPolicyBinding,
} from '@pinnace/types/admissionregistration-v1'
import type { AdmissionAttributes } from '../../admission-attributes.ts'
import type { RuleMatch } from '../../match-policy.ts'
import { messageOf } from '../../message-of.ts'
import type { PluginContext } from '../../plugin-context.ts'
import { refusal } from '../../refusal.ts'
import { viewObjects, type ObjectViews } from '../../webhooks/object-views.ts'
import { collectParams, findParamKind } from '../collect-params.ts'
import type { ExpressionPace } from '../expressions/evaluate-expressions.ts'
import { authorizerOf } from '../expressions/policy-scope.ts'
import { matchPolicy } from '../match-admission-policy.ts'
import { namespaceOf } from '../namespace-of.ts'
import type { PolicyBinding, PolicyHook } from '../policy.ts'
import type { PolicyEngine } from '../policy-engine.ts'
import type { PolicyMetrics } from '../policy-metrics.ts'
import { PolicyAnnotations } from './policy-annotations.ts'
import { evaluateValidatingPolicy, type PolicyDecision, type PolicyVerdict } from './evaluate-validating-policy.ts'

/** A stored validating policy with its bindings. */
export type ValidatingHook = PolicyHook<
  ApiObject & ValidatingAdmissionPolicy,
  ApiObject & ValidatingAdmissionPolicyBinding
>

type ValidatingBinding = PolicyBinding<ApiObject & ValidatingAdmissionPolicyBinding>

/** The dependencies of the dispatch. */
export interface ValidatingDispatchParts extends Pick<
  PluginContext,
  'vocabulary' | 'clock' | 'objects' | 'versions' | 'authorize'
> {
  readonly engine: PolicyEngine
  readonly metrics: PolicyMetrics
}

interface Denial {
  readonly policy: string
  /** Undefined where the policy itself cannot be used. */
  readonly binding: string | undefined
  readonly message: string
  readonly reason?: string
}

/** Judges a request by every policy that matches it; of several denials the first is thrown. */
// upstream: apiserver/pkg/admission/plugin/policy/validating/dispatcher.go, Dispatch
export async function dispatchValidating(
  parts: ValidatingDispatchParts,
  attributes: AdmissionAttributes,
  hooks: readonly ValidatingHook[],
): Promise<void> {
  const round = new ValidatingRound(parts, attributes)
  for (const hook of hooks) await round.judge(hook)
  const [first] = round.denials
  if (first !== undefined) throw denialStatus(attributes, first)
}

/** One request in front of all policies. */
class ValidatingRound {
  readonly denials: Denial[] = []
  readonly #parts: ValidatingDispatchParts
  readonly #attributes: AdmissionAttributes
  readonly #pace: ExpressionPace
  #namespace: ApiObject | undefined
  #authorizer: CelAuthorizer | undefined

  constructor(parts: ValidatingDispatchParts, attributes: AdmissionAttributes) {
    this.#parts = parts
    this.#attributes = attributes
    const { clock } = parts
    this.#pace = { clock, slices: createTimeSlices({ clock }) }
  }

  async judge(hook: ValidatingHook): Promise<void> {
    const { versions } = this.#parts
    await this.#configured(hook, undefined, async () => {
      const match = await matchPolicy(hook.match, this.#attributes, this.#parts)
      if (match === undefined) return
      const paramKind = findParamKind(hook.stored.spec?.paramKind, versions)
      const annotations = new PolicyAnnotations()
      let views: ObjectViews | undefined
      for (const binding of hook.bindings) {
        await this.#configured(hook, binding, async () => {
          if (binding.match !== undefined && !(await matchPolicy(binding.match, this.#attributes, this.#parts))) return
          const params = await collectParams(paramKind, binding, this.#attributes, this.#parts)
          if (params.length === 0) return
          views ??= await viewObjects(this.#attributes, match.kind, versions)
          for (const param of params) {
            const verdict = await this.#evaluate(hook, match, views, param)
            this.#enforce(hook, binding, verdict, annotations)
          }
        })
      }
      annotations.publish(hook.name, this.#attributes)
    })
  }

  /** Runs a step of a policy or of a binding; where it is not configured rightly, the failure policy decides. */
  async #configured(
    { name: policy, isIgnoring }: ValidatingHook,
    binding: ValidatingBinding | undefined,
    step: () => Promise<void>,
  ): Promise<void> {
    try {
      await step()
    } catch (error) {
      if (error instanceof EvaluationFailure) throw error.cause
      if (isIgnoring) return
      const subject = binding === undefined ? 'policy' : 'binding'
      const message = `failed to configure ${subject}: ${messageOf(error)}`
      this.denials.push({ policy, binding: binding?.name, message })
    }
  }

  async #evaluate(
    { name, stored }: ValidatingHook,
    match: RuleMatch,
    views: ObjectViews,
    params: ApiObject | null,
  ): Promise<PolicyVerdict> {
    const { engine, clock, authorize, metrics } = this.#parts
    const attributes = this.#attributes
    const spec = stored.spec ?? {}
    this.#authorizer ??= authorizerOf(attributes, authorize)
    this.#namespace ??= await this.#readNamespace()
    const verdict = await evaluateValidatingPolicy({
      spec,
      compiled: engine.validating(spec),
      input: { attributes, match, views, params, namespace: this.#namespace, authorizer: this.#authorizer },
      limits: { interrupted: () => clock.monotonic() >= (attributes.deadlineMs ?? Infinity) },
      pace: this.#pace,
    })
    if (verdict.conditions !== undefined) metrics.conditions(name, attributes.operation, verdict.conditions)
    return verdict
  }

  async #readNamespace(): Promise<ApiObject | undefined> {
    try {
      return await namespaceOf(this.#attributes, this.#parts.objects)
    } catch (error) {
      throw new EvaluationFailure('the namespace of the object cannot be read', { cause: error })
    }
  }

  #enforce(
    { name: policy }: ValidatingHook,
    binding: ValidatingBinding,
    { decisions, annotations: outcomes }: PolicyVerdict,
    annotations: PolicyAnnotations,
  ): void {
    const { metrics } = this.#parts
    const names = { policy, binding: binding.name }
    for (const [index, decision] of decisions.entries()) {
      if (!decision.allowed) this.#deny(policy, binding, decision, index)
      else if (decision.error !== undefined) metrics.enforced(names, 'allow', decision.error, decision.seconds)
    }
    for (const outcome of outcomes) {
      if (outcome.error === undefined) annotations.add(outcome.key, outcome.value)
      else {
        this.denials.push({ ...names, message: outcome.error })
        metrics.enforced(names, 'deny', outcome.error, outcome.seconds)
      }
    }
  }

  #deny(
    policy: string,
    { name: binding, stored }: ValidatingBinding,
    { message, reason, seconds }: Extract<PolicyDecision, { allowed: false }>,
    index: number,
  ): void {
    const { metrics, vocabulary } = this.#parts
    const names = { policy, binding }
    const actions = stored.spec?.validationActions ?? []
    for (const action of actions) {
      if (action === 'Deny') {
        this.denials.push({ ...names, message, ...(reason === undefined ? {} : { reason }) })
        metrics.enforced(names, 'deny', message, seconds)
      } else if (action === 'Audit') {
        const failure = { message, policy, binding, expressionIndex: index, validationActions: actions }
        this.#attributes.annotate(failureKey(vocabulary), escapeHtml(formatJson([failure])))
        metrics.enforced(names, 'audit', message, seconds)
      } else if (action === 'Warn') {
        this.#attributes.warn(
          `Validation failed for ValidatingAdmissionPolicy '${policy}' with binding '${binding}': ${message}`,
        )
        metrics.enforced(names, 'warn', message, seconds)
      }
    }
  }
}

/** A failure that ends the request rather than the policy. */
class EvaluationFailure extends Error {}

function failureKey(vocabulary: Pick<Vocabulary, 'group'>): string {
  return `validation.policy.${vocabulary.group('admission')}/validation_failure`
}

const reasons: readonly StatusReason[] = ['Forbidden', 'RequestEntityTooLarge', 'Unauthorized']

// upstream: dispatcher.go, reasonToCode
function denialStatus(attributes: AdmissionAttributes, { policy, binding, message, reason }: Denial): StatusError {
  const bound = binding === undefined ? '' : ` with binding '${binding}'`
  const text = `ValidatingAdmissionPolicy '${policy}'${bound} denied request: ${message}`
  const forbidden = refusal(attributes, text)
  return new StatusError(reasons.find((known) => known === reason) ?? 'Invalid', forbidden.message, {
    details: { ...forbidden.details, causes: [{ message: text }] },
  })
}
