import { methodNotSupported } from '@pinnace/meta'
import { bodyAttributes } from '../admission/body-attributes.ts'
import { decodeBody } from '../body/decode-body.ts'
import type { RawBody } from '../body/raw-body.ts'
import type { RequestScope } from '../write/request-scope.ts'
import type { ServerCore } from '../core.ts'
import type { WriteOptions } from '../options/write-options.ts'
import type { Outcome } from '../storage/outcome.ts'
import { reviewHandlers } from '../reviews/review-handlers.ts'
import { placeInNamespace } from '../body/place.ts'

/** Answers an object that is created and never stored. */
export async function review(
  core: ServerCore,
  scope: RequestScope,
  body: RawBody,
  options: WriteOptions,
): Promise<Outcome> {
  const handle = reviewHandlers[scope.served.gvr.resource]
  if (handle === undefined) throw methodNotSupported(scope.served.gvr, 'create')
  const sent = decodeBody(scope.served, body, options.fieldValidation, (text) => scope.warn(text))
  placeInNamespace(sent, scope)
  // The older spelling of a binding is asked about as what it is, once it is known whose it is.
  if (scope.served.gvr.resource !== 'bindings') {
    const attributes = bodyAttributes(core, scope, scope.served, sent, options)
    await core.admission.admit(attributes)
    await core.admission.validate(attributes)
  }
  return { code: 201, object: await handle(core, scope, sent, options) }
}
