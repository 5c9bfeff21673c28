import { quote } from '@pinnace/meta'

/** A URL in the parts a webhook's may and may not have, all as written. */
export interface WebhookUrl {
  readonly scheme: string
  readonly host: string
  /** Undefined where there is none. */
  readonly user?: string
  readonly query: string
  readonly fragment: string
}

/** Takes a URL apart; text instead where it is none. `webhook-client-config.ts` says what a webhook's URL may not have. */
// upstream: Go's net/url, Parse – it takes far more than browsers do, and its errors are part of the answer.
export function parseWebhookUrl(text: string): WebhookUrl | string {
  const problem = (detail: string): string => `parse ${quote(text)}: ${detail}`
  // oxlint-disable-next-line no-control-regex -- these are what is refused
  if (/[\x00-\x1f\x7f]/.test(text)) return problem('net/url: invalid control character in URL')
  const [address, fragment] = cut(text, '#')
  if (address.startsWith(':')) return problem('missing protocol scheme')
  const scheme = /^[a-zA-Z][a-zA-Z0-9+.-]*(?=:)/.exec(address)?.[0] ?? ''
  const [rest, query] = cut(scheme === '' ? address : address.slice(scheme.length + 1), '?')
  const found = { scheme: scheme.toLowerCase(), host: '', query, fragment }
  if (!rest.startsWith('/')) {
    if (scheme !== '') return found
    const [segment = ''] = rest.split('/', 1)
    if (segment.includes(':')) return problem('first path segment in URL cannot contain colon')
  }
  const end = rest.startsWith('//') ? nextSlash(rest) : 0
  const authority = rest.slice(end === 0 ? 0 : 2, end)
  const at = authority.lastIndexOf('@')
  const host = authority.slice(at + 1)
  const wrong =
    hostProblem(host) ??
    (at >= 0 && !/^[\w.:~!$&'()*+,;=%@-]*$/.test(authority.slice(0, at)) ? 'net/url: invalid userinfo' : undefined) ??
    escapeProblem(rest.slice(end)) ??
    escapeProblem(fragment)
  if (wrong !== undefined) return problem(wrong)
  return { ...found, host, ...(at < 0 ? {} : { user: authority.slice(0, at) }) }
}

function cut(text: string, mark: string): readonly [string, string] {
  const at = text.indexOf(mark)
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)]
}

function nextSlash(text: string): number {
  const at = text.indexOf('/', 2)
  return at < 0 ? text.length : at
}

function hostProblem(host: string): string | undefined {
  const bracket = host.startsWith('[') ? host.lastIndexOf(']') : -1
  if (host.startsWith('[') && bracket < 0) return "missing ']' in host"
  const colon = host.startsWith('[') ? bracket + 1 : host.lastIndexOf(':')
  const port = colon < 0 ? '' : host.slice(colon)
  if (port !== '' && !/^:[0-9]*$/.test(port)) return `invalid port ${quote(port)} after host`
  const bad = /[^\w.~!$&'()*+,;=:[\]<>"%\u0080-\uffff-]/.exec(host)
  if (bad !== null) return `invalid character ${quote(bad[0])} in host name`
  return escapeProblem(host)
}

function escapeProblem(text: string): string | undefined {
  const bad = /%(?![0-9a-fA-F]{2}).{0,2}/s.exec(text)
  return bad === null ? undefined : `invalid URL escape ${quote(bad[0])}`
}
