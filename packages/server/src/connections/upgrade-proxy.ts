import type { Duplex } from 'node:stream'
import { toReplyStream, type AnyReply } from '@pinnace/http-client'
import { unclassifiedError, type Clock, type HttpReply, type HttpRequest } from '@pinnace/meta'
import { closeWhenIdle, joinConnections } from '@pinnace/streaming'
import { forwardedLines } from './forwarded-lines.ts'
import { unreachable } from './node-agent.ts'

/** How long a connection may be idle, milliseconds. */
// upstream: kubelet, --streaming-connection-idle-timeout
export const idleMs: number = 4 * 3_600_000

/** A request whose upgrade is passed on to another server. */
export interface ProxiedUpgrade {
  readonly http: HttpRequest
  readonly clock: Clock
  /** Sends the request with header lines, `Host` excluded. */
  readonly open: (headers: readonly string[]) => Promise<AnyReply>
}

/**
 * Passes a request and its upgrade on to another server: once that server has switched protocols, bytes are copied both
 * ways. Another reply of it is answered as it is.
 */
// upstream: apimachinery/pkg/util/proxy/upgradeaware.go, tryUpgrade
export async function proxyUpgrade({ http, clock, open }: ProxiedUpgrade): Promise<HttpReply> {
  const reply = await openUpgrade(() => open(forwardedLines(http, { isUpgrade: true })))
  const headers = headersOf(reply.rawHeaders)
  if ('connection' in reply) {
    const { connection } = reply
    const takeOver = (client: Duplex): void => {
      closeWhenIdle(client, { clock, idleMs })
      void joinConnections(client, connection)
    }
    return { status: 101, headers, body: undefined, takeOver }
  }
  const { status } = reply
  if (status < 400) {
    reply.destroy()
    throw unclassifiedError(`invalid upgrade response: status code ${status}`)
  }
  const chunks = reply.body[Symbol.asyncIterator]()
  return { status, headers: endToEnd(headers), body: toReplyStream({ chunks, onClose: () => reply.destroy(), clock }) }
}

/** A reply to a request for an upgrade. Throws 500 for a server that cannot be reached. */
export async function openUpgrade(open: () => Promise<AnyReply>): Promise<AnyReply> {
  try {
    return await open()
  } catch (error) {
    throw unreachable(error, 'error dialing backend: ')
  }
}

/** Header lines by lower-case name; repeated ones as lists. */
export function headersOf(rawHeaders: readonly string[]): Record<string, string | readonly string[]> {
  const headers: Record<string, string | string[]> = Object.create(null)
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const name = (rawHeaders[index] ?? '').toLowerCase()
    const value = rawHeaders[index + 1] ?? ''
    const known = headers[name]
    if (known === undefined) headers[name] = value
    else if (typeof known === 'string') headers[name] = [known, value]
    else known.push(value)
  }
  return headers
}

// upstream: RFC 9110, 7.6.1
const hopByHop = ['connection', 'keep-alive', 'proxy-authenticate', 'te', 'trailer', 'transfer-encoding', 'upgrade']

/** Headers without those of one connection. */
export function endToEnd(
  headers: Readonly<Record<string, string | readonly string[]>>,
): Record<string, string | readonly string[]> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !hopByHop.includes(name)))
}
