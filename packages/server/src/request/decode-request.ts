import type { Awaitable, Clock } from '@pinnace/meta'
import type { FieldValidation } from '../options/write-options.ts'
import type { Draft } from '../storage/draft.ts'
import { decodeBody } from './decode-body.ts'
import { paceOf } from './pace.ts'
import type { RawBody } from './raw-body.ts'
import type { RequestScope } from './request-scope.ts'

/** Decodes the body of a request into an object of its resource; a large one in turns of its own. Throws 400. */
export function decodeRequest(
  server: { readonly clock: Clock },
  scope: RequestScope,
  body: RawBody,
  { fieldValidation }: { readonly fieldValidation: FieldValidation },
): Awaitable<Draft> {
  const decode = (): Draft => decodeBody(scope.served, body, fieldValidation, (text) => scope.warn(text))
  const pace = paceOf(server, scope, body.byteLength)
  return pace === undefined ? decode() : decodeInTurns()

  async function decodeInTurns(): Promise<Draft> {
    await pace?.next()
    if (fieldValidation !== 'Ignore') body.strictErrors()
    await pace?.next()
    return decode()
  }
}
