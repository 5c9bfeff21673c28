import type { HttpReply, HttpRequest } from '@pinnace/meta'
import type { OpenStreams } from './open-streams.ts'

/** The whole server, as a host sees it: one request in, one reply out. */
export type HttpHandler = (request: HttpRequest) => Promise<HttpReply>

/** What every host adapter takes. */
export interface HostOptions {
  /**
   * The path this server is mounted under, without a trailing slash: `/apiserver`. It is taken off the request target;
   * a target outside it is not this server's. @default '' – mounted at the root
   */
  readonly prefix?: string
  /** Told about everything a handler threw that is not a refusal. The client sees a 500 that says nothing of it. */
  readonly onError?: (error: unknown) => void
  /** Where streaming replies are kept in mind, for a host that ends them when it stops. */
  readonly openStreams?: OpenStreams
}

/** The prefix of {@link HostOptions}, checked. */
export function mountPrefix(options: HostOptions): string {
  const prefix = options.prefix ?? ''
  if (prefix !== '' && !/^(\/[^/?#]+)+$/.test(prefix)) {
    throw new TypeError(`prefix must start with "/" and end without one, not ${JSON.stringify(prefix)}`)
  }
  return prefix
}

/** The target below `prefix`, or `undefined` where the target lies outside it. */
export function targetBelow(prefix: string, target: string): string | undefined {
  if (prefix === '') return target
  if (!target.startsWith(prefix)) return undefined
  const rest = target.slice(prefix.length)
  if (rest === '' || rest.charCodeAt(0) === 0x3f) return `/${rest}`
  return rest.charCodeAt(0) === 0x2f ? rest : undefined
}
