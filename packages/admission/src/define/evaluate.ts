import {
  StatusError,
  systemClock,
  type ApiObject,
  type Awaitable,
  type Clock,
  type GroupVersionKind,
  type GroupVersionResource,
  type Status,
} from '@pinnace/meta'
import type { AdmissionAttributes } from '../attributes.ts'
import { messageOf } from '../message-of.ts'
import type { AdmissionObjects, AdmissionVersions } from '../plugin-context.ts'
import { attributesOf, type RequestToEvaluate } from './attributes-of.ts'
import { Denial } from './denial.ts'
import { jsonPatchBetween, type JsonPatchOperation } from './json-patch-between.ts'
import { createMatcher, type Mismatch, type Surroundings } from './matcher.ts'
import type { DefinedPlugin, PluginDefinition } from './plugin-definition.ts'
import { runHandlers, type HandlerStep } from './run-handlers.ts'

/** What a plugin is evaluated in. */
export interface EvaluateOptions {
  /** What else is stored. @default nothing a plugin may ask for */
  readonly objects?: AdmissionObjects
  /** For rules about other versions of the same objects. @default every kind has one version */
  readonly versions?: AdmissionVersions
  /** Measures the cost. */
  readonly clock?: Clock
  readonly signal?: AbortSignal
}

/** One thing that happened, in order. */
export type EvaluationStep = MatchStep | HandlerStep

/** By which rule a plugin is about a request, or by what it is not. */
export type MatchStep =
  | {
      readonly step: 'match'
      readonly rule: number
      readonly kind: GroupVersionKind
      readonly resource: GroupVersionResource
    }
  | { readonly step: 'match'; readonly mismatch: Mismatch }

/** What a plugin says to a request. */
export interface Evaluation {
  readonly allowed: boolean
  /** The object as it would go on; absent on DELETE. */
  readonly object: ApiObject | undefined
  /** What `mutate` changed; empty where nothing. */
  readonly patch: readonly JsonPatchOperation[]
  readonly warnings: readonly string[]
  /** By key, which begins with the name of the plugin. */
  readonly auditAnnotations: Readonly<Record<string, string>>
  /** Why it is refused; absent where it is allowed. */
  readonly status: Pick<Status, 'code' | 'message' | 'reason'> | undefined
  /** What a handler threw that is no refusal; absent where none did. */
  readonly error: unknown
  readonly cost: { readonly durationMs: number; readonly patchOperations: number }
  readonly trace: readonly EvaluationStep[]
}

/**
 * Asks a plugin about a request, as a function: no server, no webhook. The objects that are given stay as they are. What
 * a handler throws that is no refusal is in `error`, and the request is refused or not as the failure policy has it.
 *
 * @example
 * const { allowed, patch } = await evaluate(teamLabel, { object: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' } } })
 */
export async function evaluate<T extends ApiObject>(
  { definition }: DefinedPlugin<T>,
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
  const before = attributes.object
  let after: ApiObject | undefined = before
  let failure: unknown
  try {
    after = await walk(definition, attributes, { objects: options.objects, versions: options.versions }, trace)
  } catch (error) {
    failure = error
  }
  const isForgiven = definition.failurePolicy === 'Ignore' && !(failure instanceof StatusError)
  const allowed = failure === undefined || isForgiven
  const patch = before === undefined || after === undefined ? [] : jsonPatchBetween(before, after)
  return {
    allowed,
    object: after,
    patch,
    warnings,
    auditAnnotations: { ...auditAnnotations },
    status: allowed ? undefined : statusOf(failure, definition.name),
    error: failure instanceof StatusError ? undefined : failure,
    cost: { durationMs: clock.monotonic() - startedMs, patchOperations: patch.length },
    trace,
  }
}

/** Match, mutate, validate: the object as it goes on. Throws what the handlers throw. */
async function walk<T extends ApiObject>(
  definition: PluginDefinition<T>,
  attributes: AdmissionAttributes,
  around: Surroundings,
  trace: EvaluationStep[],
): Promise<ApiObject | undefined> {
  const found = await createMatcher(definition)(attributes, around)
  if (typeof found === 'string') {
    trace.push({ step: 'match', mismatch: found })
    return attributes.object
  }
  const { rule, kind, resource } = found
  trace.push({ step: 'match', rule, kind, resource })
  const show = (object: ApiObject | undefined, as: GroupVersionKind): Awaitable<ApiObject | undefined> =>
    object === undefined || kind === attributes.kind ? object : around.versions!.convert(object, as)
  const given = await show(attributes.object, kind)
  const oldObject = await show(attributes.oldObject, kind)
  const object = await runHandlers(
    definition,
    { attributes, match: found, ...around, object: given, oldObject },
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
