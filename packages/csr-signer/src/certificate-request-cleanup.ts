import { Buffer } from 'node:buffer'
import { X509Certificate } from 'node:crypto'
import { parseTime } from '@pinnace/meta'
import { readPemBlocks } from '@pinnace/x509'
import type { CertificateSigningRequestLike } from './signer.ts'

const hourMs = 3_600_000

/**
 * Why a request is to be deleted now; `undefined` where it is kept. Approved, denied and failed requests are kept for an
 * hour after their condition was last updated, pending ones for a day, and none after its certificate has expired.
 */
// upstream: pkg/controller/certificates/cleaner/cleaner.go
export function collectionReason(request: CertificateSigningRequestLike, nowMs: number): string | undefined {
  const { metadata, status } = request
  const conditions = status?.conditions ?? []
  const certificate = status?.certificate ?? ''
  const old = (type: string): boolean =>
    conditions.some((condition) => condition.type === type && isOlder(condition.lastUpdateTime, hourMs, nowMs))
  if (old('Approved')) {
    return certificate === '' ? 'approved more than 1h ago and not issued' : 'approved and issued more than 1h ago'
  }
  if (old('Denied')) return 'denied more than 1h ago'
  if (old('Failed')) return 'failed more than 1h ago'
  if (conditions.length === 0 && isOlder(metadata.creationTimestamp ?? undefined, 24 * hourMs, nowMs)) {
    return 'unhandled for more than 24h'
  }
  const notAfterMs = certificate === '' ? undefined : certificateEnd(certificate)
  return notAfterMs !== undefined && nowMs > notAfterMs ? 'its certificate has expired' : undefined
}

/** When {@link collectionReason} first returns a reason, if the request does not change; `undefined` for never. */
export function collectionTime({ metadata, status }: CertificateSigningRequestLike): number | undefined {
  const { conditions = [], certificate = '' } = status ?? {}
  const ends = conditions
    .filter(({ type }) => ['Approved', 'Denied', 'Failed'].includes(type))
    .map(({ lastUpdateTime }) => endOf(lastUpdateTime, hourMs))
  if (conditions.length === 0) ends.push(endOf(metadata.creationTimestamp ?? undefined, 24 * hourMs))
  if (certificate !== '') ends.push(certificateEnd(certificate))
  const earliestMs = Math.min(...ends.filter((end) => end !== undefined))
  return earliestMs === Infinity ? undefined : earliestMs + 1
}

function endOf(time: string | undefined, ageMs: number): number | undefined {
  const ms = time === undefined ? undefined : parseTime(time)
  return ms === undefined ? undefined : ms + ageMs
}

function isOlder(time: string | undefined, ageMs: number, nowMs: number): boolean {
  const ms = time === undefined ? undefined : parseTime(time)
  return ms !== undefined && nowMs - ms > ageMs
}

// The first certificate is the issued one, the others are its authorities. A malformed one does not expire.
function certificateEnd(base64: string): number | undefined {
  const block = readPemBlocks(Buffer.from(base64, 'base64')).next().value
  if (block === undefined) return undefined
  try {
    return Date.parse(new X509Certificate(block.bytes).validTo)
  } catch {
    return undefined
  }
}
