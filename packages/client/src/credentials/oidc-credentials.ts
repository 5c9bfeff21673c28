import { Buffer } from 'node:buffer'
import { parseJson, type Clock } from '@pinnace/meta'
import type { ConfigSection } from '../kubeconfig/config-section.ts'
import type { Credential, Credentials } from './credentials.ts'
import { createIdentityProvider } from './identity-provider.ts'
import { createSingleFlight } from '../single-flight.ts'

/** Options for {@link oidcCredentials}. */
export interface OidcCredentialsOptions {
  /** The `config` section of the auth provider. */
  readonly config: ConfigSection
  readonly clock: Clock
  readonly timeoutMs: number
  /** Stores the configuration with its new tokens; they are used once it has resolved. */
  readonly persist: (config: Readonly<Record<string, string>>) => void | Promise<void>
}

// upstream: oidc.go, expiryDelta – clocks of client and server may differ by so much
const expiryDeltaMs = 10_000

/** ID tokens of an OpenID Connect provider, refreshed when they expire. */
// upstream: client-go/plugin/pkg/client/auth/oidc/oidc.go – fields and messages are its
export function oidcCredentials({ config, clock, timeoutMs, persist }: OidcCredentialsOptions): Credentials {
  let settings = config.members()
  const issuer = settings['idp-issuer-url'] ?? ''
  const clientId = settings['client-id'] ?? ''
  if (issuer === '') throw new TypeError(`${config.where}: Must provide idp-issuer-url`)
  if (clientId === '') throw new TypeError(`${config.where}: Must provide client-id`)
  const closing = new AbortController()
  const provider = createIdentityProvider({
    issuer,
    clientId,
    clientSecret: settings['client-secret'] ?? '',
    ca: config.data('idp-certificate-authority'),
    timeoutMs,
    clock,
    signal: closing.signal,
  })
  let known: { readonly token: string; readonly credential: Credential } | undefined
  const shown = (token: string): Credential => {
    if (known?.token !== token) known = { token, credential: { authorization: `Bearer ${token}` } }
    return known.credential
  }
  const refresh = createSingleFlight(async () => {
    const refreshToken = settings['refresh-token'] ?? ''
    if (refreshToken === '') throw new Error('No valid id-token, and cannot refresh without refresh-token')
    const tokens = await provider.refresh(refreshToken)
    const next = {
      ...settings,
      'id-token': tokens.idToken,
      ...(tokens.refreshToken === undefined ? {} : { 'refresh-token': tokens.refreshToken }),
    }
    try {
      await persist(next)
    } catch (cause) {
      throw new Error(`could not persist new tokens: ${(cause as Error).message}`, { cause })
    }
    settings = next
    return shown(tokens.idToken)
  })
  const get = async (signal?: AbortSignal): Promise<Credential> => {
    const token = settings['id-token'] ?? ''
    return token !== '' && isValid(token, clock) ? shown(token) : refresh(signal)
  }
  return {
    get,
    // Another request may have refreshed the token meanwhile; one that has not expired is not refreshed.
    rejected: async (credential, signal) => (await get(signal)) !== credential,
    async close() {
      if (!closing.signal.aborted) closing.abort(new Error('the client has been closed'))
    },
  }
}

function isValid(token: string, clock: Clock): boolean {
  const parts = token.split('.')
  if (parts.length !== 3) throw new Error('ID Token is not a valid JWT')
  let claims: unknown
  try {
    claims = parseJson(Buffer.from(parts[1]!, 'base64url')).value
  } catch (cause) {
    throw new Error(`parsing claims: ${(cause as Error).message}`, { cause })
  }
  const expiry = (claims as { readonly exp?: unknown } | null)?.exp
  return typeof expiry === 'number' && clock.now() + expiryDeltaMs < expiry * 1000
}
