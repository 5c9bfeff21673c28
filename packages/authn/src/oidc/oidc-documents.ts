import type { HttpClient, WholeReply } from '@pinnace/http-client'

/** A JSON document of an issuer. */
export interface IssuerDocument {
  readonly text: string
  readonly value: Readonly<Record<string, unknown>>
}

/** Reads documents of an issuer. */
export interface IssuerDocuments {
  /** The JSON object at a URL. Throws an Error for any other answer, or none. */
  get(url: string): Promise<IssuerDocument>
}

const maxReplyBytes = 1024 * 1024
const maxRedirects = 5

/** Limits and headers of {@link fetchWithinOrigin}. */
export interface FetchOptions {
  readonly headers: Readonly<Record<string, string>>
  /** For one request. */
  readonly timeoutMs: number
}

/** Gets a reply of at most 1 MiB. Redirects are followed within the same origin only. */
export async function fetchWithinOrigin(
  http: HttpClient,
  url: string,
  { headers, timeoutMs }: FetchOptions,
): Promise<WholeReply> {
  let at = url
  for (let redirects = 0; ; redirects++) {
    const reply = await http.send({ method: 'GET', url: at, headers, timeoutMs, maxBytes: maxReplyBytes })
    const { location } = reply.headers
    if (location === undefined || ![301, 302, 303, 307, 308].includes(reply.status)) return reply
    const next = URL.canParse(location, at) ? new URL(location, at) : undefined
    if (next?.origin !== new URL(at).origin) throw new Error(`${at} redirects to another host`)
    if (redirects === maxRedirects) throw new Error(`${url} redirects too often`)
    at = next.href
  }
}

/** Documents over `http`; `timeoutMs` is for one request. */
export function createIssuerDocuments(http: HttpClient, timeoutMs: number): IssuerDocuments {
  const headers = { accept: 'application/json' }
  return {
    async get(url) {
      const { status, body } = await fetchWithinOrigin(http, url, { headers, timeoutMs })
      if (status !== 200) throw new Error(`oidc: ${url} answered ${status}`)
      const text = body.toString('utf8')
      const value: unknown = JSON.parse(text)
      if (typeof value !== 'object' || value === null) throw new Error(`oidc: ${url} did not answer an object`)
      return { text, value: value as Readonly<Record<string, unknown>> }
    },
  }
}
