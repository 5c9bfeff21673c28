import {
  thenMaybe,
  cloneJson,
  isEqualJson,
  setMember,
  StatusError,
  type ApiObject,
  type Awaitable,
} from '@pinnace/meta'
import type { AdmissionAttributes } from '../admission-attributes.ts'
import type { AdmissionPlugin, PluginHost } from '../plugin.ts'
import { matchesOperation } from '../rules.ts'
import { annotateMutation } from './annotate-mutation.ts'
import { assertDefinition } from './assert-definition.ts'
import { runMutate, runValidate, type MatchedRequest } from './handlers.ts'
import { createMatcher, type HandlerDependencies } from './matcher.ts'
import type { DefinedPlugin, PluginDefinition } from './plugin-definition.ts'

/**
 * Creates an admission plugin from rules and handlers. The same plugin runs in a server (`admission: [plugin]`), as a
 * webhook (`serveWebhook`) and in a test (`evaluate`). Throws a TypeError for an invalid definition.
 *
 * @example
 * export const teamLabel = defineAdmissionPlugin({
 *   name: 'TeamLabel',
 *   rules: [{ operations: ['CREATE'], apiGroups: [''], apiVersions: ['*'], resources: ['configmaps'] }],
 *   mutate({ draft }) {
 *     draft.metadata.labels ??= {}
 *     draft.metadata.labels['team'] ??= 'none'
 *   },
 *   validate({ object, deny }) {
 *     if (object.metadata.labels?.['team'] === 'retired') deny('team "retired" owns nothing')
 *   },
 * })
 */
export function defineAdmissionPlugin<T extends ApiObject = ApiObject>(
  definition: PluginDefinition<T>,
): DefinedPlugin<T> {
  assertDefinition(definition)
  return { ...createPlugin(definition, undefined), definition, bind: (host) => createPlugin(definition, host) }
}

function createPlugin<T extends ApiObject>(
  definition: PluginDefinition<T>,
  host: PluginHost | undefined,
): AdmissionPlugin {
  const { name, rules, mutate, validate, validateDelete, reinvocationPolicy = 'Never' } = definition
  const match = createMatcher(definition)
  const dependencies: HandlerDependencies = { versions: host?.versions, objects: host?.objects }
  const whenMatched = (
    attributes: AdmissionAttributes,
    use: (matched: MatchedRequest) => Awaitable<void>,
  ): Awaitable<void> =>
    thenMaybe(match(attributes, dependencies), (found) =>
      typeof found === 'string'
        ? undefined
        : withFailurePolicy(definition, host, () => use({ attributes, match: found, ...dependencies })),
    )
  return {
    name,
    handles: (operation) => rules.some((rule) => matchesOperation(rule, operation)),
    ...(mutate === undefined
      ? {}
      : {
          admit(attributes: AdmissionAttributes) {
            if (attributes.object === undefined || isDone(attributes, name, reinvocationPolicy)) return
            return whenMatched(attributes, (matched) => mutateObject(definition, matched, host))
          },
        }),
    ...(validate === undefined && validateDelete === undefined
      ? {}
      : {
          validate: (attributes: AdmissionAttributes) =>
            whenMatched(attributes, (matched) =>
              thenMaybe(bothAsMatched(matched), ([object, oldObject]) =>
                runValidate(definition, matched, object, oldObject),
              ),
            ),
        }),
  }
}

/** Runs `mutate` on the object as the kind of the rule, and writes the changes back to the object of the request. */
function mutateObject<T extends ApiObject>(
  definition: PluginDefinition<T>,
  matched: MatchedRequest,
  host: PluginHost | undefined,
): Awaitable<void> {
  const { attributes, match, versions } = matched
  const target = attributes.object
  const isConverted = match.kind !== attributes.kind
  return thenMaybe(bothAsMatched(matched), ([object, oldObject]) => {
    if (target === undefined || object === undefined) return
    return thenMaybe(runMutate(definition, matched, object, oldObject), (mutated) => {
      annotateMutation(attributes, { plugin: definition.name, before: object, after: mutated }, host?.vocabulary)
      if (mutated !== object) attributes.reinvocation.isRequested = true
      const back =
        mutated === object || !isConverted || versions === undefined
          ? mutated
          : versions.convert(mutated, attributes.kind)
      return thenMaybe(back, (result) => {
        if (mutated !== object) replaceMembers(target, isConverted ? cloneJson(result) : result)
        storeOutput(attributes, definition)
      })
    })
  })
}

type Both = readonly [object: ApiObject | undefined, oldObject: ApiObject | undefined]

function bothAsMatched(matched: MatchedRequest): Awaitable<Both> {
  const { object, oldObject } = matched.attributes
  return thenMaybe(asMatched(matched, object), (shown) =>
    thenMaybe(asMatched(matched, oldObject), (old): Both => [shown, old]),
  )
}

function asMatched(
  { attributes, match, versions }: MatchedRequest,
  object: ApiObject | undefined,
): Awaitable<ApiObject | undefined> {
  if (object === undefined || match.kind === attributes.kind || versions === undefined) return object
  return versions.convert(object, match.kind)
}

// In place, so that the object keeps its hidden class, which later plugins and the encoder read fastest.
function replaceMembers(target: object, source: object): void {
  const to = target as Record<string, unknown>
  for (const key of Object.keys(to)) if (!Object.hasOwn(source, key)) delete to[key]
  for (const [key, value] of Object.entries(source)) {
    const before = Object.hasOwn(to, key) ? to[key] : undefined
    if (before === value) continue
    if (isRecord(before) && isRecord(value)) replaceMembers(before, value)
    else setMember(to, key, value)
  }
}

function isRecord(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !Object.isFrozen(value)
}

// Reinvoked only with policy IfNeeded, and if the object has changed since the plugin ran.
function isDone(
  { reinvocation, object }: AdmissionAttributes,
  name: string,
  policy: PluginDefinition['reinvocationPolicy'],
): boolean {
  if (!reinvocation.isReinvoked) return false
  if (policy === 'Never' || !reinvocation.memory?.has(name)) return true
  return isEqualJson(reinvocation.memory.get(name), object)
}

function storeOutput(
  { reinvocation, object }: AdmissionAttributes,
  { name, reinvocationPolicy }: PluginDefinition<never>,
): void {
  if (reinvocationPolicy !== 'IfNeeded') return
  reinvocation.memory ??= new Map()
  reinvocation.memory.set(name, cloneJson(object))
}

/** Applies the failure policy to errors of a handler that are not refusals. */
function withFailurePolicy(
  { name, failurePolicy = 'Fail' }: PluginDefinition<never>,
  host: PluginHost | undefined,
  work: () => Awaitable<void>,
): Awaitable<void> {
  const handle = (error: unknown): void => {
    if (error instanceof StatusError) throw error
    if (failurePolicy === 'Fail') throw failed(name, error)
    host?.onError(error, `admission plugin ${JSON.stringify(name)} failed and was ignored`)
  }
  try {
    const answer = work()
    return answer instanceof Promise ? answer.catch(handle) : answer
  } catch (error) {
    return handle(error)
  }
}

// The message names the plugin; the cause is for the log.
function failed(name: string, cause: unknown): StatusError {
  const message = `admission plugin ${JSON.stringify(name)} failed`
  return new StatusError('InternalError', `Internal error occurred: ${message}`, {
    details: { causes: [{ message }] },
    cause,
  })
}
