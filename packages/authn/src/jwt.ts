import { Buffer } from 'node:buffer'
import type { KeyObject } from 'node:crypto'

/** What a compact JWT says before anybody has looked at its signature: for choosing who is to look, and nothing else. */
export interface UnverifiedJwt {
  readonly algorithm: string
  readonly keyId: string | undefined
  /** Names of all members of the header. */
  readonly headerNames: readonly string[]
  readonly issuer: string | undefined
}

/** Claims whose signature was verified. */
export type VerifiedClaims = Readonly<Record<string, unknown>>

/** A key a signature may be verified with, and the one algorithm it is for. */
export interface VerificationKey {
  readonly algorithm: string
  readonly publicKey: KeyObject
}

/** Reads a token's header and issuer; `undefined` for what is not a JWT in compact form. */
export function readUnverifiedJwt(token: string): UnverifiedJwt | undefined {
  const parts = token.split('.')
  if (parts.length !== 3 || !parts.every((part) => /^[A-Za-z0-9_-]*$/.test(part))) return undefined
  const header = parseObject(parts[0]!)
  const payload = parseObject(parts[1]!)
  if (header === undefined || payload === undefined) return undefined
  const { alg, kid } = header
  const { iss } = payload
  return {
    algorithm: typeof alg === 'string' ? alg : '',
    keyId: typeof kid === 'string' && kid !== '' ? kid : undefined,
    headerNames: Object.keys(header),
    issuer: typeof iss === 'string' ? iss : undefined,
  }
}

// A token must not bring the key it is verified with, nor say how it is to be understood.
const refusedHeaders = new Set(['jwk', 'jku', 'x5c', 'x5u', 'crit', 'b64', 'zip', 'enc'])

/**
 * Verifies a token's signature with the keys given, of which only those for the algorithm it names are tried. Throws an
 * Error where none fits, or its header carries a key, the address of a key, or extensions.
 */
export async function verifyJwt(
  token: string,
  jwt: UnverifiedJwt,
  keys: readonly VerificationKey[],
): Promise<VerifiedClaims> {
  const refused = jwt.headerNames.find((name) => refusedHeaders.has(name))
  if (refused !== undefined) throw new Error(`token header "${refused}" is not allowed`)
  // INVARIANT: the algorithm comes from our keys. A token's own word only picks among them: "none" and HMAC pick nothing.
  const candidates = keys.filter(({ algorithm }) => algorithm === jwt.algorithm)
  if (keys.length > 0 && candidates.length === 0) {
    throw new Error(`unexpected signature algorithm ${JSON.stringify(jwt.algorithm)}`)
  }
  if (candidates.length === 0) throw new Error('invalid signature, no keys found')
  const { compactVerify } = await import('jose/jws/compact/verify')
  let failure: unknown
  for (const { algorithm, publicKey } of candidates) {
    try {
      const { payload } = await compactVerify(token, publicKey, { algorithms: [algorithm] })
      return JSON.parse(Buffer.from(payload.buffer, payload.byteOffset, payload.byteLength).toString('utf8'))
    } catch (error) {
      failure = error
    }
  }
  throw new Error('invalid signature', { cause: failure })
}

function parseObject(part: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'))
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
    return value as Readonly<Record<string, unknown>>
  } catch {
    return undefined
  }
}
