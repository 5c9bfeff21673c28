import { methodNotSupported } from '@pinnace/meta'
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
  return { code: 201, object: await handle(core, call, sent, options) }
}
