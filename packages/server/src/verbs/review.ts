import { methodNotSupported, type ApiObject } from '@pinnace/meta'
import { bodyAttributes } from '../request/body-attributes.ts'
import { runAdmission } from '../request/run-admission.ts'
import { dedupeOwnerReferences } from '../request/dedupe-owner-references.ts'
import { decodeBody } from '../request/decode-body.ts'
import { placeInNamespace } from '../request/place.ts'
import { wipeSystemFields } from '../request/wipe-system-fields.ts'
import { ownFields } from '../write/track-fields.ts'
import type { RawBody } from '../request/raw-body.ts'
import type { WriteOptions } from '../options/write-options.ts'
import type { Outcome } from '../storage/outcome.ts'
import type { RequestScope } from '../request/request-scope.ts'
import { slicesOf } from '../request/slices-of.ts'
import { answerLongReview, isLongReview } from './reviews/long-review.ts'
import type { VerbContext } from './verb-context.ts'
import { virtualHandlerOf } from './virtual-resources.ts'

/** Answers a review: an object that is created and never stored. */
export async function review(
  server: VerbContext,
  scope: RequestScope,
  body: RawBody,
  options: WriteOptions,
): Promise<Outcome> {
  const { resource } = scope.served.gvr
  const handle = virtualHandlerOf(resource)
  if (handle === undefined) throw methodNotSupported(scope.served.gvr, 'create')
  const sent = decodeBody(scope.served, body, options.fieldValidation, (text) => scope.warn(text))
  sent.kind = scope.served.gvk.kind
  sent.apiVersion = scope.served.apiVersion
  // A Binding by name is the pod's subresource, and names the pod's uid.
  if (resource !== 'bindings') wipeSystemFields(sent)
  placeInNamespace(sent, scope)
  dedupeOwnerReferences(sent, scope)
  await ownFields(scope, scope.served, sent, options)
  // A Binding by name is admitted as the pod's subresource, once its pod is known.
  if (resource !== 'bindings') {
    const { vocabulary } = server
    const attributes = bodyAttributes(scope, { vocabulary, resource: scope.served, body: sent, options })
    await runAdmission(server.admission, attributes)
  }
  const reviewed = await handle(server, scope, sent, options)
  if (!isLongReview(reviewed)) return { code: 201, object: scope.served.codec.answered(reviewed) }
  const slices = slicesOf(server, scope)
  return { code: 201, object: await answerLongReview(scope.served, reviewed as ApiObject, slices), slices }
}
