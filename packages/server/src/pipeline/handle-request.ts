import { StoreError } from '@pinnace/store'
import { type Awaitable, type Logger, type StatusError, toStatusError } from '@pinnace/meta'
import { fromStoreError } from '../storage/store-failure.ts'
import type { Seats } from './seats.ts'
import { authenticate, type AuthenticationContext } from './authenticate.ts'
import { authorize } from './authorize.ts'
import { beforeDeadline } from './request-timeout.ts'
import { dispatch, type DispatchContext, type Dispatched } from './dispatch.ts'
import { impersonate, type ImpersonationContext } from './impersonation.ts'
import type { IncomingRequest } from './incoming-request.ts'
import { intercept, intervene, reportRefused, type InterceptionContext } from './intercept.ts'
import { ConnectionReset } from './interceptor.ts'
import { receive } from './receive.ts'
import { RequestRecord, type RecordContext } from './request-record.ts'
import type { Authorized } from './stages.ts'

/** What the pipeline needs of the server: the sum of what its stages need. */
export interface PipelineContext
  extends RecordContext, AuthenticationContext, ImpersonationContext, InterceptionContext, DispatchContext {
  readonly seats: Seats
}

/**
 * The request pipeline, over HTTP or in process. Each stage takes the result of the stage before it, so stages out of
 * order do not compile. What follows for a write, from admission to storing, is in `write/write.ts`. Every failure is answered as a Status. A stage that has its answer at once is not awaited, and the
 * seat is released in `finally`, because compiled `using` allocates an array and closures for every request.
 */
export async function handleRequest<A>(server: PipelineContext, incoming: IncomingRequest<A>): Promise<A> {
  const record = new RequestRecord(server, incoming)
  try {
    // order: begin
    const parsed = receive(server, incoming)
    const received = parsed instanceof Promise ? await parsed : parsed
    record.received(received)
    const identified = authenticate(server, received, incoming)
    const authenticated = identified instanceof Promise ? await identified : identified
    const audited = record.authenticated(authenticated)
    if (audited !== undefined) await audited
    const replaced = impersonate(server, authenticated, incoming)
    const impersonated = replaced instanceof Promise ? await replaced : replaced
    record.impersonated(impersonated)
    record.intervention = intercept(server, impersonated, incoming)
    const acquired = server.seats.acquire(impersonated, incoming)
    const seat = acquired instanceof Promise ? await acquired : acquired
    try {
      const decided = authorize(server, impersonated, record)
      const authorized = decided instanceof Promise ? await decided : decided
      const work = dispatchIntercepted(server, authorized, { incoming, record })
      const answer = await beforeDeadline(server, authorized, work)
      return await incoming.complete(answer, record)
    } finally {
      seat[Symbol.dispose]()
    }
    // order: end
  } catch (error) {
    if (error instanceof ConnectionReset) return incoming.complete(incoming.reset(error), record)
    const refusal = toRefusal(server, incoming, error)
    record.failed(refusal)
    const refused = record.refusedRequest
    if (refused !== undefined) record.intervention = reportRefused(server, refused, { incoming, refusal })
    return incoming.complete(await incoming.fail(refusal), record)
  }
}

/** Dispatches a request with what an interceptor does to it; most requests have no interceptor. */
function dispatchIntercepted<A>(
  server: PipelineContext,
  authorized: Authorized,
  dispatched: Dispatched<A>,
): Awaitable<A> {
  const { intervention } = dispatched.record
  if (intervention === undefined) return dispatch(server, authorized, dispatched)
  return intervene(intervention, dispatched.incoming, (servedBy) =>
    dispatch(servedBy === undefined ? server : server.interception.contextOf(servedBy), authorized, dispatched),
  )
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
