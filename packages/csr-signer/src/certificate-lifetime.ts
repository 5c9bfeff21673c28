import type { Validity } from '@pinnace/x509'

/** How long a certificate lives unless an option says otherwise: a year. */
export const defaultDurationSeconds: number = 365 * 24 * 3600

const backdateMs = 5 * 60_000
// Below this, the five minutes are not subtracted from the end.
const shortMs = 8 * 3_600_000
const minDurationSeconds = 600

/** Seconds a certificate lives: the requested ones, at least ten minutes and at most `durationSeconds` of the signer. */
// upstream: pkg/controller/certificates/signer/signer.go, duration
export function chosenDuration(durationSeconds: number, expirationSeconds: number | undefined): number {
  if (expirationSeconds === undefined || expirationSeconds > durationSeconds) return durationSeconds
  return Math.max(expirationSeconds, minDurationSeconds)
}

/**
 * The validity of a certificate. It begins five minutes in the past, for clocks that are slow; unless it is valid for
 * less than eight hours, it also ends five minutes earlier. It never outlives its authority. Throws if that has expired.
 */
// upstream: pkg/controller/certificates/authority/policies.go, PermissiveSigningPolicy.apply
export function validityOf(nowMs: number, durationSeconds: number, authorityNotAfterMs: number): Validity {
  const now = Math.floor(nowMs / 1000) * 1000
  const notBeforeMs = now - backdateMs
  const durationMs = durationSeconds * 1000
  const wanted = durationMs < shortMs ? now + durationMs : now + durationMs - backdateMs
  if (notBeforeMs >= authorityNotAfterMs) {
    throw new Error(`the signer has expired: NotAfter=${formatGoTime(authorityNotAfterMs)}`)
  }
  if (now >= authorityNotAfterMs) {
    throw new Error(
      `refusing to sign a certificate that expired in the past: NotAfter=${formatGoTime(authorityNotAfterMs)}`,
    )
  }
  return { notBeforeMs, notAfterMs: Math.min(wanted, authorityNotAfterMs) }
}

function formatGoTime(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19).replace('T', ' ')} +0000 UTC`
}
