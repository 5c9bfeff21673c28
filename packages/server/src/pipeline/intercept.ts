import type { Awaitable } from '@pinnace/meta'
import type { DispatchContext } from './dispatch.ts'
import type { IncomingRequest } from './incoming-request.ts'
import type { Intervention, RequestInterceptor } from './interceptor.ts'
import type { ImpersonatedRequest } from './stages.ts'

/** The interceptor of a server, and the servers that it may name. */
export interface Interception {
  current: RequestInterceptor | undefined
  /** What a server dispatches with. Throws a TypeError for anything but a server. */
  contextOf(server: object): DispatchContext
}

/** What interception needs of the server. */
export interface InterceptionContext {
  /** The interceptor of a test suite; usually there is none. */
  readonly interception: Interception
}

/** Asks the interceptor, if there is one, what to do with a request. */
export function intercept(
  { interception }: InterceptionContext,
  { info, user }: ImpersonatedRequest,
  incoming: IncomingRequest<unknown>,
): Intervention | undefined {
  const { current } = interception
  if (current === undefined) return undefined
  const { transport, method, target, userAgent, signal } = incoming
  return current.intercept({
    transport,
    method,
    target,
    info,
    user,
    userAgent,
    signal,
    keepBody(keep) {
      incoming.keepBody((body) => {
        if (body instanceof Uint8Array) keep(body)
      })
    },
  })
}

/** Executes a request with an intervention. */
export async function intervene<A>(
  intervention: Intervention,
  incoming: IncomingRequest<A>,
  execute: (servedBy: object | undefined) => Awaitable<A>,
): Promise<A> {
  await intervention.before?.()
  const answer = await execute(intervention.servedBy)
  await intervention.after?.()
  return intervention.delivery === undefined ? answer : incoming.deliver(answer, intervention.delivery)
}
