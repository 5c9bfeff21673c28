import {
  headerText,
  StatusError,
  systemClock,
  type Clock,
  type HttpRequest,
  type UserInfo,
  withErrorCode,
} from '@pinnace/meta'
import type { Authenticator } from '../authenticator.ts'
import { verifyClientCertificate, type ClientAuthorities } from './verify-client-certificate.ts'

/** Options for {@link createRequestHeaderAuthenticator}. Header names are of any case. */
export interface RequestHeaderOptions {
  /** `--requestheader-client-ca-file`: the authorities of the proxy's certificate, from `loadClientAuthorities`. */
  readonly authorities: ClientAuthorities | (() => ClientAuthorities | undefined)
  /** `--requestheader-allowed-names`: common names that a proxy may have; empty for any. */
  readonly allowedNames?: readonly string[]
  /** `--requestheader-username-headers`: the first that has a value names the user. */
  readonly usernameHeaders: readonly string[]
  /** `--requestheader-uid-headers`: the first that has a value is the user's uid. */
  readonly uidHeaders?: readonly string[]
  /** `--requestheader-group-headers`: every value of every one of them is a group. */
  readonly groupHeaders?: readonly string[]
  /** `--requestheader-extra-headers-prefix`: the rest of the header name, lower-cased and percent-decoded, is the key. */
  readonly extraHeaderPrefixes?: readonly string[]
  readonly clock?: Clock
}

/**
 * Creates an authenticator for users that a proxy names in headers, if the proxy presents a certificate of its authority.
 * It has no opinion on requests without a certificate. A certificate of another authority, or with another name, is
 * rejected; the client certificate authenticator may still accept it.
 */
// upstream: apiserver/pkg/authentication/request/headerrequest/requestheader.go
export function createRequestHeaderAuthenticator(options: RequestHeaderOptions): Authenticator {
  const { authorities, allowedNames = [], clock = systemClock } = options
  const usernameHeaders = lowerCased('usernameHeaders', options.usernameHeaders)
  if (usernameHeaders.length === 0)
    throw withErrorCode(new TypeError('usernameHeaders must name at least one header'), 'authenticator-options')
  const uidHeaders = lowerCased('uidHeaders', options.uidHeaders)
  const groupHeaders = lowerCased('groupHeaders', options.groupHeaders)
  const prefixes = lowerCased('extraHeaderPrefixes', options.extraHeaderPrefixes)
  return (request) => {
    const peer = request.peerCertificate?.()
    if (peer === undefined) return undefined
    const trusted = typeof authorities === 'function' ? authorities() : authorities
    if (trusted === undefined) return undefined
    const proxy = verifyClientCertificate(peer, trusted, clock.now())
    if (allowedNames.length > 0 && !allowedNames.includes(proxy?.username ?? '')) {
      const cause = new Error(`x509: subject with cn=${proxy?.username ?? ''} is not in the allowed list`)
      throw new StatusError('Unauthorized', 'Unauthorized', { cause })
    }
    const username = firstValue(request, usernameHeaders)
    if (username === undefined) return undefined
    const uid = firstValue(request, uidHeaders)
    return Object.freeze({
      username,
      ...(uid !== undefined && { uid }),
      groups: Object.freeze(allValues(request, groupHeaders)),
      extra: readExtra(request, prefixes),
    } satisfies UserInfo)
  }
}

function lowerCased(option: string, names: readonly string[] = []): readonly string[] {
  return names.map((name) => {
    if (name.trim() === '')
      throw withErrorCode(new TypeError(`${option} must not have an empty name`), 'authenticator-options')
    return name.trim().toLowerCase()
  })
}

/** The value of the first of the headers whose first line is not empty. */
function firstValue(request: HttpRequest, names: readonly string[]): string | undefined {
  for (const name of names) {
    const value = linesOf(request, name)[0]
    if (value !== undefined && value !== '') return value
  }
  return undefined
}

function allValues(request: HttpRequest, names: readonly string[]): string[] {
  return names.flatMap((name) => linesOf(request, name).filter((value) => value !== ''))
}

function linesOf(request: HttpRequest, wanted: string): string[] {
  const values: string[] = []
  for (const [name, value] of headerLines(request)) if (name === wanted) values.push(headerText(value))
  return values
}

/** The header lines, with their names in lower case. */
function* headerLines({ rawHeaders }: HttpRequest): Generator<readonly [name: string, value: string]> {
  for (let index = 0; ; index += 2) {
    const [name, value] = [rawHeaders[index], rawHeaders[index + 1]]
    if (name === undefined || value === undefined) return
    yield [name.toLowerCase(), value]
  }
}

function readExtra(request: HttpRequest, prefixes: readonly string[]): UserInfo['extra'] {
  const extra = new Map<string, string[]>()
  for (const prefix of prefixes) {
    for (const [name, line] of headerLines(request)) {
      if (!name.startsWith(prefix)) continue
      const key = decodeKey(name.slice(prefix.length))
      const value = headerText(line)
      const values = extra.get(key)
      if (values === undefined) extra.set(key, [value])
      else values.push(value)
    }
  }
  return Object.freeze(Object.fromEntries(extra))
}

// upstream: requestheader.go, unescapeExtraKey – a key that cannot be decoded is used as it is.
function decodeKey(key: string): string {
  try {
    return decodeURIComponent(key)
  } catch {
    return key
  }
}
