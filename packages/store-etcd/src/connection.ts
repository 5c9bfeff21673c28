import { delay, type Clock } from '@pinnace/meta'
import { StoreError } from '@pinnace/store'
import type { Endpoint, Endpoints } from './endpoints.ts'
import { toFailure, type EtcdFailure } from './failure.ts'
import type { Metadata } from './grpc/grpc-channel.ts'
import { authenticateMethod, statusMethod, type Method } from './messages.ts'
import {
  decodeWatchResponse,
  encodeWatchRequest,
  watchPath,
  type WatchRequest,
  type WatchResponse,
} from './watch-messages.ts'

/** Options of {@link EtcdConnection}. */
export interface EtcdConnectionOptions {
  readonly endpoints: Endpoints
  readonly clock: Clock
  readonly username: string | undefined
  readonly password: string | undefined
  /** The longest time a request may take with all its attempts. */
  readonly requestTimeoutMs: number
}

/**
 * Which attempts of a request may follow a failed one: `always` for reads, and `unapplied`, for writes, if the failed one
 * was certainly not carried out.
 */
export type Repeat = 'always' | 'unapplied'

/** A write whose outcome is not known: it may have been carried out, or may be yet. */
export class UnknownOutcome extends StoreError {
  constructor(cause: StoreError) {
    super('Unavailable', `the outcome of the write is unknown: ${cause.message}`, { cause })
  }
}

/** The stream of a watch. */
export interface WatchStream {
  write(request: WatchRequest): void
  /** Ends the stream. */
  cancel(): void
}

/** What happens to the stream of a watch. */
export interface WatchHandlers {
  readonly onResponse: (response: WatchResponse) => void
  /** The stream has ended; undefined if etcd says that nothing is wrong. */
  readonly onEnd: (error: Error | undefined) => void
}

const firstBackoffMs = 20
const maxBackoffMs = 500
// A member that has no leader answers at once, so that another one is asked.
const anonymous: Metadata = [['hasleader', 'true']]

/**
 * Sends requests to the members of etcd: each within the request timeout, to another member if one fails, with a token if
 * there is a user. Members without a leader reject requests at once.
 */
export class EtcdConnection {
  readonly #options: EtcdConnectionOptions
  readonly #closing = new AbortController()
  #metadata: Promise<Metadata> | undefined

  constructor(options: EtcdConnectionOptions) {
    this.#options = options
  }

  get isClosed(): boolean {
    return this.#closing.signal.aborted
  }

  get endpoints(): Endpoints {
    return this.#options.endpoints
  }

  /** Sends a request. Throws a StoreError, which is {@link UnknownOutcome} for a write that may have been carried out. */
  async send<Request, Response>(
    method: Method<Request, Response>,
    request: Request,
    repeat: Repeat,
    timeoutMs: number = this.#options.requestTimeoutMs,
  ): Promise<Response> {
    const { clock, endpoints } = this.#options
    const deadline = clock.monotonic() + timeoutMs
    // A read is tried on several members within its time.
    const attemptMs = repeat === 'always' && endpoints.all.length > 1 ? timeoutMs / 4 : timeoutMs
    let backoffMs = firstBackoffMs
    for (let attempt = 1; ; attempt++) {
      this.assertOpen()
      const endpoint = endpoints.current()
      const left = deadline - clock.monotonic()
      let failure: EtcdFailure
      try {
        const metadata = await this.#authenticated(endpoint, Math.min(left, attemptMs))
        return await this.#call(endpoint, method, request, { metadata, timeoutMs: Math.min(left, attemptMs) })
      } catch (cause) {
        this.assertOpen()
        failure = toFailure(cause, endpoint.url)
      }
      if (failure.renewToken) this.#metadata = undefined
      if (failure.failover) endpoints.leave(endpoint)
      const isAnonymous = failure.renewToken && this.#options.username === undefined
      const mayRepeat =
        (failure.applied === 'no' && !isAnonymous) || (repeat === 'always' && failure.applied === 'unknown')
      if (!mayRepeat || clock.monotonic() + backoffMs >= deadline) throw errorOf(failure, repeat)
      // All members are tried before the wait grows.
      if (attempt % endpoints.all.length !== 0 && failure.failover) continue
      await delay(clock, backoffMs, this.#closing.signal).catch(() => undefined)
      backoffMs = Math.min(2 * backoffMs, maxBackoffMs)
    }
  }

  /** Asks one member for its version. */
  async version(endpoint: Endpoint, timeoutMs: number): Promise<string | EtcdFailure> {
    try {
      const metadata = await this.#authenticated(endpoint, timeoutMs)
      return (await this.#call(endpoint, statusMethod, undefined, { metadata, timeoutMs })).version
    } catch (cause) {
      return toFailure(cause, endpoint.url)
    }
  }

  /** Resolves with a function that opens the stream of a watch, which ends after `lifetimeMs` if that is given. */
  async prepareWatch(endpoint: Endpoint, lifetimeMs?: number): Promise<(handlers: WatchHandlers) => WatchStream> {
    const metadata = await this.#authenticated(endpoint, this.#options.requestTimeoutMs)
    this.assertOpen()
    return ({ onResponse, onEnd }) => {
      const call = endpoint.channel.open(
        { path: watchPath, metadata, timeoutMs: lifetimeMs },
        { onMessage: (bytes) => onResponse(decodeWatchResponse(bytes)), onEnd },
      )
      return { write: (request) => call.write(encodeWatchRequest(request)), cancel: () => call.cancel() }
    }
  }

  /** Handles a failure of a watch: the next one has another token or another endpoint. */
  watchFailed(endpoint: Endpoint, failure: EtcdFailure): void {
    if (failure.renewToken) this.#metadata = undefined
    else this.#options.endpoints.leave(endpoint)
  }

  /** Cancels every request in progress. */
  close(): void {
    if (this.isClosed) return
    this.#closing.abort()
    this.#options.endpoints.close()
  }

  assertOpen(): void {
    if (this.isClosed) throw new StoreError('Closed', 'the store is closed')
  }

  async #call<Request, Response>(
    { channel }: Endpoint,
    { path, encode, decode }: Method<Request, Response>,
    request: Request,
    { metadata, timeoutMs }: { readonly metadata: Metadata; readonly timeoutMs: number },
  ): Promise<Response> {
    const timeout = Math.max(1, timeoutMs)
    return decode(await channel.unary({ path, metadata, timeoutMs: timeout }, encode(request)))
  }

  #authenticated(endpoint: Endpoint, timeoutMs: number): Promise<Metadata> {
    const { username, password } = this.#options
    if (this.#metadata !== undefined) return this.#metadata
    if (username === undefined || password === undefined) return (this.#metadata = Promise.resolve(anonymous))
    const requested = this.#call(
      endpoint,
      authenticateMethod,
      { username, password },
      { metadata: anonymous, timeoutMs },
    ).then(
      (token): Metadata => [...anonymous, ['token', token]],
      (error: unknown) => {
        if (isAuthenticationDisabled(error)) return anonymous
        if (this.#metadata === requested) this.#metadata = undefined
        throw error
      },
    )
    return (this.#metadata = requested)
  }
}

// etcd's own client sends requests without a token then, too.
function isAuthenticationDisabled(error: unknown): boolean {
  return error instanceof Error && error.message.includes('authentication is not enabled')
}

function errorOf({ error, applied }: EtcdFailure, repeat: Repeat): StoreError {
  return repeat === 'unapplied' && applied === 'unknown' ? new UnknownOutcome(error) : error
}
