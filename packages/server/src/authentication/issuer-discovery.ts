import { Buffer } from 'node:buffer'
import { bytesReply, type PathHandler } from '@pinnace/meta'
import { jwks, openIdConfiguration } from '@pinnace/authn'
import type { ServiceAccountKeys } from './service-account-keys.ts'

/** Options for {@link createIssuerDiscovery}. */
export interface IssuerDiscoveryOptions {
  readonly issuer: string
  readonly jwksUri: string | undefined
  readonly keys: ServiceAccountKeys
}

const configurationPath = '/.well-known/openid-configuration'
const keysPath = '/openid/v1/jwks'

/**
 * Serves the OpenID configuration and the keys of the issuer of service account tokens; nothing if the issuer is not an
 * https URL. Throws a TypeError if `jwksUri` is not one.
 */
// upstream: apiserver/pkg/server/routes/openidmetadata.go
export function createIssuerDiscovery({ issuer, jwksUri, keys }: IssuerDiscoveryOptions): PathHandler {
  const keysUri = jwksUri ?? `${issuer.replace(/\/$/, '')}${keysPath}`
  const isServed = isHttps(issuer) && isHttps(keysUri)
  if (jwksUri !== undefined && !isHttps(jwksUri)) {
    throw new TypeError(`authentication.serviceAccounts.jwksUri must be an https URL, not ${JSON.stringify(jwksUri)}`)
  }
  return ({ method }, { path }) => {
    if (!isServed || (path !== configurationPath && path !== keysPath)) return undefined
    if (method !== 'GET' && method !== 'HEAD') return undefined
    const [body, type] =
      path === keysPath
        ? [jwks(keys.published()), 'application/jwk-set+json']
        : [openIdConfiguration(issuer, keysUri, keys.published()), 'application/json']
    const reply = bytesReply(Buffer.from(JSON.stringify(body)), type)
    return { ...reply, headers: { ...reply.headers, 'cache-control': 'public, max-age=3600' } }
  }
}

function isHttps(text: string): boolean {
  return URL.canParse(text) && new URL(text).protocol === 'https:'
}
