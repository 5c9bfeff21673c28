import { posix } from 'node:path'
import { readUrl } from '@pinnace/cel'

/** What decides where the links of a target lead. */
export interface LinkOptions {
  /** The path of the proxy in this server, decoded, without a slash at its end. */
  readonly prefix: string
  /** The host and port of the target. */
  readonly targetHost: string
  /** The Host header of the client. */
  readonly requestedHost: string
}

/** A link as a client of this server can follow it, or why it is no URL. */
export type RewrittenLink = { readonly link: string } | { readonly error: string }

/**
 * Makes the function that rewrites links of a target. A path, also behind the host of the target or the one that the
 * client asked for, is put behind the path of the proxy. Relative links and those to other hosts stay as they are.
 */
// upstream: apimachinery/pkg/util/proxy/transport.go, rewriteURL
export function createLinkRewriter(options: LinkOptions): (link: string) => RewrittenLink {
  const { prefix, targetHost, requestedHost } = options
  return (link) => {
    const url = readUrl(link)
    if ('error' in url) return url
    const { scheme, user, host, escapedPath } = url
    const isOther = host !== '' && host !== targetHost && host !== requestedHost
    const decoded = unescapeBytes(escapedPath)
    if (isOther || !decoded.startsWith('/')) return { link }
    const keepsOrigin = host === requestedHost
    const origin = keepsOrigin && scheme !== '' ? `${scheme}:` : ''
    const authority = keepsOrigin ? host : ''
    const start = user === '' && authority === '' ? origin : `${origin}//${user === '' ? '' : `${user}@`}${authority}`
    const path = decoded.startsWith(toBytes(prefix)) ? escapedPath : escapeBytes(joined(toBytes(prefix), decoded))
    return { link: `${start}${path}${behindPath(link)}` }
  }
}

/** The query and the fragment, as they are. */
function behindPath(link: string): string {
  const at = link.search(/[?#]/)
  return at < 0 || link.slice(at) === '#' ? '' : link.slice(at)
}

// Go's path.Join removes the slash at the end, and kube-apiserver adds it back; Node.js keeps it.
function joined(prefix: string, path: string): string {
  const clean = posix.normalize(`${prefix}/${path}`)
  return clean.endsWith('/') && !path.endsWith('/') ? clean.slice(0, -1) : clean
}

/** Text with one character for each byte of its UTF-8. */
function toBytes(text: string): string {
  return Buffer.from(text).toString('latin1')
}

function unescapeBytes(path: string): string {
  return toBytes(path).replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
}

// upstream: net/url, shouldEscape for a path
function escapeBytes(path: string): string {
  return path.replace(
    /[^A-Za-z0-9\-_.~$&+,/:;=@]/g,
    (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  )
}
