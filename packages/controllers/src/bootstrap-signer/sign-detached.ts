import type { SigningToken } from '../bootstrap-token/bootstrap-tokens.ts'

/** The part of a bootstrap token that is the key of its signatures. */
export type BootstrapSigningKey = 'token' | 'secret'

/**
 * A JWS of the content with detached payload: nothing stands between its dots. The same content and token always give
 * the same text.
 */
// upstream: cluster-bootstrap/token/jws/jws.go, ComputeDetachedSignature; RFC 7515, appendix F
export async function signDetached(
  content: string,
  { id, secret }: SigningToken,
  signingKey: BootstrapSigningKey,
): Promise<string> {
  const { CompactSign } = await import('jose/jws/compact/sign')
  const encoder = new TextEncoder()
  const key = encoder.encode(signingKey === 'token' ? `${id}.${secret}` : secret)
  const whole = await new CompactSign(encoder.encode(content)).setProtectedHeader({ alg: 'HS256', kid: id }).sign(key)
  const [header, , signature] = whole.split('.')
  return `${header}..${signature}`
}
