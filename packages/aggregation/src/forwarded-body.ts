import type { StreamedBody } from '@pinnace/http-client'
import type { HttpRequest } from '@pinnace/meta'

/** How long a client may send nothing of a body that is passed on, or the other server take nothing, milliseconds. */
const idleTimeoutMs = 300_000

/**
 * The body of a request that another server answers: a stream, as large as the client likes, of which only a few chunks
 * are in memory. A host without streams gives the whole body, of at most `maxBytes`.
 */
// upstream: apimachinery/pkg/util/proxy/upgradeaware.go – the body is passed on as it arrives, that of a GET too.
export async function forwardedBody(
  request: HttpRequest,
  maxBytes: number,
): Promise<Uint8Array | StreamedBody | undefined> {
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  if (request.openBody === undefined) return isRead ? undefined : request.body(maxBytes)
  const chunks = request.openBody()
  if (chunks === undefined) return isRead ? undefined : new Uint8Array()
  return { chunks, byteLength: lengthOf(request), idleTimeoutMs }
}

function lengthOf(request: HttpRequest): number | undefined {
  const declared = request.header('content-length')
  return declared !== undefined && /^\d+$/.test(declared) ? Number(declared) : undefined
}
