import {
  thenMaybe,
  cloneJson,
  isEqualJson,
  setMember,
  StatusError,
  type ApiObject,
  type Awaitable,
} from '@pinnace/meta'
import type { AdmissionAttributes } from '../attributes.ts'
import type { AdmissionPlugin, PluginHost } from '../plugin.ts'
import { matchesOperation } from '../rules.ts'
import { annotateMutation } from './annotate-mutation.ts'
import { assertDefinition } from './assert-definition.ts'
import { runMutate, runValidate, type MatchedRequest } from './handlers.ts'
import { createMatcher, type Surroundings } from './matcher.ts'
import type { DefinedPlugin, PluginDefinition } from './plugin-definition.ts'

/**
 * An admission plugin from its rules and handlers. The same plugin runs in a server (`admission: [plugin]`), as a webhook
 * (`serveWebhook`) and in a test as a function (`evaluate`). Throws a TypeError for a definition that is wrong.
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
 *     if (object.metadata.labels?.['team'] === 'nobody') deny('team nobody owns nothing')
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
  const around: Surroundings = { versions: host?.versions, objects: host?.objects }
  const whenMatched = (
    attributes: AdmissionAttributes,
    use: (matched: MatchedRequest) => Awaitable<void>,
  ): Awaitable<void> =>
    thenMaybe(match(attributes, around), (found) =>
      typeof found === 'string'
        ? undefined
        : tolerant(definition, host, () => use({ attributes, match: found, ...around })),
    )
  return {
    name,
    handles: (operation) => rules.some((rule) => matchesOperation(rule, operation)),
    ...(mutate === undefined
      ? {}
      : {
          admit(attributes: AdmissionAttributes) {
            if (attributes.object === undefined || isDone(attributes, name, reinvocationPolicy)) return
            return whenMatched(attributes, (matched) => change(definition, matched, host))
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

/** Runs `mutate` on the object as the rule has it, and puts what has changed back into the object of the request. */
function change<T extends ApiObject>(
  definition: PluginDefinition<T>,
  matched: MatchedRequest,
  host: PluginHost | undefined,
): Awaitable<void> {
  const { attributes, match, versions } = matched
  const target = attributes.object!
  const isOther = match.kind !== attributes.kind
  return thenMaybe(bothAsMatched(matched), ([object, oldObject]) =>
    thenMaybe(runMutate(definition, matched, object!, oldObject), (mutated) => {
      annotateMutation(definition.name, attributes, object!, mutated, host?.vocabulary)
      if (mutated !== object) attributes.reinvocation.isRequested = true
      const back = mutated === object || !isOther ? mutated : versions!.convert(mutated, attributes.kind)
      return thenMaybe(back, (result) => {
        if (mutated !== object) replaceMembers(target, isOther ? (cloneJson(result) as typeof result) : result)
        rememberOutput(attributes, definition)
      })
    }),
  )
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
  return object === undefined || match.kind === attributes.kind ? object : versions!.convert(object, match.kind)
}

// In place where only some members differ: whoever comes after reads the object fastest in the shape it was read in.
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

// A second time is for those who asked for it, and only where others have changed the object since.
function isDone(
  { reinvocation, object }: AdmissionAttributes,
  name: string,
  policy: PluginDefinition['reinvocationPolicy'],
): boolean {
  if (!reinvocation.isReinvoked) return false
  if (policy === 'Never' || !reinvocation.memory?.has(name)) return true
  return isEqualJson(reinvocation.memory.get(name), object)
}

function rememberOutput(
  { reinvocation, object }: AdmissionAttributes,
  { name, reinvocationPolicy }: PluginDefinition<never>,
): void {
  if (reinvocationPolicy !== 'IfNeeded') return
  reinvocation.memory ??= new Map()
  reinvocation.memory.set(name, cloneJson(object))
}

/** What a handler throws that is no refusal fails the request, or is only told, as the plugin says. */
function tolerant(
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

// The client is told whose fault it is; what it was is for the log.
function failed(name: string, cause: unknown): StatusError {
  const message = `admission plugin ${JSON.stringify(name)} failed`
  return new StatusError('InternalError', `Internal error occurred: ${message}`, {
    details: { causes: [{ message }] },
    cause,
  })
}
