import type { IncomingMessage } from 'node:http'
import { withErrorCode, type Awaitable, type HttpRequest, type UserInfo } from '@pinnace/meta'
import type { HostOptions } from './http-handler.ts'

/** The user of a request as its host knows it. */
export type HostUser = Pick<UserInfo, 'username'> & Partial<UserInfo>

/** Options of an adapter that is mounted in a framework; `R` is the request type of the framework. */
export interface MountOptions<R> extends HostOptions {
  /**
   * The user that the host has already identified, by a session for example: `(request) => request.session.user`. Called
   * once for each request, before the authenticators of the server; for undefined they are asked. The group
   * `system:authenticated` is added. A StatusError that is thrown is the answer (`unauthorized()` is a 401); anything else
   * is a 500 without details, and is logged. @default only the authenticators of the server
   */
  readonly authenticate?: (request: R) => Awaitable<HostUser | undefined>
}

/** The member `hostUser` of requests. */
export type ReadHostUser = NonNullable<HttpRequest['hostUser']>

/** Binds `authenticate` to a request of the framework; undefined without that option. */
export function hostUserReader<R>({ authenticate }: MountOptions<R>): ((request: R) => ReadHostUser) | undefined {
  if (authenticate === undefined) return undefined
  if (typeof authenticate !== 'function') {
    throw withErrorCode(new TypeError('authenticate must be a function'), 'mount-options')
  }
  return (request) => () => authenticate(request)
}

/** The options of an adapter that stands on node:http, and finds the request of the framework in `requests`. */
export function nodeOptions<R>(
  { authenticate, ...others }: MountOptions<R>,
  requests: WeakMap<IncomingMessage, R>,
): MountOptions<IncomingMessage> {
  if (authenticate === undefined) return others
  return {
    ...others,
    authenticate(incoming) {
      const request = requests.get(incoming)
      return request === undefined ? undefined : authenticate(request)
    },
  }
}
