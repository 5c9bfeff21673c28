/** From when to when a certificate holds. */
export interface Validity {
  readonly notBeforeMs: number
  readonly notAfterMs: number
}

/** A year. */
export const defaultDurationSeconds: number = 365 * 24 * 3600

const backdateMs = 5 * 60_000
const shortMs = 8 * 3_600_000
const leastSeconds = 600

/** Seconds a certificate is to live: what was asked for, ten minutes at least and no more than the signer gives. */
// upstream: pkg/controller/certificates/signer/signer.go, duration
export function chosenDuration(durationSeconds: number, expirationSeconds: number | undefined): number {
  if (expirationSeconds === undefined || expirationSeconds > durationSeconds) return durationSeconds
  return Math.max(expirationSeconds, leastSeconds)
}

/**
 * The times of a certificate. It begins five minutes back, for clocks that are slow, and ends so much the earlier unless
 * its life is short; it ends with its authority at the latest. Throws where that has ended.
 */
// upstream: pkg/controller/certificates/authority/policies.go, PermissiveSigningPolicy.apply
export function validityOf(nowMs: number, durationSeconds: number, authorityNotAfterMs: number): Validity {
  const now = Math.floor(nowMs / 1000) * 1000
  const notBeforeMs = now - backdateMs
  const durationMs = durationSeconds * 1000
  const wanted = durationMs < shortMs ? now + durationMs : now + durationMs - backdateMs
  if (notBeforeMs >= authorityNotAfterMs) {
    throw new Error(`the signer has expired: NotAfter=${formatMoment(authorityNotAfterMs)}`)
  }
  if (now >= authorityNotAfterMs) {
    throw new Error(
      `refusing to sign a certificate that expired in the past: NotAfter=${formatMoment(authorityNotAfterMs)}`,
    )
  }
  return { notBeforeMs, notAfterMs: Math.min(wanted, authorityNotAfterMs) }
}

function formatMoment(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19).replace('T', ' ')} +0000 UTC`
}
