import { verifyJwt, type UnverifiedJwt, type VerifiedClaims } from '../tokens/jwt.ts'
import type { IssuerKey, IssuerKeys } from './oidc-keys.ts'

/** Verifies the signature of a token with the keys of its issuer. Throws an Error for one that they did not sign. */
export async function verifyIssuerToken(
  token: string,
  jwt: UnverifiedJwt,
  keys: IssuerKeys,
  signingAlgorithms: readonly string[],
): Promise<VerifiedClaims> {
  const { algorithm, keyId } = jwt
  if (!signingAlgorithms.includes(algorithm)) {
    throw new Error(`oidc: verify token: unexpected signature algorithm ${JSON.stringify(algorithm)}`)
  }
  const first = await keys.current()
  try {
    return await verifyWith(first)
  } catch (error) {
    // upstream: coreos/go-oidc, RemoteKeySet.verify – the issuer may have new keys, also under an old name.
    const latest = await keys.refreshed()
    if (latest === first) throw error
    return verifyWith(latest)
  }

  async function verifyWith(known: readonly IssuerKey[]): Promise<VerifiedClaims> {
    const candidates = known
      .filter(({ id, algorithms }) => (keyId === undefined || id === keyId) && algorithms.includes(algorithm))
      .map(({ publicKey }) => ({ algorithm, publicKey }))
    try {
      return await verifyJwt(token, jwt, candidates)
    } catch (cause) {
      throw new Error(`oidc: verify token: ${(cause as Error).message}`, { cause })
    }
  }
}
