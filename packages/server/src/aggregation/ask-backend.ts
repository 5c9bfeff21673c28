import type { WholeReply } from '@pinnace/http-client'
import { systemMasters, type Clock, type UserInfo, type Vocabulary } from '@pinnace/meta'
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
  const headers = ['Accept', accept, ...identityHeaders(aggregatorUser(vocabulary))]
  if (etag !== undefined) headers.push('If-None-Match', etag)
  const startedMs = clock.monotonic()
  const reply = await backend.open({ address, method: 'GET', target: path, headers, timeoutMs, signal })
  const body = await reply.readBody({ maxBytes, timeoutMs: timeoutMs - (clock.monotonic() - startedMs) })
  return { status: reply.status, statusText: reply.statusText, headers: reply.headers, body }
}
