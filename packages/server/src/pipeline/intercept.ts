import { CredentialsRejected } from '@pinnace/authn'
import type { Awaitable, RequestInfo, StatusError, UserInfo } from '@pinnace/meta'
import type { DispatchContext } from './dispatch.ts'
import type { IncomingRequest } from './incoming-request.ts'
import type { CredentialRejection, InterceptedRequest, Intervention, RequestInterceptor } from './interceptor.ts'
import type { ImpersonatedRequest, RefusedRequest } from './stages.ts'

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
  readonly authenticators: readonly { readonly name: string }[]
}

/** Asks the interceptor, if there is one, what to do with a request. */
export function intercept(
  { interception }: InterceptionContext,
  { info, user }: ImpersonatedRequest,
  incoming: IncomingRequest<unknown>,
): Intervention | undefined {
  const { current } = interception
  return current?.intercept(interceptedRequest(incoming, info, user))
}

/** Whether the client certificate of a request counts as expired. */
export function expiresCertificate(
  { interception }: InterceptionContext,
  info: RequestInfo,
  incoming: IncomingRequest<unknown>,
): boolean {
  const { current } = interception
  if (current?.expiresCertificate === undefined) return false
  const { method, target, userAgent, signal, peerCertificate } = incoming
  return (
    peerCertificate !== undefined &&
    current.expiresCertificate({ info, method, target, userAgent, signal, peerCertificate })
  )
}

/** Reports a request that authentication or impersonation has refused to the interceptor. */
export function reportRefused(
  { interception, authenticators }: InterceptionContext,
  { info, user }: RefusedRequest,
  { incoming, refusal }: { readonly incoming: IncomingRequest<unknown>; readonly refusal: StatusError },
): Intervention | undefined {
  const { current } = interception
  if (current?.refused === undefined) return undefined
  const { cause } = refusal
  const rejections: readonly CredentialRejection[] =
    cause instanceof CredentialsRejected
      ? cause.failures.map(({ index, error }) => ({ authenticator: authenticators[index]?.name ?? 'host', error }))
      : []
  return current.refused(interceptedRequest(incoming, info, user), rejections)
}

function interceptedRequest(incoming: IncomingRequest<unknown>, info: RequestInfo, user: UserInfo): InterceptedRequest {
  const { transport, method, target, userAgent, signal } = incoming
  return {
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
  }
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
