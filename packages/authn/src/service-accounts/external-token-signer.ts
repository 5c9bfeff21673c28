import { Buffer } from 'node:buffer'
import { parseJson } from '@pinnace/meta'
import type { TokenKey } from '../tokens/token-keys.ts'

/** A signer of service account tokens outside this process: its keys never leave it. */
export interface ExternalTokenSigner {
  /** The keys that tokens are verified with; the same array until they change. */
  readonly keys: readonly ExternalTokenKey[]
  /** The longest lifetime of a token, in seconds. */
  readonly maxExpirationSeconds: number
  /** Signs claims, in base64url as they stand in the token. */
  sign(claims: string): Promise<ExternalSignature>
  /** Fetches the keys again, for a token of a key that is not known. */
  refresh(): Promise<void>
  close(): void
}

/** A key of an external signer. */
export interface ExternalTokenKey extends TokenKey {
  /** Verifies tokens, but signs none and is not published. */
  readonly isExcluded: boolean
}

/** The header and the signature of a token, in base64url. */
export interface ExternalSignature {
  readonly header: string
  readonly signature: string
}

const algorithms = new Set(['RS256', 'ES256', 'ES384', 'ES512'])
const headerMembers = new Set(['alg', 'kid', 'typ'])

/** A token with the claims, signed by an external signer. Throws an Error for a header that the signer must not use. */
// upstream: pkg/serviceaccount/externaljwt/plugin, signAndAssembleJWT and validateJWTHeader
export async function signExternally(signer: ExternalTokenSigner, claims: object): Promise<string> {
  const payload = Buffer.from(JSON.stringify(claims)).toString('base64url')
  const { header, signature } = await signer.sign(payload)
  const problem = await headerProblem(signer, header)
  if (problem !== undefined) throw new Error(`while validating header: ${problem}`)
  if (!/^[A-Za-z0-9_-]+$/.test(signature)) throw new Error('while signing jwt: the signature is not base64url')
  return `${header}.${payload}.${signature}`
}

async function headerProblem(signer: ExternalTokenSigner, header: string): Promise<string | undefined> {
  const fields = readHeader(header)
  if (fields === undefined) return 'the header is not a JSON object in base64url'
  const unknown = Object.keys(fields).find((name) => !headerMembers.has(name))
  if (unknown !== undefined) return `unexpected member ${JSON.stringify(unknown)}`
  const { alg, kid, typ } = fields
  if (typ !== 'JWT') return `bad type ${JSON.stringify(typ ?? '')}`
  if (typeof kid !== 'string' || kid === '') return 'key id missing'
  if (kid.length > 1024) return 'key id longer than 1 kb'
  if (typeof alg !== 'string' || !algorithms.has(alg)) return `bad signing algorithm ${JSON.stringify(alg ?? '')}`
  const find = (): ExternalTokenKey | undefined => signer.keys.find(({ id }) => id === kid)
  if (find() === undefined) await signer.refresh()
  const key = find()
  if (key === undefined) return `key ${JSON.stringify(kid)} is not among the keys of the signer`
  return key.isExcluded ? 'key used for signing JWT is excluded from OIDC discovery docs' : undefined
}

function readHeader(header: string): Readonly<Record<string, unknown>> | undefined {
  if (!/^[A-Za-z0-9_-]+$/.test(header)) return undefined
  try {
    const { value } = parseJson(Buffer.from(header, 'base64url'))
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Readonly<Record<string, unknown>>)
      : undefined
  } catch {
    return undefined
  }
}
