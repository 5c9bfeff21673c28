import { thenMaybe, type ApiObject, type Awaitable, type Mutable } from '@pinnace/meta'
import { Immer } from 'immer'
import type { AdmissionAttributes } from '../attributes.ts'
import type { RuleMatch } from '../match-rules.ts'
import { promised } from '../promised.ts'
import type { AdmissionRequest } from './admission-request.ts'
import { Denial } from './denial.ts'
import type { Surroundings } from './matcher.ts'
import type { PluginDefinition } from './plugin-definition.ts'

/** A request that a plugin is about. */
export interface MatchedRequest extends Surroundings {
  readonly attributes: AdmissionAttributes
  readonly match: RuleMatch
}

// What is drafted is the write path's own object: freezing it would take it from those who come after.
const immer = new Immer({ autoFreeze: false })

/** The object as `mutate` leaves it; the very same object where it changes nothing. Both objects are as the rule has them. */
export function runMutate<T extends ApiObject>(
  definition: PluginDefinition<T>,
  matched: MatchedRequest,
  object: ApiObject,
  oldObject: ApiObject | undefined,
): Awaitable<ApiObject> {
  const draft = immer.createDraft(object)
  const request = { ...requestOf(definition, matched, oldObject), draft: draft as unknown as Mutable<T> }
  return thenMaybe(promised(definition.mutate!(request as never)), () => immer.finishDraft(draft) as ApiObject)
}

/** Lets `validate`, or `validateDelete`, look at a request. */
export function runValidate<T extends ApiObject>(
  definition: PluginDefinition<T>,
  matched: MatchedRequest,
  object: ApiObject | undefined,
  oldObject: ApiObject | undefined,
): Awaitable<void> {
  const request = requestOf(definition, matched, oldObject)
  if (object !== undefined) return promised(definition.validate?.({ ...request, object: object as T }))
  if (oldObject !== undefined) return promised(definition.validateDelete?.({ ...request, oldObject: oldObject as T }))
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
