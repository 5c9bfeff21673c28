import type { Authorizer } from '@pinnace/authz'
import {
  cloneJson,
  kubernetesVocabulary,
  StatusError,
  systemClock,
  type ApiObject,
  type Awaitable,
  type Clock,
  type GroupVersionKind,
  type Status,
  type Vocabulary,
} from '@pinnace/meta'
import type { AdmissionAttributes } from '../admission-attributes.ts'
import { messageOf } from '../message-of.ts'
import type { AdmissionObjects, AdmissionVersions } from '../plugin-context.ts'
import { attributesOf, type RequestToEvaluate } from './attributes-of.ts'
import { isPolicy, type DefinedPolicy } from './define-admission-policy.ts'
import { Denial } from './denial.ts'
import { evaluatePolicy } from './evaluate-policy.ts'
import type { EvaluationStep } from './evaluation-step.ts'
import { jsonPatchBetween, type JsonPatchOperation } from './json-patch-between.ts'
import { loadKnownKinds } from './known-kinds.ts'
import { createMatcher, type HandlerDependencies } from './matcher.ts'
import type { DefinedPlugin, PluginDefinition } from './plugin-definition.ts'
import { createPolicyHost } from './policy-host.ts'
import { runHandlers } from './run-handlers.ts'
import { storedObjects } from './stored-objects.ts'

/** Options for {@link evaluate}. */
export interface EvaluateOptions {
  /**
   * Other stored objects, as those of a server or as a list: of a policy, the namespace and the parameters.
   * @default unavailable to a plugin; for a policy, namespaces without labels of their own, and no parameters
   */
  readonly objects?: AdmissionObjects | readonly ApiObject[]
  /** Served versions, for rules of other versions of the same objects. @default every kind has one version */
  readonly versions?: AdmissionVersions
  /** Answers `authorizer` in the expressions of a policy. @default allows nothing */
  readonly authorize?: Authorizer
  /** The vocabulary of kinds. @default kubernetes */
  readonly vocabulary?: Vocabulary
  /** Measures the duration. @default the system clock */
  readonly clock?: Clock
  readonly signal?: AbortSignal
}

/** The result of an evaluation. */
export interface Evaluation {
  readonly allowed: boolean
  /** The object after `mutate`; undefined on DELETE. */
  readonly object: ApiObject | undefined
  /** The changes of `mutate`; empty without changes. */
  readonly patch: readonly JsonPatchOperation[]
  readonly warnings: readonly string[]
  /** By key, which starts with the name of the plugin. */
  readonly auditAnnotations: Readonly<Record<string, string>>
  /** The refusal; undefined if the request is allowed. */
  readonly status: Pick<Status, 'code' | 'message' | 'reason'> | undefined
  /** An error of a handler that is not a refusal; undefined without one. */
  readonly error: unknown
  readonly cost: { readonly durationMs: number; readonly patchOperations: number }
  readonly trace: readonly EvaluationStep[]
}

/**
 * Evaluates a plugin or a policy on a request, without a server or webhook. The given objects are not changed. An error
 * of a handler that is not a refusal is returned as `error`; the failure policy decides whether the request is allowed.
 *
 * @example
 * const { allowed, patch } = await evaluate(teamLabel, { object: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' } } })
 */
export async function evaluate<T extends ApiObject>(
  plugin: DefinedPlugin<T> | DefinedPolicy,
  request: RequestToEvaluate,
  options: EvaluateOptions = {},
): Promise<Evaluation> {
  const { clock = systemClock } = options
  const warnings: string[] = []
  const auditAnnotations = Object.create(null) as Record<string, string>
  const trace: EvaluationStep[] = []
  const attributes = attributesOf(request, {
    warn: (text) => void warnings.push(text),
    annotate: (key, value) => void (auditAnnotations[key] ??= value),
    signal: options.signal,
  })
  const startedMs = clock.monotonic()
  // Policies change the object in place.
  const before = isPolicy(plugin) ? cloneJson(attributes.object) : attributes.object
  let after: ApiObject | undefined = before
  let failure: unknown
  try {
    after = isPolicy(plugin)
      ? await evaluatePolicy(plugin, attributes, await createPolicyHost(plugin, attributes, options), trace)
      : await runPlugin(plugin.definition, attributes, await dependenciesOf(options), trace)
  } catch (error) {
    failure = error
    after = before
  }
  const isIgnored = plugin.definition.failurePolicy === 'Ignore' && !(failure instanceof StatusError)
  const allowed = failure === undefined || isIgnored
  const patch = before === undefined || after === undefined ? [] : jsonPatchBetween(before, after)
  return {
    allowed,
    object: after,
    patch,
    warnings,
    auditAnnotations: { ...auditAnnotations },
    status: allowed ? undefined : statusOf(failure, plugin.name),
    error: failure instanceof StatusError ? undefined : failure,
    cost: { durationMs: clock.monotonic() - startedMs, patchOperations: patch.length },
    trace,
  }
}

async function dependenciesOf({ objects, versions, ...options }: EvaluateOptions): Promise<HandlerDependencies> {
  if (objects === undefined) return { objects, versions }
  const known = await loadKnownKinds({ vocabulary: options.vocabulary ?? kubernetesVocabulary, kinds: [], custom: [] })
  return { objects: storedObjects(objects, known), versions }
}

/** Matches, mutates and validates; returns the resulting object. Throws errors of the handlers. */
async function runPlugin<T extends ApiObject>(
  definition: PluginDefinition<T>,
  attributes: AdmissionAttributes,
  dependencies: HandlerDependencies,
  trace: EvaluationStep[],
): Promise<ApiObject | undefined> {
  const found = await createMatcher(definition)(attributes, dependencies)
  if (typeof found === 'string') {
    trace.push({ step: 'match', mismatch: found })
    return attributes.object
  }
  const { rule, kind, resource } = found
  trace.push({ step: 'match', rule, kind, resource })
  const { versions } = dependencies
  const show = (object: ApiObject | undefined, as: GroupVersionKind): Awaitable<ApiObject | undefined> =>
    object === undefined || kind === attributes.kind || versions === undefined ? object : versions.convert(object, as)
  const given = await show(attributes.object, kind)
  const oldObject = await show(attributes.oldObject, kind)
  const object = await runHandlers(
    definition,
    { attributes, match: found, ...dependencies, object: given, oldObject },
    (step) => void trace.push(step),
  )
  return object === given ? attributes.object : await show(object, attributes.kind)
}

function statusOf(failure: unknown, plugin: string): Evaluation['status'] {
  if (!(failure instanceof StatusError)) {
    return {
      code: 500,
      reason: 'InternalError',
      message: `admission plugin ${JSON.stringify(plugin)} failed: ${messageOf(failure)}`,
    }
  }
  const { code, reason } = failure
  return { code, reason, message: failure instanceof Denial ? failure.text : failure.message }
}
