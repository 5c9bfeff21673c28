import { methodNotSupported } from '@pinnace/meta'
import { admittedBody } from '../admission/admitted-body.ts'
import { decodeBody } from '../body/decode-body.ts'
import type { RawBody } from '../body/raw-body.ts'
import type { Call } from '../call.ts'
import type { ServerCore } from '../core.ts'
import type { WriteOptions } from '../options/write-options.ts'
import type { Outcome } from '../outcome.ts'
import { reviewHandlers } from '../reviews/review-handlers.ts'
import { placeInNamespace } from '../body/place.ts'

/** Answers an object that is created and never stored. */
export async function review(core: ServerCore, call: Call, body: RawBody, options: WriteOptions): Promise<Outcome> {
  const handle = reviewHandlers[call.served.gvr.resource]
  if (handle === undefined) throw methodNotSupported(call.served.gvr, 'create')
  const sent = decodeBody(call.served, body, options.fieldValidation, (text) => call.warn(text))
  placeInNamespace(sent, call)
  // The older spelling of a binding is asked about as what it is, once it is known whose it is.
  if (call.served.gvr.resource !== 'bindings') {
    const admitted = admittedBody(core, call, call.served, sent, options)
    await core.admission.admit(admitted)
    await core.admission.validate(admitted)
  }
  return { code: 201, object: await handle(core, call, sent, options) }
}
