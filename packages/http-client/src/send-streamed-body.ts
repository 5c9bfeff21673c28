import type { ClientRequest } from 'node:http'
import type { Clock, Timer } from '@pinnace/meta'
import { HttpClientError } from './http-client-error.ts'
import type { StreamedBody } from './outgoing-request.ts'

/** What sending a body needs of its exchange. */
export interface BodySending {
  readonly clock: Clock
  /** Breaks the exchange off. */
  readonly fail: (error: unknown) => void
}

/** A body that is being sent. */
export interface SentBody {
  /** Sends nothing more, and leaves the rest of the source unread. A request that is not complete is destroyed. */
  stop(): void
}

/** Sends a body as it arrives: a server that takes nothing stops its source. */
export function sendStreamedBody(
  outgoing: ClientRequest,
  { chunks, idleTimeoutMs }: StreamedBody,
  { clock, fail }: BodySending,
): SentBody {
  const source = chunks[Symbol.asyncIterator]()
  let isStopped = false
  let timer: Timer | undefined
  const expectProgress = (): void => {
    timer?.cancel()
    timer = clock.after(idleTimeoutMs, () => fail(idleError()), { keepAlive: true })
  }
  const copy = async (): Promise<void> => {
    try {
      for (;;) {
        expectProgress()
        const next = await source.next()
        if (isStopped) return
        if (next.done === true) break
        expectProgress()
        if (!outgoing.write(next.value)) await drained(outgoing)
        if (isStopped) return
      }
      outgoing.end()
    } catch (error) {
      if (!isStopped) fail(error)
    } finally {
      timer?.cancel()
    }
  }
  void copy()
  return {
    stop() {
      if (isStopped) return
      isStopped = true
      timer?.cancel()
      source.return?.().catch(() => undefined)
      if (!outgoing.writableEnded) outgoing.destroy()
    },
  }
}

function drained(outgoing: ClientRequest): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      outgoing.off('drain', done)
      outgoing.off('close', done)
      resolve()
    }
    outgoing.on('drain', done)
    outgoing.on('close', done)
  })
}

function idleError(): HttpClientError {
  return new HttpClientError('the request body was not sent in time', { reason: 'timeout', code: 'ETIMEDOUT' })
}
