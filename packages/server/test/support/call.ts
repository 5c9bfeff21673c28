import { isReplyStream, type HttpReply, type HttpRequest } from '@pinnace/meta'
import { eventually } from '@pinnace/testing'
import { Buffer } from 'node:buffer'
import type { Server } from '../../src/index.ts'

/** What a test says of a request. */
export interface CallOptions {
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
}

/** An answer as tests look at it. */
export interface Answer {
  readonly status: number
  readonly headers: HttpReply['headers']
  readonly text: string
  // Tests read any shape of any answer.
  // oxlint-disable-next-line no-explicit-any
  readonly json: any
}

/** Sends one request through the whole line, without a socket. */
export async function call(server: Server, method: string, target: string, options: CallOptions = {}): Promise<Answer> {
  const reply = await server.handle(toRequest(method, target, options))
  const text = await readBody(reply)
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    json = undefined
  }
  return { status: reply.status, headers: reply.headers, text, json }
}

/** A watch under way: lines as they come. */
export interface OpenWatch {
  // oxlint-disable-next-line no-explicit-any
  readonly events: any[]
  /** Resolves once that many events have come, or the watch has ended. */
  until(count: number): Promise<void>
  readonly ended: Promise<void>
  leave(): void
}

/** Opens a watch and collects its events. */
export async function openWatch(server: Server, target: string, options: CallOptions = {}): Promise<OpenWatch> {
  const reply = await server.handle(toRequest('GET', target, options))
  if (!isReplyStream(reply.body)) throw new Error(`not a stream: ${reply.status} ${await readBody(reply)}`)
  const events: unknown[] = []
  const closing: (() => void)[] = []
  let isEnded = false
  let text = ''
  let end = (): void => {}
  const ended = new Promise<void>((resolve) => {
    end = () => {
      isEnded = true
      resolve()
    }
  })
  reply.body.start({
    write(chunk) {
      text += Buffer.from(chunk).toString()
      for (let newline = text.indexOf('\n'); newline >= 0; newline = text.indexOf('\n')) {
        events.push(JSON.parse(text.slice(0, newline)))
        text = text.slice(newline + 1)
      }
      return true
    },
    bufferedBytes: 0,
    end,
    abort: end,
    onClose: (listener) => void closing.push(listener),
  })
  return {
    events,
    async until(count) {
      await eventually(
        () => ({ events, isEnded }),
        (found) => found.isEnded || found.events.length >= count,
        { intervalMs: 1 },
      )
    },
    ended,
    leave: () => closing.forEach((listener) => listener()),
  }
}

/** The request a host would hand over. */
export function toRequest(method: string, target: string, { body, headers = {}, signal }: CallOptions): HttpRequest {
  const lower = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
  const bytes =
    body === undefined
      ? Buffer.alloc(0)
      : Buffer.isBuffer(body)
        ? body
        : Buffer.from(typeof body === 'string' ? body : JSON.stringify(body))
  return {
    method,
    target,
    rawHeaders: Object.entries(headers).flat(),
    header: (name) => lower.get(name),
    body: async () => bytes,
    signal: signal ?? new AbortController().signal,
    remoteAddress: '127.0.0.1',
  }
}

async function readBody(reply: HttpReply): Promise<string> {
  const { body } = reply
  if (body === undefined) return ''
  if (isReplyStream(body)) return ''
  const chunks = body instanceof Uint8Array ? [body] : [...body]
  return Buffer.concat(chunks).toString()
}
