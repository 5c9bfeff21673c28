import type { Buffer } from 'node:buffer'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { HttpClientError, type IncomingReply } from '@pinnace/http-client'
import { delay, eitherSignal, JsonError, parseJson, type Clock } from '@pinnace/meta'
import type { Credentials } from '../credentials/credentials.ts'
import { toConnectionError } from './connection-error.ts'
import type { HttpConnection, OutgoingCall } from './http-connection.ts'
import { isFailure, toReplyError } from './reply-error.ts'
import { readWarnings } from './warnings.ts'

/** Options for {@link createHttpSender}. */
export interface HttpSenderOptions {
  readonly connection: HttpConnection
  readonly credentials: Credentials
  /** Sent with every request. */
  readonly headers: OutgoingCall['headers']
  readonly timeoutMs: number
  readonly maxRetries: number
  readonly maxReplyBytes: number
  readonly compression: boolean
  readonly clock: Clock
  readonly onWarning: (text: string) => void
  /** Aborts requests and waits for a retry; nothing is sent after it. */
  readonly closed: AbortSignal
}

/** A request without credentials. */
export type Call = Pick<OutgoingCall, 'method' | 'path' | 'body' | 'signal' | 'isWatch'> & {
  readonly headers?: Record<string, string>
}

/** Sends requests with credentials and retries them. Replies other than 2xx are thrown as a StatusError. */
export interface HttpSender {
  /** The JSON of the reply. */
  json(call: Call): Promise<unknown>
  /** The reply, whose body is still to be read. */
  open(call: Call): Promise<IncomingReply>
}

const unzip = promisify(gunzip)
/** A longer Retry-After is not waited for. */
const maxRetryAfterSeconds = 30

/**
 * Retries after 429 and 503 with Retry-After, at most `maxRetries` times; and once after 401 where there is another
 * credential.
 */
// upstream: client-go/rest/with_retry.go – at most 10 times, as the server says
export function createHttpSender(options: HttpSenderOptions): HttpSender {
  const { connection, credentials, timeoutMs, maxRetries, maxReplyBytes, clock, onWarning } = options

  const readBody = async (reply: IncomingReply, call: Call): Promise<Buffer> => {
    try {
      const bytes = await reply.readBody({ maxBytes: maxReplyBytes, timeoutMs })
      return reply.headers['content-encoding'] === 'gzip' ? await inflate(bytes, maxReplyBytes) : bytes
    } catch (error) {
      throw toConnectionError(`${call.method} ${pathOf(call)}`, error, `the reply did not end within ${timeoutMs} ms`)
    }
  }
  const send = async (call: Call): Promise<IncomingReply> => {
    let hasOtherCredential = false
    for (let tries = 0; ; tries++) {
      const credential = await credentials.get(call.signal)
      const headers = { ...options.headers, ...call.headers }
      const reply = await connection.send({ ...call, headers, timeoutMs }, credential)
      for (const text of readWarnings(reply.rawHeaders)) onWarning(text)
      const { status } = reply
      if (status >= 200 && status < 300) return reply
      const bytes = await readBody(reply, call)
      if (status === 401 && !hasOtherCredential && (await credentials.rejected(credential, call.signal))) {
        hasOtherCredential = true
        continue
      }
      const seconds = retryAfter(reply)
      if ((status !== 429 && status !== 503) || seconds === undefined || tries >= maxRetries) {
        throw toReplyError(status, tryJson(bytes), bytes.toString('utf8'))
      }
      await delay(clock, seconds * 1000, call.signal)
    }
  }
  return {
    async json(given) {
      using both = eitherSignal(given.signal, options.closed)
      const call = { ...given, signal: both.signal }
      const encoding = options.compression ? 'gzip' : 'identity'
      const reply = await send({ ...call, headers: { 'accept-encoding': encoding, ...call.headers } })
      const bytes = await readBody(reply, call)
      try {
        const { value } = parseJson(bytes)
        if (isFailure(value)) throw toReplyError(value.code, value, '')
        return value
      } catch (error) {
        if (!(error instanceof JsonError)) throw error
        throw new Error(`${call.method} ${pathOf(call)}: the reply is not JSON`, { cause: error })
      }
    },
    async open(given) {
      const both = eitherSignal(given.signal, options.closed)
      const headers = { 'accept-encoding': 'identity', ...given.headers }
      try {
        const reply = await send({ ...given, signal: both.signal, isWatch: true, headers })
        void reply.closed.then(() => both[Symbol.dispose]())
        return reply
      } catch (error) {
        both[Symbol.dispose]()
        throw error
      }
    },
  }
}

// Without the query, which may contain selectors that do not belong into a log.
function pathOf({ path }: Call): string {
  return path.split('?', 1).join('')
}

async function inflate(bytes: Buffer, maxBytes: number): Promise<Buffer> {
  try {
    return await unzip(bytes, { maxOutputLength: maxBytes })
  } catch (cause) {
    throw new HttpClientError((cause as Error).message, { reason: 'connection', cause })
  }
}

function retryAfter({ headers }: IncomingReply): number | undefined {
  const text = headers['retry-after']
  if (text === undefined || !/^[0-9]{1,9}$/.test(text)) return undefined
  const seconds = Number(text)
  return seconds <= maxRetryAfterSeconds ? seconds : undefined
}

function tryJson(bytes: Buffer): unknown {
  try {
    return parseJson(bytes).value
  } catch {
    return undefined
  }
}
