import { withErrorCode, type Clock, type HttpReply, type HttpRequest } from '@pinnace/meta'
import type { OpenStreams } from './open-streams.ts'

/** A server as hosts see it: one request in, one reply out. */
export type HttpHandler = (request: HttpRequest) => Promise<HttpReply>

/** Options of every host adapter. */
export interface HostOptions {
  /**
   * The path this server is mounted at, without a trailing slash: `/apiserver`. It is removed from request targets;
   * targets outside it are not served. @default '' (the root)
   */
  readonly prefix?: string
  /** Called with what a handler throws, except for a StatusError. The client gets a 500 without details. */
  readonly onError?: (error: unknown) => void
  /** Tracks streaming replies, for a host that ends them when it stops. */
  readonly openStreams?: OpenStreams
  /**
   * How long a client may leave a reply unread before it is disconnected, milliseconds. Replies that are larger than 256 KiB
   * are written in slices of that size, and the limit holds for each. @default 60000
   */
  readonly stallTimeoutMs?: number
  readonly clock?: Clock
}

/** The prefix of {@link HostOptions}. Throws a TypeError if it is not valid. */
export function mountPrefix(options: HostOptions): string {
  const prefix = options.prefix ?? ''
  if (prefix !== '' && !/^(\/[^/?#]+)+$/.test(prefix)) {
    const error = new TypeError(`prefix must start with "/" and end without one, not ${JSON.stringify(prefix)}`)
    throw withErrorCode(error, 'mount-options')
  }
  return prefix
}

/** The target without `prefix`; undefined for a target outside it. */
export function targetBelow(prefix: string, target: string): string | undefined {
  if (prefix === '') return target
  if (!target.startsWith(prefix)) return undefined
  const rest = target.slice(prefix.length)
  if (rest === '' || rest.charCodeAt(0) === 0x3f) return `/${rest}`
  return rest.charCodeAt(0) === 0x2f ? rest : undefined
}
