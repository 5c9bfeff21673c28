import type { CelAuthorizer, EvaluationLimits } from '@pinnace/cel'
import {
  cloneJson,
  createTimeSlices,
  internalError,
  isSemanticEqual,
  StatusError,
  serviceUnavailable,
  type ApiObject,
} from '@pinnace/meta'
import type { MutatingAdmissionPolicy, MutatingAdmissionPolicyBinding } from '@pinnace/types/admissionregistration-v1'
import type { AdmissionAttributes } from '../../admission-attributes.ts'
import type { RuleMatch } from '../../match-policy.ts'
import { messageOf } from '../../message-of.ts'
import type { PluginContext } from '../../plugin-context.ts'
import { refusal } from '../../refusal.ts'
import { reinvokeContext } from '../../reinvocation.ts'
import { replaceObject } from '../../replace-object.ts'
import { viewObjects, type ObjectViews } from '../../webhooks/object-views.ts'
import { collectParams, findParamKind } from '../collect-params.ts'
import {
  callLimit,
  evaluateExpressions,
  policyBudget,
  type ExpressionPace,
} from '../expressions/evaluate-expressions.ts'
import { matchConditions } from '../expressions/match-conditions.ts'
import { authorizerOf, PolicyScope, type PolicyInput } from '../expressions/policy-scope.ts'
import { matchPolicy } from '../match-admission-policy.ts'
import { namespaceOf } from '../namespace-of.ts'
import type { PolicyBinding, PolicyHook } from '../policy.ts'
import type { PolicyEngine } from '../policy-engine.ts'
import type { PolicyMetrics } from '../policy-metrics.ts'
import { applyConfiguration } from './apply-configuration.ts'
import { conversionProblem } from './conversion-problem.ts'
import type { CompiledMutatingPolicy, CompiledMutation } from './compile-mutating-policy.ts'
import { applyPatchOperations } from './json-patch.ts'
import { MutationError } from './made-values.ts'

const pluginName = 'MutatingAdmissionPolicy'

/** A stored mutating policy with its bindings. */
export type MutatingHook = PolicyHook<ApiObject & MutatingAdmissionPolicy, ApiObject & MutatingAdmissionPolicyBinding>

type MutatingBinding = PolicyBinding<ApiObject & MutatingAdmissionPolicyBinding>

/** The dependencies of the dispatch. */
export interface MutatingDispatchParts extends Pick<
  PluginContext,
  'vocabulary' | 'clock' | 'objects' | 'versions' | 'authorize'
> {
  readonly engine: PolicyEngine
  readonly metrics: PolicyMetrics
}

interface Failure {
  readonly hook: MutatingHook
  readonly binding: MutatingBinding | undefined
  readonly message: string
  readonly reason: 'Forbidden' | 'Invalid'
}

/** One policy for one binding and one parameter. */
interface Invocation {
  readonly hook: MutatingHook
  readonly binding: MutatingBinding
  readonly match: RuleMatch
  readonly params: ApiObject | null
}

/** Changes the object of a request by every policy that matches it, one after the other. */
// upstream: apiserver/pkg/admission/plugin/policy/generic/policy_dispatcher.go and mutating/dispatcher.go
export async function dispatchMutating(
  parts: MutatingDispatchParts,
  attributes: AdmissionAttributes,
  hooks: readonly MutatingHook[],
): Promise<void> {
  const round = new MutatingRound(parts, attributes)
  const invocations: Invocation[] = []
  for (const hook of hooks) invocations.push(...(await round.invocationsOf(hook)))
  if (invocations.length > 0) await round.run(invocations)
  const denied = round.failures.filter(({ hook }) => !hook.isIgnoring)
  if (denied.length > 0) throw denialStatus(attributes, denied)
}

/** One round of all policies over one request. */
class MutatingRound {
  readonly failures: Failure[] = []
  #hasMutated = false
  readonly #parts: MutatingDispatchParts
  readonly #attributes: AdmissionAttributes
  readonly #pace: ExpressionPace

  constructor(parts: MutatingDispatchParts, attributes: AdmissionAttributes) {
    this.#parts = parts
    this.#attributes = attributes
    const { clock } = parts
    this.#pace = { clock, slices: createTimeSlices({ clock }) }
  }

  /** What a policy is invoked with; nothing where it does not match. */
  async invocationsOf(hook: MutatingHook): Promise<readonly Invocation[]> {
    const { versions } = this.#parts
    const invocations: Invocation[] = []
    await this.#configured(hook, undefined, async () => {
      const match = await matchPolicy(hook.match, this.#attributes, this.#parts)
      if (match === undefined) return
      const paramKind = findParamKind(hook.stored.spec?.paramKind, versions)
      for (const binding of hook.bindings) {
        await this.#configured(hook, binding, async () => {
          if (binding.match !== undefined && !(await matchPolicy(binding.match, this.#attributes, this.#parts))) return
          for (const params of await collectParams(paramKind, binding, this.#attributes, this.#parts)) {
            invocations.push({ hook, binding, match, params })
          }
        })
      }
    })
    return invocations
  }

  async run(invocations: readonly Invocation[]): Promise<void> {
    const { authorize, objects } = this.#parts
    const attributes = this.#attributes
    const context = reinvokeContext(attributes.reinvocation, pluginName)
    const { isReinvoked } = attributes.reinvocation
    if (isReinvoked) context.begin(attributes.object)
    const namespace = await namespaceOf(attributes, objects)
    const authorizer = authorizerOf(attributes, authorize)
    try {
      for (const invocation of invocations) {
        const key = keyOf(invocation)
        const before = cloneJson(attributes.object)
        const isRun = await this.#invoke(
          invocation,
          { namespace, authorizer },
          () => !isReinvoked || context.isDue(key),
        )
        if (!isRun) continue
        if (!isSemanticEqual(before, attributes.object)) context.requireEarlier()
        if (invocation.hook.stored.spec?.reinvocationPolicy === 'IfNeeded') context.invoked(key)
      }
      // upstream: mutating/dispatcher.go – every mutation that did not fail counts as a change.
      if (this.#hasMutated) {
        context.requireEarlier()
        attributes.reinvocation.isRequested = true
      }
    } finally {
      context.end(attributes.object)
    }
  }

  /** Runs the mutations of an invocation; false where its conditions exclude it, or it is not its turn. */
  async #invoke(
    { hook, binding, match, params }: Invocation,
    { namespace, authorizer }: { namespace: ApiObject | undefined; authorizer: CelAuthorizer },
    isDue: () => boolean,
  ): Promise<boolean> {
    const { engine, clock, metrics, versions } = this.#parts
    const attributes = this.#attributes
    const compiled = engine.mutating(hook.stored.spec ?? {})
    const limits = { costLimit: callLimit, interrupted: () => clock.monotonic() >= (attributes.deadlineMs ?? Infinity) }
    const inputOf = (views: ObjectViews): PolicyInput => ({ attributes, match, views, params, namespace, authorizer })
    const views = await viewObjects(attributes, match.kind, versions)
    if (!(await this.#conditionsHold({ hook, binding, compiled, input: inputOf(views), limits }))) return false
    if (!isDue()) return false
    for (const mutation of compiled.mutations) {
      if (attributes.object === undefined) continue
      const startedMs = clock.monotonic()
      let failure: string | undefined
      try {
        const current = await viewObjects(attributes, match.kind, versions)
        await this.#mutate(mutation, compiled, inputOf(current), limits)
        this.#hasMutated = true
      } catch (error) {
        if (!(error instanceof MutationError)) throw error
        failure = error.message
        this.failures.push({ hook, binding, message: failure, reason: 'Invalid' })
      }
      const seconds = (clock.monotonic() - startedMs) / 1000
      metrics.mutated({ policy: hook.name, binding: binding.name }, failure, seconds)
    }
    return true
  }

  async #conditionsHold({
    hook,
    binding,
    compiled,
    input,
    limits,
  }: Pick<Invocation, 'hook' | 'binding'> & {
    readonly compiled: CompiledMutatingPolicy
    readonly input: PolicyInput
    readonly limits: EvaluationLimits
  }): Promise<boolean> {
    const { conditions, variables } = compiled
    if (conditions.length === 0) return true
    const { clock, metrics } = this.#parts
    const startedMs = clock.monotonic()
    const { isIgnoring } = hook
    const pace = this.#pace
    const { matches, error, failed } = await matchConditions({ conditions, variables, input, limits, isIgnoring, pace })
    const seconds = (clock.monotonic() - startedMs) / 1000
    metrics.conditions(hook.name, this.#attributes.operation, { failed, seconds })
    if (error !== undefined) this.failures.push({ hook, binding, message: error, reason: 'Invalid' })
    return matches
  }

  /** Evaluates a mutation and changes the object of the request. @throws MutationError */
  async #mutate(
    { type, expression }: CompiledMutation,
    { variables }: CompiledMutatingPolicy,
    input: PolicyInput,
    limits: EvaluationLimits,
  ): Promise<void> {
    const { versions } = this.#parts
    const { views, match } = input
    const object = views.object ?? undefined
    const schema = versions.schema(match.kind)
    if (object === undefined) return
    if (schema === undefined) {
      const { group, version, kind } = match.kind
      throw serviceUnavailable(
        `Resource kind ${group}/${version}, Kind=${kind} not found. There can be a delay between when CustomResourceDefinitions are created and when they are available.`,
      )
    }
    if (expression.problem !== undefined) throw new MutationError(expression.problem.message)
    const scope = new PolicyScope(input, variables, limits)
    const { results, exhausted } = await evaluateExpressions([expression], scope, policyBudget, this.#pace)
    const [result] = results
    if (exhausted !== undefined || result === undefined) throw new MutationError(exhausted ?? 'no result')
    if (result.error !== undefined) throw new MutationError(result.error)
    const next =
      type === 'jsonPatch'
        ? applyPatchOperations(object, result.value)
        : applyConfiguration(object, result.value, schema)
    // A merged object that cannot be read follows the failure policy; a patched one is an internal error.
    const unreadable = ({ message }: Error): Error =>
      type === 'jsonPatch' ? internalError(message) : new MutationError(conversionProblem(match.kind, schema, message))
    await replaceObject(this.#attributes, {
      next,
      kind: match.kind,
      versions,
      isStrict: type === 'jsonPatch',
      unreadable,
    })
  }

  /** Runs a step of a policy or of a binding; where it is not configured rightly, the failure policy decides. */
  async #configured(
    hook: MutatingHook,
    binding: MutatingBinding | undefined,
    step: () => Promise<void>,
  ): Promise<void> {
    try {
      await step()
    } catch (error) {
      const subject = binding === undefined ? 'policy' : 'binding'
      const message = `failed to configure ${subject}: ${messageOf(error)}`
      this.failures.push({ hook, binding, message, reason: 'Forbidden' })
    }
  }
}

function keyOf({ hook, binding, params }: Invocation): string {
  const { namespace = '', name = '' } = params?.metadata ?? {}
  return JSON.stringify([hook.name, binding.name, params === null ? undefined : namespace, name])
}

// upstream: policy_dispatcher.go, Dispatch – the message and the reason are those of the first failure, the code is not.
function denialStatus(attributes: AdmissionAttributes, failures: readonly Failure[]): StatusError {
  const messages = failures.map(({ hook, binding, message }) =>
    binding === undefined
      ? `policy ${JSON.stringify(hook.name)} denied request: ${message}`
      : `policy '${hook.name}' with binding '${binding.name}' denied request: ${message}`,
  )
  const { details } = refusal(attributes, '')
  return new StatusError(failures[0]?.reason ?? 'Forbidden', messages[0] ?? '', {
    code: 403,
    details: { ...details, causes: messages.map((message) => ({ message })) },
  })
}
