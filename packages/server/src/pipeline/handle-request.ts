import { StoreError } from '@pinnace/store'
import { type Logger, type StatusError, toStatusError } from '@pinnace/meta'
import { fromStoreError } from '../storage/store-failure.ts'
import { acquireSeat, type Seats } from './acquire-seat.ts'
import { authenticate, type AuthenticationContext } from './authenticate.ts'
import { authorize } from './authorize.ts'
import { beforeDeadline } from './before-deadline.ts'
import { dispatch, type DispatchContext } from './dispatch.ts'
import { impersonate, type ImpersonationContext } from './impersonate.ts'
import type { IncomingRequest } from './incoming-request.ts'
import { receive } from './receive.ts'
import { RequestRecord, type RecordContext } from './request-record.ts'

/** What the pipeline needs of the server: the sum of what its stages need. */
export interface PipelineContext extends RecordContext, AuthenticationContext, ImpersonationContext, DispatchContext {
  readonly seats: Seats
}

/**
 * The pipeline of every request, over HTTP or in process. Each stage takes what the one before has made, so a stage out
 * of order does not compile. Every failure, whatever it is, leaves as a Status.
 */
export async function handleRequest<A>(server: PipelineContext, incoming: IncomingRequest<A>): Promise<A> {
  const record = new RequestRecord(server, incoming)
  try {
    // order: begin
    const received = receive(server, incoming)
    record.received(received)
    const authenticated = await authenticate(server, received, incoming)
    record.authenticated(authenticated)
    const impersonated = await impersonate(server, authenticated, incoming)
    record.impersonated(impersonated)
    using _seat = acquireSeat(server, impersonated)
    const authorized = await authorize(server, impersonated, record)
    const answer = await beforeDeadline(server, authorized, dispatch(server, authorized, { incoming, record }))
    return await incoming.complete(answer, record)
    // order: end
  } catch (error) {
    const refusal = toRefusal(server, incoming, error)
    record.failed(refusal)
    return incoming.complete(incoming.fail(refusal), record)
  }
}

/** The Status of whatever was thrown. A failure of the server itself is logged, and tells the client nothing. */
function toRefusal(
  { logger }: { readonly logger: Logger },
  { method, target }: IncomingRequest<unknown>,
  error: unknown,
): StatusError {
  const refusal = error instanceof StoreError ? fromStoreError(error) : toStatusError(error)
  if (refusal.code >= 500 && refusal.cause !== undefined) {
    logger.error({ err: refusal.cause, method, target }, 'request failed')
  }
  return refusal
}
