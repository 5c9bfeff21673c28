import { Buffer } from 'node:buffer'
import { createHttpClient, type WholeReply } from '@pinnace/http-client'
import { parseJson, quote, type Clock } from '@pinnace/meta'
import { toConnectionError } from '../http/connection-error.ts'

/** Tokens of a refresh. */
export interface RefreshedTokens {
  readonly idToken: string
  /** The new refresh token; undefined where the old one stays valid. */
  readonly refreshToken: string | undefined
}

/** An OpenID Connect provider that refreshes tokens. */
export interface IdentityProvider {
  refresh(refreshToken: string): Promise<RefreshedTokens>
}

/** Options for {@link createIdentityProvider}. */
export interface IdentityProviderOptions {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** PEM authorities. @default those of the machine */
  readonly ca: string | undefined
  readonly timeoutMs: number
  readonly clock: Clock
  /** Aborts requests. */
  readonly signal: AbortSignal
}

const maxReplyBytes = 1_048_576

interface Reply {
  readonly status: number
  readonly reason: string
  readonly text: string
}

interface Form {
  readonly body: string
  readonly authorization?: string
}

/** Finds the token endpoint by discovery and uses the refresh-token grant. */
// upstream: client-go/plugin/pkg/client/auth/oidc/oidc.go; golang.org/x/oauth2 – the client is named in the header
// first, in the body where that is refused
export function createIdentityProvider(options: IdentityProviderOptions): IdentityProvider {
  const { issuer, clientId, clientSecret, ca, timeoutMs, clock, signal } = options
  const request = async (method: string, target: string, form?: Form): Promise<Reply> => {
    const url = parseUrl(target)
    const client = createHttpClient({ tls: ca === undefined ? {} : { ca }, clock })
    const { authorization } = form ?? {}
    const headers = {
      accept: 'application/json',
      ...(form === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
      ...(authorization === undefined ? {} : { authorization }),
    }
    const limits = { timeoutMs, maxBytes: maxReplyBytes, signal }
    try {
      return toReply(await client.send({ method, url: url.href, headers, body: form?.body, ...limits }))
    } catch (error) {
      throw toConnectionError(`${method} ${url.origin}${url.pathname}`, error, `no reply within ${timeoutMs} ms`)
    } finally {
      client.destroy()
    }
  }
  const tokenEndpoint = async (): Promise<string> => {
    const reply = await request('GET', `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`)
    if (reply.status !== 200) {
      const shown = reply.text.length > 80 ? `${reply.text.slice(0, 80)}...` : reply.text
      throw new Error(`oidc: failed to query metadata endpoint ${reply.status} ${reply.reason}: ${quote(shown)}`)
    }
    const endpoint = fields(reply.text, 'oidc: failed to decode provider discovery object')['token_endpoint']
    if (typeof endpoint !== 'string' || endpoint === '') {
      throw new Error("oidc: discovery object doesn't contain a token_endpoint")
    }
    return endpoint
  }
  const grant = async (endpoint: string, refreshToken: string): Promise<Reply> => {
    const form = new URLSearchParams({ grant_type: 'refresh_token', refresh_token: refreshToken })
    const basic = Buffer.from(`${formEncode(clientId)}:${formEncode(clientSecret)}`).toString('base64')
    const first = await request('POST', endpoint, { body: form.toString(), authorization: `Basic ${basic}` })
    if (isFine(first)) return first
    form.set('client_id', clientId)
    if (clientSecret !== '') form.set('client_secret', clientSecret)
    return request('POST', endpoint, { body: form.toString() })
  }
  return {
    async refresh(refreshToken) {
      const endpoint = await tokenEndpoint()
      let reply: Reply
      try {
        reply = await grant(endpoint, refreshToken)
        if (!isFine(reply)) throw new Error(refusal(reply))
      } catch (cause) {
        throw new Error(`failed to refresh token: ${(cause as Error).message}`, { cause })
      }
      const answer = fields(reply.text, 'failed to refresh token: oauth2: cannot parse json')
      const idToken = answer['id_token']
      if (typeof idToken !== 'string') {
        throw new Error(
          'token response did not contain an id_token, either the scope "openid" wasn\'t requested upon login, or the provider doesn\'t support id_tokens as part of the refresh response.',
        )
      }
      const next = answer['refresh_token']
      return { idToken, refreshToken: typeof next === 'string' && next !== '' ? next : undefined }
    },
  }
}

function toReply({ status, statusText, body }: WholeReply): Reply {
  return { status, reason: statusText, text: body.toString('utf8') }
}

function parseUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || !['https:', 'http:'].includes(url.protocol)) {
    throw new Error(`oidc: ${JSON.stringify(text)} is not an http or https URL`)
  }
  return url
}

function isFine({ status }: Reply): boolean {
  return status >= 200 && status < 300
}

function refusal({ status, reason, text }: Reply): string {
  let said: Readonly<Record<string, unknown>> = {}
  try {
    said = fields(text, '')
  } catch {
    // A reply that is not JSON is shown as text.
  }
  const { error, error_description: description } = said
  if (typeof error !== 'string')
    return `oauth2: cannot fetch token: ${status} ${reason}\nResponse: ${text.slice(0, 1024)}`
  return typeof description === 'string' && description !== ''
    ? `oauth2: ${quote(error)} ${quote(description)}`
    : `oauth2: ${quote(error)}`
}

function fields(text: string, message: string): Readonly<Record<string, unknown>> {
  let value: unknown
  try {
    // Not JSON.parse: its messages quote the text, which contains tokens.
    value = parseJson(text).value
  } catch (cause) {
    throw new Error(`${message}: ${(cause as Error).message}`, { cause })
  }
  if (typeof value !== 'object' || value === null) throw new Error(`${message}: not an object`)
  return value as Readonly<Record<string, unknown>>
}

// RFC 6749, 2.3.1: both are form-encoded before they are joined.
function formEncode(text: string): string {
  return new URLSearchParams({ v: text }).toString().slice(2)
}
