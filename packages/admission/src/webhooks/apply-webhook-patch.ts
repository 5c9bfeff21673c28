import { applyJsonPatch } from '@pinnace/apply'
import {
  thenMaybe,
  cloneJson,
  internalError,
  isEqualJson,
  parseJson,
  quote,
  StatusError,
  type ApiObject,
  type Awaitable,
  type GroupVersionKind,
  type Mutable,
} from '@pinnace/meta'
import type { ReviewVerdict } from '../admission-review.ts'
import type { AdmissionAttributes } from '../admission-attributes.ts'
import { messageOf } from '../message-of.ts'
import type { AdmissionVersions } from '../plugin-context.ts'
import { replaceMembers } from '../replace-object.ts'
import { CallFailure } from './call-failure.ts'
import { isSameKind } from './object-views.ts'

/** The result of a patch. */
export interface PatchOutcome {
  /** The operations; empty without a patch. */
  readonly patch: readonly unknown[]
  /** Whether the object changed. */
  readonly isChanged: boolean
}

const untouched: PatchOutcome = { patch: [], isChanged: false }

/** The request a patch is applied to. */
export interface PatchTarget {
  readonly attributes: AdmissionAttributes
  /** The kind the webhook is registered for. */
  readonly kind: GroupVersionKind
  /** The object as that kind, as it was sent to the webhook. */
  readonly view: ApiObject | null
  readonly versions: AdmissionVersions
}

/**
 * Applies the patch of a webhook to the object of the request, which is edited in place. A patch that cannot be decoded
 * is a failed call; a patch that cannot be applied fails the request, whatever the failure policy.
 */
// upstream: apiserver/pkg/admission/plugin/webhook/mutating/dispatcher.go, callAttrMutatingHook
export function applyWebhookPatch(
  webhook: string,
  verdict: ReviewVerdict,
  { attributes, kind, view, versions }: PatchTarget,
): Awaitable<PatchOutcome> {
  if (verdict.patch === undefined) return untouched
  const patch = readPatch(webhook, verdict.patch)
  if (patch.length === 0) return untouched
  const { object } = attributes
  if (view === null || object === undefined) {
    throw internalError(
      `admission webhook ${quote(webhook)} attempted to modify the object, which is not supported for this operation`,
    )
  }
  if (verdict.patchType !== 'JSONPatch') {
    throw new CallFailure(webhook, `unsupported patch type ${quote(verdict.patchType)}`, { code: 400 })
  }
  const patched = orInternal(() => {
    const result = applyJsonPatch(view, patch)
    assertSameKind(result, view)
    return result
  })
  return thenMaybe(
    orInternal(() => versions.read(patched, kind)),
    (next) =>
      thenMaybe(isSameKind(kind, attributes.kind) ? next : convertBack(next, attributes, versions), (own) => {
        // The view may be the object itself, so it is compared before it changes.
        const isChanged = !isEqualJson(view, next)
        replaceMembers(object, own)
        return { patch, isChanged }
      }),
  )
}

function convertBack(
  next: ApiObject,
  attributes: AdmissionAttributes,
  versions: AdmissionVersions,
): Awaitable<ApiObject> {
  // A converted object may be shared or frozen; the object of a request must not be.
  return thenMaybe(
    orInternal(() => versions.convert(next, attributes.kind)),
    cloneJson,
  )
}

function readPatch(webhook: string, bytes: NonNullable<ReviewVerdict['patch']>): readonly unknown[] {
  try {
    const patch = parseJson(bytes).value
    if (patch === null) return []
    if (!Array.isArray(patch)) {
      const word = typeof patch === 'boolean' ? 'bool' : typeof patch
      throw new TypeError(`json: cannot unmarshal ${word} into Go value of type jsonpatch.Patch`)
    }
    return patch
  } catch (error) {
    throw new CallFailure(webhook, `received undecodable patch in webhook response: ${messageOf(error)}`, {
      cause: error,
    })
  }
}

function assertSameKind(patched: unknown, { apiVersion, kind, metadata }: ApiObject): void {
  const object = patched as Partial<Mutable<ApiObject>> | null
  if (typeof object !== 'object' || object === null) throw new TypeError('the result of the patch is not an object')
  // The options of a CONNECT have no metadata.
  const hadMetadata = (metadata as unknown) !== undefined
  if (hadMetadata) object.metadata ??= {}
  // upstream: the result is decoded as the kind that is expected, which it may leave out.
  const given = { apiVersion: object.apiVersion || apiVersion, kind: object.kind || kind }
  if (given.apiVersion !== apiVersion || given.kind !== kind) {
    throw new TypeError(`a patch must not change the kind or version of ${kind} of ${apiVersion}`)
  }
  Object.assign(object, given)
}

// upstream: any failure of a decoded patch is an internal error with the reason.
function orInternal<T>(work: () => Awaitable<T>): Awaitable<T> {
  const fail = (error: unknown): never => {
    const reason = error instanceof StatusError && error.cause instanceof Error ? error.cause : error
    throw internalError(reason instanceof Error ? reason : String(reason))
  }
  try {
    const answer = work()
    return answer instanceof Promise ? answer.catch(fail) : answer
  } catch (error) {
    return fail(error)
  }
}
