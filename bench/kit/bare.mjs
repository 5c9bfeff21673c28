// The bare server: only the HTTP API of Node, with prepared bytes of the same size and the same header lines as our server.
import { createServer } from 'node:http'
import { createServer as createHttp2Server, createSecureServer } from 'node:http2'
import { createServer as createHttpsServer } from 'node:https'

const bodies = new Map()
const fixed = [
  'cache-control',
  'no-cache, private',
  'content-type',
  'application/json',
  'x-kubernetes-pf-flowschema-uid',
  '0864fa8f-7e73-4e67-bc92-de44cb602163',
  'x-kubernetes-pf-prioritylevel-uid',
  '6b19c936-12cb-4427-ba6c-0f6c9bbe40e1',
]

let replies = 0

/** The lines of a reply; its id is another one each time, which HTTP/2 cannot compress. */
function head(...more) {
  return ['audit-id', `6f1b1f54-6c5d-4f0e-8a3b-${String(++replies).padStart(12, '0')}`, ...fixed, ...more]
}

export async function start({ cert, key }) {
  const watchers = new Set()
  const onRequest = (incoming, response) => {
    const { method, url } = incoming
    if (method === 'GET') {
      if (url.startsWith('/watch')) {
        response.writeHead(200, head())
        response.flushHeaders()
        watchers.add(response)
        response.on('close', () => watchers.delete(response))
        return
      }
      const body = bodyOf(url)
      response.writeHead(200, head('content-length', String(body.length)))
      response.end(body)
      return
    }
    collect(incoming, (body) => {
      tell(watchers, url, body)
      response.writeHead(200, head('content-length', String(body.length)))
      response.end(body)
    })
  }
  const options = { noDelay: true, keepAliveTimeout: 60_000 }
  const http1 = createServer(options, onRequest)
  const https = createHttpsServer({ ...options, cert, key, ALPNProtocols: ['http/1.1'] }, onRequest)
  const onStream = (stream, headers) => {
    stream.on('error', () => {})
    const { ':method': method, ':path': url } = headers
    if (method === 'GET') {
      if (url.startsWith('/watch')) {
        stream.respond(http2Head())
        watchers.add(stream)
        stream.on('close', () => watchers.delete(stream))
        return
      }
      const body = bodyOf(url)
      stream.respond(http2Head('content-length', String(body.length)))
      stream.end(body)
      return
    }
    collect(stream, (body) => {
      tell(watchers, url, body)
      stream.respond(http2Head('content-length', String(body.length)))
      stream.end(body)
    })
  }
  const settings = { settings: { initialWindowSize: 262_144, maxConcurrentStreams: 1_000 }, maxSessionMemory: 1_000 }
  const http2 = createHttp2Server(settings).on('stream', onStream)
  const tls = createSecureServer({ ...settings, cert, key }).on('stream', onStream)
  for (const server of [http2, tls]) {
    server.on('session', (session) => session.setLocalWindowSize(26_214_400))
    server.on('sessionError', () => {})
  }
  return {
    ports: { http1: await open(http1), https: await open(https), http2: await open(http2), tls: await open(tls) },
  }
}

// `/bytes/2030`: that many bytes.
function bodyOf(url) {
  let body = bodies.get(url)
  if (body === undefined) bodies.set(url, (body = Buffer.alloc(Number(url.slice(url.lastIndexOf('/') + 1)), 'x')))
  return body
}

function http2Head(...more) {
  const lines = head(...more)
  const headers = { ':status': 200 }
  for (let index = 0; index < lines.length; index += 2) headers[lines[index]] = lines[index + 1]
  return headers
}

function collect(stream, done) {
  const chunks = []
  stream.on('data', (chunk) => chunks.push(chunk))
  stream.on('end', () => done(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks)))
}

// A bare loop: one write a socket.
function tell(watchers, url, body) {
  if (watchers.size === 0 || !url.startsWith('/event')) return
  const line = Buffer.concat([Buffer.from('{"type":"MODIFIED","object":'), body, Buffer.from('}\n')])
  for (const watcher of watchers) watcher.write(line)
}

function open(server) {
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server.address().port)))
}
