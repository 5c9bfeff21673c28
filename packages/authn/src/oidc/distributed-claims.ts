import { createHttpClient } from '@pinnace/http-client'
import { BoundedMap, quote, type Clock } from '@pinnace/meta'
import { readUnverifiedJwt, type VerifiedClaims } from '../tokens/jwt.ts'
import { checkIdToken } from './oidc-claims.ts'
import { fetchWithinOrigin } from './oidc-documents.ts'
import { createIssuerKeys, type IssuerKeys } from './oidc-keys.ts'
import { verifyIssuerToken } from './verify-issuer-token.ts'

/** Options for {@link createDistributedClaim}. */
export interface DistributedClaimOptions {
  /** The claim that a token may refer to instead of having it. */
  readonly claim: string
  /** A token with the claim must be for one of them. */
  readonly audiences: readonly string[]
  readonly signingAlgorithms: readonly string[]
  /** PEM authorities of the serving certificates of endpoints and issuers. @default those of the host */
  readonly ca: string | undefined
  /** Limit of one request, in milliseconds. */
  readonly timeoutMs: number
  /** Shortest time between two requests for keys of an issuer, in milliseconds. */
  readonly minRefetchMs: number
  readonly clock: Clock
}

/**
 * Returns the claims with the distributed one, which is fetched; undefined where the token has the claim itself, or
 * refers to none. Rejects with an Error where it cannot be fetched or verified.
 */
export type ResolveClaim = (claims: VerifiedClaims) => Promise<VerifiedClaims> | undefined

/** Most issuers of distributed claims whose keys are known; those of the oldest are forgotten. */
const maxIssuers = 16

/**
 * Creates a resolver of one distributed claim: it is in a token of any issuer, which an endpoint answers that the ID
 * token names. Aggregated claims, which are part of the ID token, are ignored.
 */
// upstream: apiserver/plugin/pkg/authenticator/token/oidc/oidc.go, claimResolver
export function createDistributedClaim(options: DistributedClaimOptions): ResolveClaim {
  const { claim, audiences, signingAlgorithms, ca, timeoutMs, minRefetchMs, clock } = options
  const http = createHttpClient({ ...(ca !== undefined && { tls: { ca } }), maxPending: 16, clock })
  const issuers = new BoundedMap<string, IssuerKeys>({ maxEntries: maxIssuers, evict: 'oldest' })
  return (claims) => {
    const endpoint = endpointOf(claims, claim)
    return endpoint === undefined ? undefined : resolve(claims, endpoint)
  }

  async function resolve(claims: VerifiedClaims, endpoint: Endpoint): Promise<VerifiedClaims> {
    const token = await fetchToken(endpoint)
    const jwt = readUnverifiedJwt(token)
    if (jwt?.issuer === undefined) {
      throw new Error(`oidc: the endpoint of the distributed claim ${quote(claim)} did not answer a token`)
    }
    const distributed = await verifyIssuerToken(token, jwt, keysOf(jwt.issuer), signingAlgorithms)
    checkIdToken(distributed, { issuerUrl: jwt.issuer, audiences }, clock.now())
    if (!Object.hasOwn(distributed, claim)) {
      const text = `jwt returned by distributed claim endpoint ${quote(endpoint.url)} did not contain claim: ${claim}`
      throw new Error(`oidc: ${text}`)
    }
    return { ...claims, [claim]: distributed[claim] }
  }

  async function fetchToken({ url, accessToken }: Endpoint): Promise<string> {
    try {
      const headers = accessToken === '' ? {} : { authorization: `Bearer ${accessToken}` }
      const { status, body } = await fetchWithinOrigin(http, url, { headers, timeoutMs })
      if (status !== 200) throw new Error(`error while getting distributed claim JWT: ${status}`)
      return body.toString('utf8').trim()
    } catch (cause) {
      const { message } = cause as Error
      throw new Error(`oidc: while getting distributed claim ${quote(claim)}: ${message}`, { cause })
    }
  }

  function keysOf(issuerUrl: string): IssuerKeys {
    const known =
      issuers.get(issuerUrl) ?? createIssuerKeys({ issuerUrl, ca, timeoutMs, minRefetchMs, clock, onKeys: undefined })
    issuers.set(issuerUrl, known)
    return known
  }
}

interface Endpoint {
  readonly url: string
  /** Empty where the endpoint needs none. */
  readonly accessToken: string
}

/** Where a claim is; undefined where the token has it, or does not name its source. */
function endpointOf(claims: VerifiedClaims, claim: string): Endpoint | undefined {
  if (Object.hasOwn(claims, claim) || !Object.hasOwn(claims, '_claim_names')) return undefined
  const names = claims['_claim_names']
  if (!isObject(names)) throw new Error('oidc: error parsing distributed claim names: not an object')
  if (!Object.hasOwn(claims, '_claim_sources')) throw new Error('oidc: no claim sources')
  const sources = claims['_claim_sources']
  if (!isObject(sources)) throw new Error('oidc: could not parse claim sources: not an object')
  const name = memberOf(names, claim)
  if (name === undefined) return undefined
  if (typeof name !== 'string') throw new Error('oidc: error parsing distributed claim names: not a string')
  const source = memberOf(sources, name)
  if (!isObject(source)) {
    throw new Error(`id token _claim_names contained a source ${name} missing in _claims_sources`)
  }
  const url = textOf(source, 'endpoint')
  // A claim that is aggregated, which is not supported.
  if (url === '') return undefined
  if (!URL.canParse(url) || new URL(url).protocol !== 'https:') {
    throw new Error(`oidc: the endpoint ${quote(url)} of the distributed claim ${quote(claim)} is not an https URL`)
  }
  return { url, accessToken: textOf(source, 'access_token') }
}

type Fields = Readonly<Record<string, unknown>>

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function memberOf(fields: Fields, name: string): unknown {
  return Object.hasOwn(fields, name) ? fields[name] : undefined
}

function textOf(fields: Fields, name: string): string {
  const value = memberOf(fields, name) ?? ''
  if (typeof value !== 'string') throw new Error(`oidc: could not parse claim sources: ${name} is not a string`)
  return value
}
