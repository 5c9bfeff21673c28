import { StoreError } from '@pinnace/store'
import { type Logger, type StatusError, toStatusError } from '@pinnace/meta'
import { fromStoreError } from '../storage/store-failure.ts'
import type { Seats } from './seats.ts'
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
 * The request pipeline, over HTTP or in process. Each stage takes the result of the stage before it, so stages out of
 * order do not compile. Every failure is answered as a Status.
 */
export async function handleRequest<A>(server: PipelineContext, incoming: IncomingRequest<A>): Promise<A> {
  const record = new RequestRecord(server, incoming)
  try {
    // order: begin
    const received = receive(server, incoming)
    record.received(received)
    const authenticated = await authenticate(server, received, incoming)
    const audited = record.authenticated(authenticated)
    if (audited !== undefined) await audited
    const impersonated = await impersonate(server, authenticated, incoming)
    record.impersonated(impersonated)
    const seat = server.seats.acquire(impersonated, incoming)
    using _seat = seat instanceof Promise ? await seat : seat
    const authorized = await authorize(server, impersonated, record)
    const answer = await beforeDeadline(server, authorized, dispatch(server, authorized, { incoming, record }))
    return await incoming.complete(answer, record)
    // order: end
  } catch (error) {
    const refusal = toRefusal(server, incoming, error)
    record.failed(refusal)
    return incoming.complete(await incoming.fail(refusal), record)
  }
}

/** The StatusError of anything that was thrown. An internal error is logged; its details are not sent to the client. */
function toRefusal(
  { logger }: { readonly logger: Logger },
  { method, target }: IncomingRequest<unknown>,
  error: unknown,
): StatusError {
  const refusal = error instanceof StoreError ? fromStoreError(error, method) : toStatusError(error)
  if (refusal.code >= 500 && refusal.cause !== undefined) {
    logger.error({ err: refusal.cause, method, target }, 'request failed')
  }
  return refusal
}
