import type { TokenKey } from '../tokens/token-keys.ts'

/** What a relying party learns of a server's tokens: the body of `/.well-known/openid-configuration`. */
export interface OpenIdConfiguration {
  readonly issuer: string
  readonly jwks_uri: string
  readonly response_types_supported: readonly string[]
  readonly subject_types_supported: readonly string[]
  readonly id_token_signing_alg_values_supported: readonly string[]
}

/** A public key in the format of JWKS. */
export interface PublicJwk {
  readonly use: 'sig'
  readonly kty: string
  readonly kid: string
  readonly crv?: string
  readonly alg: string
  readonly n?: string
  readonly e?: string
  readonly x?: string
  readonly y?: string
}

/** The discovery document. Throws a TypeError where `issuer` or `jwksUri` is not an https URL. */
// upstream: pkg/serviceaccount/openidmetadata.go, NewOpenIDMetadataProvider
export function openIdConfiguration(issuer: string, jwksUri: string, keys: readonly TokenKey[]): OpenIdConfiguration {
  assertHttps('issuer', issuer)
  assertHttps('jwksUri', jwksUri)
  return {
    issuer,
    jwks_uri: jwksUri,
    response_types_supported: ['id_token'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: [...new Set(keys.map(({ algorithm }) => algorithm))].sort(),
  }
}

/** The body of `/openid/v1/jwks`: the public keys without duplicates. */
export function jwks(keys: readonly TokenKey[]): { readonly keys: readonly PublicJwk[] } {
  const unique = [...new Map(keys.map((key) => [key.id, key])).values()]
  return {
    keys: unique.map(({ id, algorithm, publicKey }) => {
      const { kty = '', ...numbers } = publicKey.export({ format: 'jwk' })
      return { use: 'sig', kty, kid: id, alg: algorithm, ...(numbers as Partial<PublicJwk>) }
    }),
  }
}

function assertHttps(option: string, text: string): void {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url?.protocol !== 'https:') throw new TypeError(`${option} must be an https URL, not ${JSON.stringify(text)}`)
}
