import { createPublicKey, type JsonWebKey, type KeyObject } from 'node:crypto'
import { createHttpClient } from '@pinnace/http-client'
import type { Clock } from '@pinnace/meta'
import { discoverKeys, type DiscoveryOptions } from './oidc-discovery.ts'
import { createIssuerDocuments, type IssuerDocument } from './oidc-documents.ts'

/** A key of an issuer. */
export interface IssuerKey {
  readonly id: string | undefined
  /** The algorithms it may verify. */
  readonly algorithms: readonly string[]
  readonly publicKey: KeyObject
}

/** The keys of one issuer, fetched when they are first needed. */
export interface IssuerKeys {
  /** The known keys, which are fetched if there are none. Throws an Error while the issuer is not available. */
  current(): Promise<readonly IssuerKey[]>
  /** Fetches the keys again, unless that was done within `minRefetchMs`, and returns the known ones. */
  refreshed(): Promise<readonly IssuerKey[]>
  /** A value that changes whenever the keys change. */
  version(): unknown
}

/** Options for {@link createIssuerKeys}. */
export interface IssuerKeysOptions extends DiscoveryOptions {
  readonly ca?: string | undefined
  readonly timeoutMs: number
  readonly minRefetchMs: number
  readonly clock: Clock
  /** Told of every fetch of the keys; with the document where it succeeded. */
  readonly onKeys?: ((document: string | undefined) => void) | undefined
}

/**
 * Creates a reader of the keys of an issuer, which finds them through its discovery document. There is one request to the
 * issuer at a time and at most one per `minRefetchMs`, however many tokens name unknown keys.
 */
export function createIssuerKeys(options: IssuerKeysOptions): IssuerKeys {
  const { ca, timeoutMs, minRefetchMs, clock, onKeys } = options
  const http = createHttpClient({ ...(ca !== undefined && { tls: { ca } }), maxPending: 4, clock })
  const documents = createIssuerDocuments(http, timeoutMs)
  let keysUrl: string | undefined
  let text = ''
  let keys: readonly IssuerKey[] | undefined
  let failure: unknown
  let askedAtMs = -Infinity
  let asking: Promise<void> | undefined
  return {
    async current() {
      if (keys === undefined) await ask()
      return known()
    },
    async refreshed() {
      await ask()
      return known()
    },
    version: () => keys,
  }

  function known(): readonly IssuerKey[] {
    if (keys === undefined) throw new Error('oidc: authenticator not initialized', { cause: failure })
    return keys
  }

  async function ask(): Promise<void> {
    if (asking === undefined) {
      if (clock.monotonic() - askedAtMs < minRefetchMs) return
      askedAtMs = clock.monotonic()
      asking = fetchKeys()
    }
    await asking
  }

  async function fetchKeys(): Promise<void> {
    try {
      keysUrl ??= await discoverKeys(documents, options)
      const latest = await fetchDocument(keysUrl)
      // An unchanged document keeps its keys, and with them the cached verifications.
      if (keys === undefined || latest.text !== text) keys = readKeySet(latest.value)
      text = latest.text
    } catch (error) {
      failure = error
    } finally {
      asking = undefined
    }
  }

  async function fetchDocument(url: string): Promise<IssuerDocument> {
    let latest: IssuerDocument | undefined
    try {
      latest = await documents.get(url)
      return latest
    } finally {
      onKeys?.(latest?.text)
    }
  }
}

/** Skips keys that are malformed or not for signatures: an issuer may publish others too. */
function readKeySet({ keys }: Readonly<Record<string, unknown>>): readonly IssuerKey[] {
  if (!Array.isArray(keys)) throw new Error('oidc: the issuer’s keys are not a list')
  return keys.slice(0, maxKeys).flatMap((jwk: JsonWebKey & { readonly [name: string]: unknown }) => {
    const algorithms = algorithmsOf(jwk)
    if (algorithms.length === 0) return []
    try {
      const publicKey = createPublicKey({ key: jwk, format: 'jwk' })
      return [{ id: typeof jwk['kid'] === 'string' ? jwk['kid'] : undefined, algorithms, publicKey }]
    } catch {
      return []
    }
  })
}

const maxKeys = 100

const byCurve: Readonly<Record<string, readonly string[]>> = {
  'P-256': ['ES256'],
  'P-384': ['ES384'],
  'P-521': ['ES512'],
}
const rsaAlgorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512']

// INVARIANT: only public keys of asymmetric kinds verify anything; `oct` and `OKP` give no algorithm.
function algorithmsOf(jwk: JsonWebKey & { readonly [name: string]: unknown }): readonly string[] {
  if (typeof jwk !== 'object' || jwk === null || (jwk['use'] !== undefined && jwk['use'] !== 'sig')) return []
  const possible = jwk.kty === 'RSA' ? rsaAlgorithms : jwk.kty === 'EC' ? (byCurve[String(jwk.crv)] ?? []) : []
  return jwk['alg'] === undefined ? possible : possible.filter((algorithm) => algorithm === jwk['alg'])
}
