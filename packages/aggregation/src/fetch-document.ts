import type { WholeReply } from '@pinnace/http-client'
import { systemMasters, type Clock, type UserInfo, type Vocabulary } from '@pinnace/meta'
import type { Backend, BackendAddress } from './backend.ts'
import { identityHeaders, type HeaderLines } from './proxy-headers.ts'

/** A request for a document. */
export interface DocumentRequest {
  readonly address: BackendAddress
  readonly path: string
  readonly accept: string
  /** The ETag of the copy at hand. */
  readonly etag?: string | undefined
  readonly timeoutMs: number
  readonly signal: AbortSignal
  /** The user to request the document as. @default the aggregator */
  readonly user?: UserInfo
  /** Further headers. @default none */
  readonly headers?: HeaderLines
}

/** Largest document that is read; a larger one is an error. */
const maxDocumentBytes = 64 * 1024 * 1024

/** The user this server requests documents as. */
// upstream: aggregator/pkg/apiserver/handler_discovery.go
function aggregatorUser({ componentPrefix }: Vocabulary): UserInfo {
  return { username: `system:${componentPrefix}-aggregator`, groups: [systemMasters], extra: {} }
}

/** Requests a document in the name of this server. Rejects after `timeoutMs`. */
export async function fetchDocument(
  backend: Backend,
  { address, path, accept, etag, timeoutMs, signal, user, headers: further = [] }: DocumentRequest,
  { clock, vocabulary }: { readonly clock: Clock; readonly vocabulary: Vocabulary },
): Promise<WholeReply> {
  const headers = ['Accept', accept, ...identityHeaders(user ?? aggregatorUser(vocabulary)), ...further]
  if (etag !== undefined) headers.push('If-None-Match', etag)
  const startedMs = clock.monotonic()
  const reply = await backend.open({ address, method: 'GET', target: path, headers, timeoutMs, signal })
  const leftMs = timeoutMs - (clock.monotonic() - startedMs)
  const body = await reply.readBody({ maxBytes: maxDocumentBytes, timeoutMs: leftMs })
  return { status: reply.status, statusText: reply.statusText, headers: reply.headers, body }
}
