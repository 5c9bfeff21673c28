import { setMaxListeners } from 'node:events'
import {
  formatGroupVersion,
  formatJson,
  freezeJson,
  systemClock,
  type ApiList,
  type ApiObject,
  type Clock,
  type SuccessStatus,
  type Vocabulary,
} from '@pinnace/meta'
import { fixedCredentials, type Credentials } from '../credentials/credentials.ts'
import type { DeleteOptions, ListOptions, ResourceTarget, Transport, WatchEvent, WriteOptions } from '../transport.ts'
import { discoverResources } from './discover.ts'
import { toConnectionError } from './connection-error.ts'
import { createHttpConnection, type Endpoint } from './http-connection.ts'
import { createHttpSender, type HttpSender } from './http-sender.ts'
import { impersonationHeaders, type Impersonation } from './impersonation.ts'
import { deleteOptionsBody, readParameters, writeParameters } from '../request-parameters.ts'
import { resourcePath, withQuery } from './resource-path.ts'
import { readWatchLines } from './watch-lines.ts'

/** Options for {@link createHttpTransport}. */
export interface HttpTransportOptions {
  readonly endpoint: Endpoint
  readonly vocabulary: Vocabulary
  /** @default none */
  readonly credentials?: Credentials
  readonly impersonate?: Impersonation
  /** Its first part is the field manager of writes that name none. @default 'pinnace' */
  readonly userAgent?: string
  /** Until the headers of a reply, and again until its end, in milliseconds; watches have no end. @default 60000 */
  readonly timeoutMs?: number
  /** Retries after 429 and 503 with Retry-After. @default 10 */
  readonly maxRetries?: number
  /** Requests compressed replies; watches are never compressed. @default true */
  readonly compression?: boolean
  /** A longer reply is an error. @default 268435456 */
  readonly maxReplyBytes?: number
  /** Called with the text of each Warning header. */
  readonly onWarning?: (text: string) => void
  readonly clock?: Clock
}

/** A transport with connections. */
export interface HttpTransport extends Transport {
  /** Aborts requests and closes every connection. */
  close(): Promise<void>
}

const patchTypes = {
  json: 'application/json-patch+json',
  merge: 'application/merge-patch+json',
  strategic: 'application/strategic-merge-patch+json',
} as const

/** Calls a server over HTTP/1.1, with TLS for an https URL. Results are frozen, as in process. */
export function createHttpTransport(options: HttpTransportOptions): HttpTransport {
  const { endpoint, vocabulary, clock = systemClock, userAgent = 'pinnace', onWarning = () => {} } = options
  const { timeoutMs = 60_000, maxRetries = 10, maxReplyBytes = 268_435_456 } = options
  const credentials = options.credentials ?? fixedCredentials({})
  const connection = createHttpConnection(endpoint, clock)
  const headers = { 'user-agent': userAgent, ...impersonationHeaders(options.impersonate) }
  const closing = new AbortController()
  // Every call listens: that many listeners are not a leak.
  setMaxListeners(0, closing.signal)
  const sender = createHttpSender({
    connection,
    credentials,
    headers,
    timeoutMs,
    maxRetries,
    maxReplyBytes,
    compression: options.compression ?? true,
    clock,
    onWarning,
    closed: closing.signal,
  })
  const accept = ({ metadataOnly = false }: ResourceTarget, suffix = ''): string =>
    metadataOnly
      ? `application/json;as=PartialObjectMetadata${suffix};g=${vocabulary.group('meta')};v=v1`
      : 'application/json'
  const write = async (
    method: string,
    target: ResourceTarget,
    { body, options: call, contentType = 'application/json' }: Write,
  ): Promise<ApiObject> => {
    const { signal } = call
    const path = withQuery(resourcePath(method === 'POST' ? onCollection(target) : target), writeParameters(call))
    const sent = { accept: accept(target), 'content-type': contentType }
    const answer = await sender.json({ method, path, headers: sent, body: formatJson(body), signal })
    return freezeJson(answer as ApiObject)
  }

  return {
    async get(target, call) {
      const { signal } = call
      const path = withQuery(resourcePath(target), readParameters(call))
      const answer = await sender.json({ method: 'GET', path, headers: { accept: accept(target) }, signal })
      return freezeJson(answer as ApiObject)
    },
    async list(target, call) {
      const { signal } = call
      const path = withQuery(resourcePath(target), readParameters(call))
      const answer = await sender.json({ method: 'GET', path, headers: { accept: accept(target, 'List') }, signal })
      return freezeJson(completed(answer as ApiList, target))
    },
    watch: (target, call) => {
      const { signal } = call
      const path = withQuery(resourcePath(target), { ...readParameters(call), watch: true })
      return watchOverHttp(sender, { path, headers: { accept: accept(target) }, signal })
    },
    create: (target, object, call) => write('POST', target, { body: object, options: call }),
    update: (target, object, call) => write('PUT', target, { body: object, options: call }),
    patch: (target, patch, { type = 'merge', ...call }) =>
      write('PATCH', target, { body: patch, options: call, contentType: patchTypes[type] }),
    apply(target, object, call) {
      const { kind } = target.definition
      const body = { apiVersion: formatGroupVersion(target.definition), kind, ...object }
      return write('PATCH', target, { body, options: call, contentType: 'application/apply-patch+yaml' })
    },
    async delete(target, deletion) {
      const answer = await remove(sender, resourcePath(target), {}, deletion)
      return answer as ApiObject | SuccessStatus
    },
    async deleteCollection(target, { signal, ...selection }, deletion) {
      await remove(sender, resourcePath(target), selection, signal === undefined ? deletion : { signal, ...deletion })
    },
    discover: (options) => discoverResources(sender, vocabulary, options),
    async close() {
      if (!closing.signal.aborted) closing.abort(new Error('the client has been closed'))
      connection.close()
      await credentials.close()
    },
  }
}

interface Write {
  readonly body: unknown
  readonly options: WriteOptions & { readonly force?: boolean }
  readonly contentType?: string
}

async function remove(
  sender: HttpSender,
  path: string,
  query: Omit<ListOptions, 'signal'>,
  deletion: DeleteOptions,
): Promise<unknown> {
  const { signal } = deletion
  const body = deleteOptionsBody(deletion)
  const headers = { accept: 'application/json', 'content-type': 'application/json' }
  const call = { method: 'DELETE', path: withQuery(path, query), headers, body: formatJson(body), signal }
  return freezeJson(await sender.json(call))
}

// A create goes to the collection; a subresource is created below its object.
function onCollection(target: ResourceTarget): ResourceTarget {
  return target.subresource === '' ? { ...target, name: '' } : target
}

// upstream: items of a list of built-in kinds have no apiVersion and kind; in process they have both.
function completed(list: ApiList, { definition, metadataOnly }: ResourceTarget): ApiList {
  if (metadataOnly === true) return { ...list, items: list.items ?? [] }
  const apiVersion = formatGroupVersion(definition)
  const items = (list.items ?? []).map((item) =>
    item.kind === undefined ? { apiVersion, kind: definition.kind, ...item } : item,
  )
  return { ...list, items }
}

// The request is sent when the first event is read, as in process.
async function* watchOverHttp(
  sender: HttpSender,
  {
    signal,
    ...call
  }: { readonly path: string; readonly headers: Record<string, string>; readonly signal: AbortSignal | undefined },
): AsyncIterableIterator<WatchEvent> {
  if (signal?.aborted) return
  try {
    const { body } = await sender.open({ ...call, method: 'GET', signal })
    yield* readWatchLines(body)
  } catch (error) {
    if (signal?.aborted) return
    throw toConnectionError(`GET ${call.path.split('?', 1).join('')}`, error)
  }
}
