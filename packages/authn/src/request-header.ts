import { headerText, StatusError, systemClock, type Clock, type HttpRequest, type UserInfo } from '@pinnace/meta'
import type { Authenticator } from './authenticator.ts'
import { verifyClientCertificate, type ClientAuthorities } from './verify-client-certificate.ts'

/** Options for {@link createRequestHeaderAuthenticator}. Header names are of any case. */
export interface RequestHeaderOptions {
  /** `--requestheader-client-ca-file`: who signs the proxy's certificate, from `loadClientAuthorities`. */
  readonly authorities: ClientAuthorities | (() => ClientAuthorities | undefined)
  /** `--requestheader-allowed-names`: common names a proxy may have; empty for any. */
  readonly allowedNames?: readonly string[]
  /** `--requestheader-username-headers`: the first that has a value names the user. */
  readonly usernameHeaders: readonly string[]
  /** `--requestheader-uid-headers`: the first that has a value is the user's uid. */
  readonly uidHeaders?: readonly string[]
  /** `--requestheader-group-headers`: every value of every one of them is a group. */
  readonly groupHeaders?: readonly string[]
  /** `--requestheader-extra-headers-prefix`: what follows in the name, lower-cased and percent-decoded, is the key. */
  readonly extraHeaderPrefixes?: readonly string[]
  readonly clock?: Clock
}

/**
 * Believes what a proxy says in headers of who is asking, where the proxy shows a certificate of its authority. Without
 * a certificate the headers are not looked at: no opinion. A certificate of another authority, or of another name, is
 * refused, and another authenticator may still take it for a client's own.
 */
// upstream: apiserver/pkg/authentication/request/headerrequest/requestheader.go
export function createRequestHeaderAuthenticator(options: RequestHeaderOptions): Authenticator {
  const { authorities, allowedNames = [], clock = systemClock } = options
  const usernameHeaders = lowerCased('usernameHeaders', options.usernameHeaders)
  if (usernameHeaders.length === 0) throw new TypeError('usernameHeaders must name at least one header')
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
    if (name.trim() === '') throw new TypeError(`${option} must not have an empty name`)
    return name.trim().toLowerCase()
  })
}

/** Of each name only the first line counts, even where a later one says something else. */
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

function linesOf({ rawHeaders }: HttpRequest, name: string): string[] {
  const values: string[] = []
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    if (rawHeaders[index]!.toLowerCase() === name) values.push(headerText(rawHeaders[index + 1]!))
  }
  return values
}

function readExtra({ rawHeaders }: HttpRequest, prefixes: readonly string[]): UserInfo['extra'] {
  const extra = new Map<string, string[]>()
  for (const prefix of prefixes) {
    for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
      const name = rawHeaders[index]!.toLowerCase()
      if (!name.startsWith(prefix)) continue
      const key = decodeKey(name.slice(prefix.length))
      const value = headerText(rawHeaders[index + 1]!)
      const values = extra.get(key)
      if (values === undefined) extra.set(key, [value])
      else values.push(value)
    }
  }
  return Object.freeze(Object.fromEntries(extra))
}

// upstream: requestheader.go, unescapeExtraKey – a key that cannot be decoded stands as it is.
function decodeKey(key: string): string {
  try {
    return decodeURIComponent(key)
  } catch {
    return key
  }
}
