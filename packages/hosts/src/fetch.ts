import { chunksOf, isReplyStream, type HttpReply } from '@pinnace/meta'
import { startClosed } from './closed-sink.ts'
import { FetchRequest } from './fetch-request.ts'
import { bytesOf, toByteStream } from './fetch-stream.ts'
import { hostUserReader, type MountOptions, type ReadHostUser } from './host-user.ts'
import { mountPrefix, targetBelow, type HostOptions, type HttpHandler } from './http-handler.ts'
import { failureReply, notFoundReply } from './status-reply.ts'

/** A fetch handler: Deno, Bun, service workers, Hono, tests. */
export type FetchHandler = (request: Request) => Promise<Response>

/**
 * Serves `handle` with fetch `Request` and `Response` objects. `URL` has normalized the path and `Headers` has joined
 * repeated headers, so that `..` in a path and several `Impersonate-Group` headers cannot be told apart from others:
 * prefer a Node.js host if there is one.
 */
export function toFetchHandler(handle: HttpHandler, options: MountOptions<Request> = {}): FetchHandler {
  const serve = createFetchServing(handle, options)
  const readHostUser = hostUserReader(options)
  return (request) => serve(request, readHostUser?.(request))
}

/** What {@link toFetchHandler} calls for each request, whose user the host may know. */
export function createFetchServing(
  handle: HttpHandler,
  options: HostOptions,
): (request: Request, hostUser?: ReadHostUser) => Promise<Response> {
  const prefix = mountPrefix(options)
  const { onError } = options
  return async (request, hostUser) => {
    const target = targetBelow(prefix, pathOf(request.url))
    if (target === undefined) return toResponse(notFoundReply, request)
    try {
      return toResponse(await handle(new FetchRequest(request, target, hostUser)), request)
    } catch (error) {
      return toResponse(failureReply(error, onError), request)
    }
  }
}

function pathOf(url: string): string {
  const start = url.indexOf('/', url.indexOf('://') + 3)
  const end = url.indexOf('#')
  return start < 0 ? '/' : url.slice(start, end < 0 ? undefined : end)
}

function toResponse({ status, headers, body }: HttpReply, request: Request): Response {
  const lines = new Headers()
  for (const name in headers) {
    const value = headers[name]
    if (value === undefined) continue
    if (typeof value === 'string') lines.append(name, value)
    else for (const one of value) lines.append(name, one)
  }
  const init = { status, headers: lines }
  if (isReplyStream(body)) {
    if (request.method !== 'HEAD') return new Response(toByteStream(body, request.signal), init)
    startClosed(body)
    return new Response(null, init)
  }
  if (status === 204 || status === 304) return new Response(null, init)
  const { chunks, byteLength } = chunksOf(body)
  if (!lines.has('content-length')) lines.set('content-length', String(byteLength))
  const isEmpty = request.method === 'HEAD' || body === undefined
  // The body types of libraries differ; all accept a Uint8Array.
  return new Response(isEmpty ? null : (bytesOf(chunks) as ReadableStream), init)
}
