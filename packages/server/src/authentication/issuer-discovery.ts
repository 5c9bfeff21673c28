import { Buffer } from 'node:buffer'
import { bytesReply, StatusError, type PathHandler } from '@pinnace/meta'
import { jwks, openIdConfiguration } from '@pinnace/authn'
import type { ServiceAccountKeys } from './service-account-keys.ts'

/** Options for {@link createIssuerDiscovery}. */
export interface IssuerDiscoveryOptions {
  readonly issuer: string
  readonly jwksUri: string | undefined
  /** Host and port of the server; empty if it does not listen. */
  readonly externalAddress: () => string
  readonly keys: ServiceAccountKeys
}

/** The path of the configuration. */
export const configurationPath = '/.well-known/openid-configuration'
/** The path of the keys. */
export const keysPath = '/openid/v1/jwks'

const notAllowed = 'the server does not allow this method on the requested resource'

/** Throws a TypeError for the URI of keys that is not an https URL. */
export function assertJwksUri(jwksUri: string | undefined): void {
  if (jwksUri !== undefined && !isHttps(jwksUri))
    throw new TypeError(`authentication.serviceAccounts.jwksUri must be an https URL, not ${JSON.stringify(jwksUri)}`)
}

/**
 * Serves the OpenID configuration and the keys of the issuer of service account tokens; nothing if the issuer is not an
 * https URL. The keys are at `jwksUri`, or else at the address of the server, or below the issuer.
 */
// upstream: apiserver/pkg/server/routes/openidmetadata.go; kubeapiserver: the default is the external address
export function createIssuerDiscovery(options: IssuerDiscoveryOptions): PathHandler {
  const { issuer, jwksUri, externalAddress, keys } = options
  const keysUri = (): string => {
    const address = externalAddress()
    return jwksUri ?? `${address === '' ? issuer.replace(/\/$/, '') : `https://${address}`}${keysPath}`
  }
  const isServed = isHttps(issuer)
  return ({ method }, { path }) => {
    if (!isServed || (path !== configurationPath && path !== keysPath)) return undefined
    if (method !== 'GET') throw new StatusError('MethodNotAllowed', notAllowed, { details: {} })
    const [body, type] =
      path === keysPath
        ? [jwks(keys.published()), 'application/jwk-set+json']
        : [openIdConfiguration(issuer, keysUri(), keys.published()), 'application/json']
    const reply = bytesReply(Buffer.from(JSON.stringify(body)), type)
    return { ...reply, headers: { ...reply.headers, 'cache-control': 'public, max-age=3600' } }
  }
}

function isHttps(text: string): boolean {
  return URL.canParse(text) && new URL(text).protocol === 'https:'
}
