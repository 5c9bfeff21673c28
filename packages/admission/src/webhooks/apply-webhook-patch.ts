import { applyJsonPatch } from '@pinnace/apply'
import {
  thenMaybe,
  cloneJson,
  internalError,
  isEqualJson,
  parseJson,
  quote,
  setMember,
  StatusError,
  type ApiObject,
  type Awaitable,
  type Mutable,
} from '@pinnace/meta'
import type { ReviewVerdict } from '../admission-review.ts'
import type { AdmissionAttributes } from '../attributes.ts'
import { messageOf } from '../message-of.ts'
import type { RuleMatch } from '../match-rules.ts'
import type { AdmissionVersions } from '../plugin-context.ts'
import { CallFailure } from './call-failure.ts'
import { isSameKind, type ObjectViews } from './object-views.ts'

/** What a patch came to. */
export interface PatchOutcome {
  /** The operations; empty where there was nothing to apply. */
  readonly patch: readonly unknown[]
  /** Whether the object says something else now. */
  readonly isChanged: boolean
}

const untouched: PatchOutcome = { patch: [], isChanged: false }

/**
 * Applies what a webhook answered to the object of the request, which is edited in place. A patch that cannot be read is
 * a failed call; one that cannot be applied fails the request, whatever the failure policy.
 */
// upstream: apiserver/pkg/admission/plugin/webhook/mutating/dispatcher.go, callAttrMutatingHook
export function applyWebhookPatch(
  webhook: string,
  verdict: ReviewVerdict,
  asked: AdmissionAttributes,
  { kind }: RuleMatch,
  { object: view }: ObjectViews,
  versions: AdmissionVersions,
): Awaitable<PatchOutcome> {
  if (verdict.patch === undefined) return untouched
  const patch = readPatch(webhook, verdict.patch)
  if (patch.length === 0) return untouched
  const { object } = asked
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
      thenMaybe(isSameKind(kind, asked.kind) ? next : convertBack(next, asked, versions), (own) => {
        // The view may be the object itself: it is compared before it changes.
        const isChanged = !isEqualJson(view, next)
        replaceMembers(object, own)
        return { patch, isChanged }
      }),
  )
}

function convertBack(next: ApiObject, asked: AdmissionAttributes, versions: AdmissionVersions): Awaitable<ApiObject> {
  // What converting gives may be shared or frozen; the object of a request belongs to it alone.
  return thenMaybe(
    orInternal(() => versions.convert(next, asked.kind)),
    cloneJson,
  )
}

function readPatch(webhook: string, bytes: NonNullable<ReviewVerdict['patch']>): readonly unknown[] {
  try {
    const patch = parseJson(bytes).value
    if (patch === null) return []
    if (!Array.isArray(patch)) throw new TypeError('a JSON patch must be a list of operations')
    return patch
  } catch (error) {
    throw new CallFailure(webhook, `received undecodable patch in webhook response: ${messageOf(error)}`, {
      cause: error,
    })
  }
}

function assertSameKind(patched: unknown, { apiVersion, kind, metadata }: ApiObject): void {
  const object = patched as Partial<ApiObject> | null
  if (typeof object !== 'object' || object === null) throw new TypeError('what the patch made is no object')
  // The options of a connection have none.
  const hadMetadata = (metadata as unknown) !== undefined
  if (hadMetadata && (typeof object.metadata !== 'object' || object.metadata === null)) {
    throw new TypeError('what the patch made has no metadata')
  }
  if (object.apiVersion !== apiVersion || object.kind !== kind) {
    throw new TypeError(`a patch must not make ${kind} of ${apiVersion} another kind or version`)
  }
}

// upstream: whatever happens to a patch that was understood is an internal error, and says what did not fit.
function orInternal<T>(work: () => Awaitable<T>): Awaitable<T> {
  const fail = (error: unknown): never => {
    const told = error instanceof StatusError && error.cause instanceof Error ? error.cause : error
    throw internalError(told instanceof Error ? told : String(told))
  }
  try {
    const answer = work()
    return answer instanceof Promise ? answer.catch(fail) : answer
  } catch (error) {
    return fail(error)
  }
}

function replaceMembers(object: Mutable<ApiObject>, next: ApiObject): void {
  const members = object as unknown as Record<string, unknown>
  for (const key of Object.keys(members)) if (!Object.hasOwn(next, key)) delete members[key]
  for (const [key, value] of Object.entries(next)) setMember(members, key, value)
}
