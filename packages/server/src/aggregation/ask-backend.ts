import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { eitherSignal, systemMasters, type Clock, type UserInfo, type Vocabulary } from '@pinnace/meta'
import type { Backend, BackendAddress } from './backend.ts'
import { identityHeaders } from './proxy-headers.ts'

/** A question of this server's own. */
export interface Question {
  readonly address: BackendAddress
  readonly path: string
  readonly accept: string
  /** The answer that is known already. */
  readonly etag?: string | undefined
  readonly timeoutMs: number
  readonly signal: AbortSignal
}

/** A whole answer. */
export interface WholeReply {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

/** A longer document is an error. */
const maxBytes = 64 * 1024 * 1024

/** Who this server is to those it asks for documents: what they serve is told to everybody. */
// upstream: aggregator/pkg/apiserver/handler_discovery.go
function aggregatorUser({ componentPrefix }: Vocabulary): UserInfo {
  return { username: `system:${componentPrefix}-aggregator`, groups: [systemMasters], extra: {} }
}

/** Asks a registered server for a document, as this server; waits no longer than the time that is given. */
export async function askBackend(
  backend: Backend,
  { address, path, accept, etag, timeoutMs, signal }: Question,
  { clock, vocabulary }: { readonly clock: Clock; readonly vocabulary: Vocabulary },
): Promise<WholeReply> {
  const late = new AbortController()
  const timer = clock.after(timeoutMs, () =>
    late.abort(Object.assign(new Error('no reply in time'), { code: 'ETIMEDOUT' })),
  )
  const headers = ['Accept', accept, ...identityHeaders(aggregatorUser(vocabulary))]
  if (etag !== undefined) headers.push('If-None-Match', etag)
  using either = eitherSignal(signal, late.signal)
  try {
    const incoming = await backend.open({
      address,
      method: 'GET',
      target: path,
      headers,
      signal: either.signal,
    })
    return { status: incoming.statusCode ?? 0, headers: incoming.headers, body: await readAll(incoming, late.signal) }
  } finally {
    timer.cancel()
  }
}

async function readAll(incoming: IncomingMessage, late: AbortSignal): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of incoming as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > maxBytes) throw new Error(`the reply is longer than ${maxBytes} bytes`)
      chunks.push(chunk)
    }
  } catch (error) {
    // A reply that is cut off for its time says only that it was cut off.
    throw late.aborted ? late.reason : error
  }
  return Buffer.concat(chunks, size)
}
