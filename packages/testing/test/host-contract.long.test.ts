import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { isReplyStream, requestTooLarge, type HttpReply, type HttpRequest, type ReplySink } from '@pinnace/meta'
import { toNodeListener } from '@pinnace/server'
import { describe, expect, it } from 'vitest'
import { createHostClient } from '../src/host-promises/host-client.ts'
import { hostContract, hostPromises, type StartHost } from '../src/index.ts'

type Handler = (request: HttpRequest) => Promise<HttpReply>

const startNode: StartHost = async (handle, { prefix, consumesBodies }) => {
  const listener = toNodeListener(handle, prefix === undefined ? {} : { prefix })
  const server = createServer(async (incoming, response) => {
    if (consumesBodies) for await (const chunk of incoming) void chunk
    listener(incoming, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    protocol: 'http/1.1',
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** A copy of a request with some members replaced. */
function altered(request: HttpRequest, members: Partial<HttpRequest>): HttpRequest {
  return {
    method: request.method,
    target: request.target,
    rawHeaders: request.rawHeaders,
    header: (name) => request.header(name),
    body: (maxBytes) => request.body(maxBytes),
    get signal() {
      return request.signal
    },
    ...members,
  }
}

function alteredSink(reply: HttpReply, alter: (sink: ReplySink) => Partial<ReplySink>): HttpReply {
  const { body } = reply
  if (!isReplyStream(body)) return reply
  const start = (sink: ReplySink): void => {
    const whole: ReplySink = {
      write: (chunk) => sink.write(chunk),
      get bufferedBytes() {
        return sink.bufferedBytes
      },
      end: () => sink.end(),
      abort: () => sink.abort(),
      onClose: (listener) => sink.onClose(listener),
    }
    body.start(Object.defineProperties(whole, Object.getOwnPropertyDescriptors(alter(sink))))
  }
  return { ...reply, body: { start } }
}

const whole = (body: HttpReply['body']): Buffer =>
  body === undefined || isReplyStream(body)
    ? Buffer.alloc(0)
    : Buffer.concat(body instanceof Uint8Array ? [body] : [...body])

/** Broken hosts, each in one way. */
const broken: Readonly<Record<string, (handle: Handler) => Handler>> = {
  'decodes the target': (handle) => (request) =>
    handle(altered(request, { target: decodeURIComponent(request.target) })),
  'drops the query': (handle) => (request) => handle(altered(request, { target: request.target.split('?')[0]! })),
  'normalizes the target': (handle) => (request) => {
    const { pathname, search } = new URL(request.target, 'http://a')
    return handle(altered(request, { target: pathname + search }))
  },
  'spells methods in lower case': (handle) => (request) =>
    handle(altered(request, { method: request.method.toLowerCase() })),
  'returns the last line of a header': (handle) => (request) => {
    const header = (name: string): string | undefined =>
      request.rawHeaders.findLast((_, index) => request.rawHeaders[index - 1]?.toLowerCase() === name)
    return handle(altered(request, { header }))
  },
  'keeps headers in an object': (handle) => (request) => {
    const known = Object.fromEntries(
      request.rawHeaders.flatMap((name, index) =>
        index % 2 ? [] : [[name.toLowerCase(), request.rawHeaders[index + 1]!]],
      ),
    )
    return handle(altered(request, { rawHeaders: Object.entries(known).flat() }))
  },
  'passes no body on': (handle) => (request) => handle(altered(request, { body: async () => Buffer.alloc(0) })),
  'reads bodies as text': (handle) => (request) =>
    handle(altered(request, { body: async (maxBytes) => Buffer.from((await request.body(maxBytes)).toString()) })),
  'ignores the limit': (handle) => (request) => handle(altered(request, { body: () => request.body(1e9) })),
  'refuses at the limit': (handle) => (request) =>
    handle(
      altered(request, {
        async body(maxBytes) {
          const body = await request.body(maxBytes)
          if (body.length >= maxBytes) throw requestTooLarge(maxBytes)
          return body
        },
      }),
    ),
  'treats a consumed body as an empty one': (handle) => (request) =>
    handle(altered(request, { body: (maxBytes) => request.body(maxBytes).catch(() => Buffer.alloc(0)) })),
  'always answers 200': (handle) => async (request) => ({ ...(await handle(request)), status: 200 }),
  'joins header values': (handle) => async (request) => {
    const reply = await handle(request)
    return {
      ...reply,
      headers: Object.fromEntries(Object.entries(reply.headers).map(([name, value]) => [name, String(value)])),
    }
  },
  'drops headers': (handle) => async (request) => ({ ...(await handle(request)), headers: {} }),
  'sends lists in the wrong order': (handle) => async (request) => {
    const reply = await handle(request)
    return Array.isArray(reply.body) ? { ...reply, body: [...reply.body].reverse() } : reply
  },
  'modifies shared chunks': (handle) => async (request) => {
    const reply = await handle(request)
    if (Array.isArray(reply.body)) for (const chunk of reply.body) chunk[0]++
    return reply
  },
  'truncates large bodies': (handle) => async (request) => {
    const reply = await handle(request)
    return isReplyStream(reply.body) ? reply : { ...reply, body: whole(reply.body).subarray(0, 4_000_000) }
  },
  'reveals what was thrown': (handle) => async (request) => {
    try {
      return await handle(request)
    } catch (error) {
      return {
        status: 500,
        headers: {},
        body: Buffer.from(JSON.stringify({ reason: 'InternalError', message: String(error) })),
      }
    }
  },
  'never aborts the signal': (handle) => (request) =>
    handle(altered(request, { signal: new AbortController().signal })),
  'aborts the signal of every request': (handle) => async (request) => {
    const abort = new AbortController()
    const reply = await handle(altered(request, { signal: abort.signal }))
    abort.abort()
    return reply
  },
  'never calls close listeners': (handle) => async (request) =>
    alteredSink(await handle(request), () => ({ onClose: () => undefined })),
  'keeps the chunks of a stream until its end': (handle) => async (request) =>
    alteredSink(await handle(request), (sink) => {
      const chunks: Uint8Array[] = []
      return {
        write: (chunk) => chunks.push(chunk) > 0,
        end() {
          for (const chunk of chunks) sink.write(chunk)
          sink.end()
        },
      }
    }),
  'ends a stream that is aborted': (handle) => async (request) =>
    alteredSink(await handle(request), (sink) => ({ abort: () => sink.end() })),
  'reports no buffered bytes': (handle) => async (request) =>
    alteredSink(await handle(request), () => ({ bufferedBytes: 0 })),
  'reports that every client keeps up': (handle) => async (request) =>
    alteredSink(await handle(request), (sink) => ({ write: (chunk) => sink.write(chunk) || true })),
  'loses every other chunk': (handle) => async (request) =>
    alteredSink(await handle(request), (sink) => {
      let count = 0
      return { write: (chunk) => (count++ % 2 === 0 ? sink.write(chunk) : true) }
    }),
}

hostContract('node:http', startNode, { describe, it: it.concurrent })

describe('the host contract', () => {
  it.concurrent.each(Object.entries(broken))('detects a host that %s', async (_name, breakIt) => {
    const found: string[] = []
    for (const promise of hostPromises) {
      const opened: { close(): unknown }[] = []
      try {
        await promise.run(async (handle, options = {}) => {
          const host = await startNode(
            breakIt(async (request) => handle(request)),
            options,
          )
          const client = createHostClient(host)
          opened.push(client, host)
          return client
        })
      } catch {
        found.push(promise.name)
        break
      } finally {
        for (const one of opened) await one.close()
      }
    }
    expect(found).toHaveLength(1)
  })

  it('detects a host that ignores its mount path', async () => {
    const mounting = hostPromises.find(({ name }) => name === 'serves below its mount path only')
    const opened: { close(): unknown }[] = []
    expect(mounting).toBeDefined()
    const run = mounting?.run(async (handle) => {
      const host = await startNode(handle, {})
      const client = createHostClient(host)
      opened.push(client, host)
      return client
    })
    await expect(run).rejects.toThrow()
    for (const one of opened) await one.close()
  })
})
