import { Metadata, type ClientDuplexStream, type ClientUnaryCall } from '@grpc/grpc-js'
import { delay, type Clock } from '@pinnace/meta'
import { StoreError } from '@pinnace/store'
import type { Endpoint, Endpoints } from './endpoints.ts'
import { toFailure, type EtcdFailure } from './failure.ts'
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
export type WatchStream = ClientDuplexStream<WatchRequest, WatchResponse>

const firstBackoffMs = 20
const maxBackoffMs = 500

/**
 * Sends requests to the members of etcd: each within the request timeout, to another member if one fails, with a token if
 * there is a user. Members without a leader reject requests at once.
 */
export class EtcdConnection {
  readonly #options: EtcdConnectionOptions
  readonly #closing = new AbortController()
  // As many as there are requests in progress.
  readonly #calls = new Set<ClientUnaryCall>()
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

  /** Opens the stream of a watch, which ends by itself after `lifetimeMs` if that is given. */
  async openWatch(endpoint: Endpoint, lifetimeMs?: number): Promise<WatchStream> {
    const metadata = await this.#authenticated(endpoint, this.#options.requestTimeoutMs)
    this.assertOpen()
    return endpoint.client.makeBidiStreamRequest<WatchRequest, WatchResponse>(
      watchPath,
      encodeWatchRequest,
      decodeWatchResponse,
      metadata,
      lifetimeMs === undefined ? {} : { deadline: this.#options.clock.now() + lifetimeMs },
    )
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
    for (const call of this.#calls) call.cancel()
    this.#options.endpoints.close()
  }

  assertOpen(): void {
    if (this.isClosed) throw new StoreError('Closed', 'the store is closed')
  }

  #call<Request, Response>(
    { client }: Endpoint,
    { path, encode, decode }: Method<Request, Response>,
    request: Request,
    { metadata, timeoutMs }: { readonly metadata: Metadata; readonly timeoutMs: number },
  ): Promise<Response> {
    return new Promise((resolve, reject) => {
      const call = withoutStackTraces(() =>
        client.makeUnaryRequest(
          path,
          (value: Request) => toBuffer(encode(value)),
          decode,
          request,
          metadata,
          { deadline: this.#options.clock.now() + Math.max(1, timeoutMs) },
          (error, response) => {
            this.#calls.delete(call)
            if (error === null && response !== undefined) resolve(response)
            else reject(error ?? new Error('the answer is empty'))
          },
        ),
      )
      this.#calls.add(call)
    })
  }

  #authenticated(endpoint: Endpoint, timeoutMs: number): Promise<Metadata> {
    const { username, password } = this.#options
    if (this.#metadata !== undefined) return this.#metadata
    const metadata = new Metadata()
    // A member that has no leader answers at once, so that another one is asked.
    metadata.set('hasleader', 'true')
    if (username === undefined || password === undefined) return (this.#metadata = Promise.resolve(metadata))
    const requested = this.#call(endpoint, authenticateMethod, { username, password }, { metadata, timeoutMs }).then(
      (token) => {
        const authenticated = metadata.clone()
        authenticated.set('token', token)
        return authenticated
      },
      (error: unknown) => {
        if (isAuthenticationDisabled(error)) return metadata
        if (this.#metadata === requested) this.#metadata = undefined
        throw error
      },
    )
    return (this.#metadata = requested)
  }
}

// grpc-js takes the stack of every call, for the case that it fails: a cost that every write would pay.
function withoutStackTraces<Result>(run: () => Result): Result {
  const limit = Error.stackTraceLimit
  Error.stackTraceLimit = 0
  try {
    return run()
  } finally {
    Error.stackTraceLimit = limit
  }
}

// etcd's own client sends requests without a token then, too.
function isAuthenticationDisabled(error: unknown): boolean {
  return error instanceof Error && error.message.includes('authentication is not enabled')
}

function errorOf({ error, applied }: EtcdFailure, repeat: Repeat): StoreError {
  return repeat === 'unapplied' && applied === 'unknown' ? new UnknownOutcome(error) : error
}

function toBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
