import { Buffer } from 'node:buffer'
import type { KeyObject } from 'node:crypto'

/** The unverified header and issuer of a compact JWT: only for choosing the keys to verify it with. */
export interface UnverifiedJwt {
  readonly algorithm: string
  readonly keyId: string | undefined
  /** The names of all members of the header. */
  readonly headerNames: readonly string[]
  readonly issuer: string | undefined
}

/** Claims of a token whose signature was verified. */
export type VerifiedClaims = Readonly<Record<string, unknown>>

/** A key to verify with, and the only algorithm it is for. */
export interface VerificationKey {
  readonly algorithm: string
  readonly publicKey: KeyObject
}

/** Whether a token has the three parts of a compact JWT. Looks at its dots only. */
export function isJwtShaped(token: string): boolean {
  const first = token.indexOf('.')
  const second = first < 0 ? -1 : token.indexOf('.', first + 1)
  return second > 0 && !token.includes('.', second + 1)
}

/** Reads the header and the issuer of a token; `undefined` unless it is a JWT in compact form. */
export function readUnverifiedJwt(token: string): UnverifiedJwt | undefined {
  if (!isJwtShaped(token)) return undefined
  const parts = token.split('.')
  if (!parts.every((part) => /^[A-Za-z0-9_-]*$/.test(part))) return undefined
  const [header, payload] = parts.slice(0, 2).map(parseObject)
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

// A token must not carry the key it is verified with, nor change how it is interpreted.
const refusedHeaders = new Set(['jwk', 'jku', 'x5c', 'x5u', 'crit', 'b64', 'zip', 'enc'])

/**
 * Verifies the signature of a token with those of the keys that are for its algorithm. Throws an Error where none of them
 * verifies it, or where its header contains a key, the address of a key, or extensions.
 */
export async function verifyJwt(
  token: string,
  jwt: UnverifiedJwt,
  keys: readonly VerificationKey[],
): Promise<VerifiedClaims> {
  const refused = jwt.headerNames.find((name) => refusedHeaders.has(name))
  if (refused !== undefined) throw new Error(`token header "${refused}" is not allowed`)
  // INVARIANT: the algorithm is that of a key. The header only selects among the keys, so "none" and HMAC select nothing.
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
