import { Buffer } from 'node:buffer'
import { isReplyStream, type HttpReply, type HttpRequest } from '@pinnace/meta'
import type { Server } from '../../src/index.ts'
import type { Property } from './properties.ts'

/** A server broken on purpose, and the properties of which one must be seen not to hold. */
export interface Fault {
  readonly found: readonly Property[]
  readonly wrap: (server: Server) => Server
}

type Handle = Server['handle']

/** Mistakes servers of this kind have been seen to make. */
export const faults: Readonly<Record<string, Fault>> = {
  'drops an event': {
    found: ['noGap'],
    wrap: (server) =>
      withLines(
        server,
        everyNth(5, (line) => (line.includes('"BOOKMARK"') ? [line] : [])),
      ),
  },
  'shows an event twice': {
    found: ['noDuplicate', 'nothingElse', 'noGap'],
    wrap: (server) =>
      withLines(
        server,
        everyNth(5, (line) => [line, line]),
      ),
  },
  'shows events out of order': {
    found: ['ordered', 'noGap', 'nothingElse'],
    wrap: (server) => withLines(server, swapped()),
  },
  'shows a deletion under the version before it': {
    found: ['deletion', 'ordered', 'noDuplicate', 'noGap'],
    wrap: (server) => withLines(server, () => (line) => [line.includes('"DELETED"') ? lowered(line) : line]),
  },
  'puts a bookmark before what it promises': {
    found: ['bookmark', 'nothingElse', 'noGap'],
    wrap: (server) =>
      withLines(server, () => (line) => [...(line.includes('BOOKMARK') ? [] : [bookmarkOf(line)]), line], isScoped),
  },
  'uses a version twice': {
    found: ['ownVersion', 'unchanged'],
    wrap: (server) => ({ ...server, handle: reusedVersion(server.handle) }),
  },
  'makes a new version of nothing': {
    found: ['unchanged', 'ownVersion', 'nothingElse'],
    wrap: (server) => ({ ...server, handle: touched(server.handle) }),
  },
  'reads a page from a newer snapshot': {
    found: ['oneSnapshot'],
    wrap: (server) => ({ ...server, handle: newerPage(server.handle) }),
  },
  'swallows a conflict': {
    found: ['outcome', 'oneWinner'],
    wrap: (server) => ({ ...server, handle: swallowedConflict(server.handle) }),
  },
  'lists what was there before the last write': {
    found: ['acknowledged', 'listAtVersion'],
    wrap: (server) => ({ ...server, handle: staleList(server.handle) }),
  },
  'says yes and does nothing': {
    found: ['ownVersion', 'noGap', 'acknowledged', 'oneWinner', 'outcome'],
    wrap: (server) => ({ ...server, handle: forgotten(server.handle) }),
  },
}

type Lines = (line: string) => readonly string[]

function everyNth(n: number, change: Lines): () => Lines {
  return () => {
    let count = 0
    return (line) => (++count % n === 0 ? change(line) : [line])
  }
}

function swapped(): () => Lines {
  return () => {
    let kept: string | undefined
    let count = 0
    return (line) => {
      if (kept === undefined && ++count % 3 === 0) {
        kept = line
        return []
      }
      const lines = kept === undefined ? [line] : [line, kept]
      kept = undefined
      return lines
    }
  }
}

function lowered(line: string): string {
  return line.replace(
    /"resourceVersion":"(\d+)"/,
    (_match, version: string) => `"resourceVersion":"${BigInt(version) - 1n}"`,
  )
}

function bookmarkOf(line: string): string {
  const { resourceVersion } = (JSON.parse(line) as { object: { metadata: { resourceVersion: string } } }).object
    .metadata
  return `{"type":"BOOKMARK","object":{"kind":"ConfigMap","apiVersion":"v1","metadata":{"resourceVersion":"${resourceVersion}"}}}`
}

const isScoped = ({ target }: HttpRequest): boolean => target.includes('allowWatchBookmarks')

function withLines(
  server: Server,
  lines: () => Lines,
  applies: (request: HttpRequest) => boolean = () => true,
): Server {
  return {
    ...server,
    async handle(request) {
      const reply = await server.handle(request)
      const { body } = reply
      if (!isReplyStream(body) || !applies(request)) return reply
      const change = lines()
      return {
        ...reply,
        body: {
          start(sink) {
            body.start({
              write(chunk) {
                const whole = Buffer.from(chunk).toString().split('\n').slice(0, -1)
                const changed = whole.flatMap((line) => change(line))
                return changed.length === 0 || sink.write(Buffer.from(`${changed.join('\n')}\n`))
              },
              get bufferedBytes() {
                return sink.bufferedBytes
              },
              end: () => sink.end(),
              abort: () => sink.abort(),
              onClose: (listener) => sink.onClose(listener),
            })
          },
        },
      }
    },
  }
}

function textOf({ body }: HttpReply): string {
  if (body === undefined || isReplyStream(body)) return ''
  return Buffer.concat(body instanceof Uint8Array ? [body] : [...body]).toString()
}

const isChange = ({ method }: HttpRequest): boolean => method === 'PUT' || method === 'PATCH'

function reusedVersion(handle: Handle): Handle {
  return async (request) => {
    const before = isChange(request)
      ? textOf(await handle({ ...request, method: 'GET', target: request.target.split('?')[0]! }))
      : ''
    const reply = await handle(request)
    const version = /"resourceVersion":"\d+"/.exec(before)
    if (reply.status !== 200 || version === null) return reply
    return { ...reply, body: Buffer.from(textOf(reply).replace(/"resourceVersion":"\d+"/, version[0])) }
  }
}

function touched(handle: Handle): Handle {
  return async (request) => {
    const reply = await handle(request)
    if (reply.status !== 200 || !isChange(request)) return reply
    return {
      ...reply,
      body: Buffer.from(
        textOf(reply).replace(
          /"resourceVersion":"(\d+)"/,
          (_match, version: string) => `"resourceVersion":"${BigInt(version) + 1n}"`,
        ),
      ),
    }
  }
}

function newerPage(handle: Handle): Handle {
  return async (request) => {
    const token = /[?&]continue=([^&]+)/.exec(request.target)?.[1]
    if (token === undefined) return handle(request)
    const { v, rv, start } = JSON.parse(Buffer.from(token, 'base64url').toString()) as {
      v: string
      rv: number
      start: string
    }
    const newest = JSON.parse(textOf(await handle({ ...request, target: request.target.split('?')[0]! }))) as {
      metadata: { resourceVersion: string }
    }
    const newer = Buffer.from(JSON.stringify({ v, rv: Number(newest.metadata.resourceVersion), start })).toString(
      'base64url',
    )
    const page = JSON.parse(textOf(await handle({ ...request, target: request.target.replace(token, newer) }))) as {
      metadata: { resourceVersion: string; continue?: string; remainingItemCount?: number }
    }
    page.metadata.resourceVersion = String(rv)
    delete page.metadata.remainingItemCount
    return { status: 200, headers: {}, body: Buffer.from(JSON.stringify(page)) }
  }
}

function swallowedConflict(handle: Handle): Handle {
  return async (request) => {
    const reply = await handle(request)
    if (reply.status !== 409 || request.method !== 'PUT') return reply
    const body = JSON.parse((await request.body(1e9)).toString()) as { metadata: { resourceVersion?: string } }
    delete body.metadata.resourceVersion
    const bytes = Buffer.from(JSON.stringify(body))
    return handle({ ...request, body: async () => bytes })
  }
}

function staleList(handle: Handle): Handle {
  const kept = new Map<string, HttpReply>()
  let count = 0
  return async (request) => {
    const isList =
      request.method === 'GET' && /configmaps(\?(?!.*(watch|continue|limit|resourceVersion)).*)?$/.test(request.target)
    if (!isList) return handle(request)
    const earlier = kept.get(request.target)
    if (earlier !== undefined && ++count % 2 === 0) return earlier
    const reply = await handle(request)
    kept.set(request.target, reply)
    return reply
  }
}

function forgotten(handle: Handle): Handle {
  let count = 0
  return (request) => {
    const isCounted = request.method === 'POST' && request.target.endsWith('configmaps')
    return handle(isCounted && ++count % 4 === 0 ? { ...request, target: `${request.target}?dryRun=All` } : request)
  }
}
