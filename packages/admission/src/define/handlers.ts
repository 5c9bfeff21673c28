import { thenMaybe, type ApiObject, type Awaitable, type Mutable } from '@pinnace/meta'
import { Immer } from 'immer'
import type { AdmissionAttributes } from '../admission-attributes.ts'
import type { RuleMatch } from '../match-policy.ts'
import { asNativePromise } from '../native-promise.ts'
import type { AdmissionRequest } from './admission-request.ts'
import { Denial } from './denial.ts'
import type { HandlerDependencies } from './matcher.ts'
import type { PluginDefinition } from './plugin-definition.ts'

/** A request that matches the rules of a plugin. */
export interface MatchedRequest extends HandlerDependencies {
  readonly attributes: AdmissionAttributes
  readonly match: RuleMatch
}

// The draft's base is the object of the write path, which later plugins edit: it must not be frozen.
const immer = new Immer({ autoFreeze: false })

/**
 * Runs `mutate` and returns the resulting object; the same object if nothing changed. Both objects are of the kind of the
 * matched rule.
 */
export function runMutate<T extends ApiObject>(
  definition: PluginDefinition<T>,
  matched: MatchedRequest,
  object: ApiObject,
  oldObject: ApiObject | undefined,
): Awaitable<ApiObject> {
  if (definition.mutate === undefined) return object
  const draft = immer.createDraft(object)
  const request = { ...requestOf(definition, matched, oldObject), draft: draft as unknown as Mutable<T> }
  return thenMaybe(asNativePromise(definition.mutate(request)), () => immer.finishDraft(draft))
}

/** Runs `validate`, or `validateDelete` for a request without an object. */
export function runValidate<T extends ApiObject>(
  definition: PluginDefinition<T>,
  matched: MatchedRequest,
  object: ApiObject | undefined,
  oldObject: ApiObject | undefined,
): Awaitable<void> {
  const request = requestOf(definition, matched, oldObject)
  if (object !== undefined) return asNativePromise(definition.validate?.({ ...request, object: object as T }))
  if (oldObject !== undefined)
    return asNativePromise(definition.validateDelete?.({ ...request, oldObject: oldObject as T }))
}

function requestOf<T extends ApiObject>(
  { name }: PluginDefinition<T>,
  { attributes, match, objects }: MatchedRequest,
  oldObject: ApiObject | undefined,
): AdmissionRequest<T> {
  const { operation, kind, resource, subresource, namespace, user, dryRun, options, signal } = attributes
  return {
    operation,
    kind: match.kind,
    resource: match.resource,
    subresource,
    requestKind: kind,
    requestResource: resource,
    namespace,
    name: attributes.name,
    user,
    oldObject: oldObject as T | undefined,
    options,
    dryRun,
    objects,
    signal,
    warn: (text) => attributes.warn(text),
    annotate: (key, value) => attributes.annotate(`${name}/${key}`, value),
    deny: (message, denial) => {
      throw new Denial(attributes, message, denial)
    },
  }
}
