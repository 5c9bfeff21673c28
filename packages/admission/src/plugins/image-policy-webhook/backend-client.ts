import type { Buffer } from 'node:buffer'
import { createRemoteTransport, type RemoteService } from '@pinnace/authn'
import { formatConnectionError, readUnexpectedReply, type WholeReply } from '@pinnace/http-client'
import { isConnectionReset, isTemporaryReply, retryWithBackoff, type Clock, type Random } from '@pinnace/meta'
import type { AdmissionAttributes } from '../../admission-attributes.ts'

/** Options for {@link createBackendClient}. */
export interface BackendClientOptions {
  readonly remote: RemoteService
  readonly retryBackoffMs: number
  readonly clock: Clock
  readonly random: Random
}

/** A client of the service that decides about images. */
export interface BackendClient extends Disposable {
  /** Posts a review and returns the answer. Throws an Error with the reason for none. */
  ask(review: string, attributes: AdmissionAttributes): Promise<Buffer>
}

const timeoutMs = 30_000

/** Most requests in flight; one more fails. */
const maxPending = 400

// upstream: apiserver/pkg/util/webhook, DefaultRetryBackoffWithInitialDelay – five attempts
const attempts = 5

/** Sends over kept-alive connections, and retries with a backoff where the failure is temporary. */
// upstream: apiserver/pkg/util/webhook/webhook.go, WithExponentialBackoff
export function createBackendClient({ remote, retryBackoffMs, clock, random }: BackendClientOptions): BackendClient {
  const server = questionUrl(remote.server)
  const transport = createRemoteTransport({ ...remote, server }, { timeoutMs, maxPending, clock })
  const post = async (review: string, { deadlineMs = Infinity, signal }: AdmissionAttributes): Promise<Buffer> => {
    let reply: WholeReply
    try {
      const leftMs = deadlineMs - clock.monotonic()
      reply = await transport.post(review, { timeoutMs: Math.max(0, Math.min(timeoutMs, leftMs)), signal })
    } catch (error) {
      const why = signal?.aborted === true ? 'context canceled' : formatConnectionError(error)
      throw new Error(`Post "${server}": ${why}`, { cause: error })
    }
    if (reply.status >= 200 && reply.status <= 206) return reply.body
    throw new BackendError(reply)
  }
  return {
    ask(review, attributes) {
      const { deadlineMs = Infinity, signal } = attributes
      const options = { attempts, initialBackoffMs: retryBackoffMs, isTemporary, clock, random, signal, deadlineMs }
      return retryWithBackoff(options, () => post(review, attributes))
    },
    [Symbol.dispose]: () => transport.close(),
  }
}

// upstream: client-go/rest – replaces the query of the configured URL by the timeout.
function questionUrl(server: string): string {
  const url = new URL(server)
  if (url.pathname.length > 1 && url.pathname.endsWith('/')) url.pathname = url.pathname.slice(0, -1)
  url.search = `?timeout=${timeoutMs / 1000}s`
  return url.href
}

class BackendError extends Error {
  override readonly name = 'BackendError'
  readonly isTemporary: boolean

  constructor(reply: WholeReply) {
    const { text, code } = readUnexpectedReply(reply)
    super(text)
    this.isTemporary = isTemporaryReply({ status: code, headers: reply.headers })
  }
}

function isTemporary(error: unknown): boolean {
  return error instanceof BackendError ? error.isTemporary : isConnectionReset((error as Error).cause)
}
