import { ApiError } from './api-error.ts'
import { parseLines } from './parse-lines.ts'

/** A request that changes something. */
export interface Change {
  readonly method: 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly path: string
  readonly body?: string
  readonly contentType?: string
}

/** The public API of the server, with the token of the user. Failures are an {@link ApiError}. */
export interface ApiClient {
  /** The domain of the API groups of the server. */
  readonly groupDomain: string
  /** Media types that the server knows. */
  readonly accepts: AcceptedTypes
  /** Reads a JSON document. */
  read(path: string, options?: { readonly accept?: string; readonly signal?: AbortSignal }): Promise<unknown>
  /** Sends a change; the answer and its warnings. */
  send(change: Change): Promise<{ readonly body: unknown; readonly warnings: readonly string[] }>
  /** Reads a stream of JSON documents, one a line, in batches as they arrive. */
  stream(
    path: string,
    options: { readonly accept?: string; readonly signal: AbortSignal },
  ): AsyncGenerator<readonly unknown[]>
}

/** Media types of answers other than objects. */
export interface AcceptedTypes {
  readonly table: string
  readonly metadataList: string
  readonly groupDiscovery: string
}

/** Creates a client. The token stays in memory and in the session of the tab; it is never put into a URL. */
export function createApiClient(token: string, groupDomain: string): ApiClient {
  const ask = async (
    path: string,
    init: RequestInit & { readonly headers: Record<string, string> },
  ): Promise<Response> => {
    if (token !== '') init.headers['authorization'] = `Bearer ${token}`
    const response = await fetch(path, { ...init, credentials: 'omit', cache: 'no-store' })
    if (response.ok) return response
    throw new ApiError(response.status, await response.json().catch(() => undefined), init.method !== undefined)
  }
  const meta = `g=meta.${groupDomain};v=v1`
  return {
    groupDomain,
    accepts: {
      table: `application/json;as=Table;${meta}`,
      metadataList: `application/json;as=PartialObjectMetadataList;${meta}`,
      groupDiscovery: `application/json;as=APIGroupDiscoveryList;g=apidiscovery.${groupDomain};v=v2`,
    },
    async read(path, { accept = 'application/json', signal } = {}) {
      const response = await ask(path, { headers: { accept }, ...(signal === undefined ? {} : { signal }) })
      return response.json()
    },
    async send({ method, path, body, contentType = 'application/json' }) {
      const headers = { accept: 'application/json', 'content-type': contentType }
      const response = await ask(path, { method, headers, ...(body === undefined ? {} : { body }) })
      const warnings = [...(response.headers.get('warning') ?? '').matchAll(/299 - "((?:[^"\\]|\\.)*)"/g)]
      return { body: await response.json(), warnings: warnings.map(([, text = '']) => text.replaceAll(/\\(.)/g, '$1')) }
    },
    async *stream(path, { accept = 'application/json', signal }) {
      const { body } = await ask(path, { headers: { accept }, signal })
      if (body !== null) yield* parseLines(body)
    },
  }
}
