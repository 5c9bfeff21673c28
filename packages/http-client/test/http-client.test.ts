import { text } from 'node:stream/consumers'
import { systemClock, type Clock } from '@pinnace/meta'
import { createFakeClock } from '@pinnace/testing'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createHttpClientPool, type HttpClientError } from '../src/index.ts'
import { issue } from './support/certificates.ts'
import { createPeers, signal, type Peers } from './support/peers.ts'

let peers: Peers
beforeEach(() => {
  peers = createPeers()
})
afterEach(() => peers[Symbol.asyncDispose]())

const maxBytes = 1000

describe('a request', () => {
  it('is sent with its method, path, headers and body', async () => {
    const seen: object[] = []
    const { url, port } = await peers.serve(async (request, response) => {
      const { method, url: path, headers } = request
      seen.push({ method, path, headers, body: await text(request) })
      response.writeHead(201, 'Made', { 'x-a': '1' }).end('done')
    })
    const headers = { 'Content-Type': 'text/plain', 'x-many': ['a', 'b'] }
    const request = { method: 'POST', url: `${url}a?b=c`, headers, body: 'ö', maxBytes }
    const reply = await peers.client().send(request)
    expect(reply).toMatchObject({ status: 201, statusText: 'Made', headers: { 'x-a': '1' } })
    expect(reply.body.toString()).toBe('done')
    expect(seen).toEqual([
      {
        method: 'POST',
        path: '/a?b=c',
        body: 'ö',
        headers: {
          host: `127.0.0.1:${port}`,
          'content-type': 'text/plain',
          'x-many': 'a, b',
          'content-length': '2',
          connection: 'keep-alive',
        },
      },
    ])
  })

  it('is sent with its path and header lines as they are', async () => {
    const seen: unknown[] = []
    const { url } = await peers.serve((request, response) => {
      seen.push(request.url, request.rawHeaders.slice(0, 6))
      response.end()
    })
    const headers = ['Host', 'example.dev', 'X-A', '1', 'x-a', '2']
    await peers.client().send({ method: 'GET', url, path: '/a//b/../%41?q', headers, maxBytes })
    expect(seen).toEqual(['/a//b/../%41?q', headers])
  })

  it('is sent to the address it is to connect to, and keeps the name of its URL', async () => {
    const { port } = await peers.serve((request, response) => void response.end(request.headers.host))
    const request = { method: 'GET', url: 'http://web.team.svc:8080/', maxBytes }
    const address = { host: '127.0.0.1', port }
    const client = peers.client()
    for (const connectTo of [address, () => address, async () => address]) {
      expect((await client.send({ ...request, connectTo })).body.toString()).toBe('web.team.svc:8080')
    }
    const connectTo = (): Promise<never> => Promise.reject(new Error('no such service'))
    await expect(client.send({ ...request, connectTo })).rejects.toThrow(/^no such service$/)
  })

  it('fails where its URL, its headers or its path are none', async () => {
    const client = peers.client()
    await expect(client.send({ method: 'GET', url: 'nowhere', maxBytes })).rejects.toThrow(TypeError)
    await expect(client.send({ method: 'GET', url: 'ftp://127.0.0.1/', maxBytes })).rejects.toThrow(
      'not an http or https URL: ftp:',
    )
    const url = 'http://127.0.0.1:1/'
    for (const wrong of [{ headers: { 'x-a': 'a\nb' } }, { path: '/a b' }]) {
      await expect(client.send({ method: 'GET', url, maxBytes, ...wrong })).rejects.toMatchObject({
        name: 'HttpClientError',
        reason: 'invalid-request',
      })
    }
  })

  it('follows no redirect: that is a reply like any other', async () => {
    const { url } = await peers.serve((request, response) => {
      expect(request.url).toBe('/')
      response.writeHead(302, { location: '/elsewhere' }).end('moved')
    })
    const reply = await peers.client().send({ method: 'GET', url, maxBytes })
    expect(reply).toMatchObject({ status: 302, headers: { location: '/elsewhere' } })
  })

  it('waits for a connection where there may be no more, and is refused beyond the limit of requests', async () => {
    const answers: (() => void)[] = []
    const asked = signal()
    const { url, server } = await peers.serve((_, response) => {
      answers.push(() => void response.end('ok'))
      asked.resolve()
    })
    let connections = 0
    server.on('connection', () => connections++)
    const client = peers.client({ maxConnections: 1, maxPending: 2 })
    const request = { method: 'GET', url, maxBytes }
    const both = [client.send(request), client.send(request)]
    await expect(client.send(request)).rejects.toMatchObject({
      reason: 'too-many-requests',
      message: `too many requests to ${new URL(url).host} at once`,
    })
    await asked.promise
    expect(answers).toHaveLength(1)
    while (answers.length < 2) {
      answers[0]?.()
      await new Promise((resolve) => setImmediate(resolve))
    }
    answers[1]?.()
    expect((await Promise.all(both)).map(({ status }) => status)).toEqual([200, 200])
    expect(connections).toBe(1)
    expect((await sendAnd(client.send(request), () => answers[2]?.())).status).toBe(200)

    async function sendAnd<T>(sent: Promise<T>, answer: () => void): Promise<T> {
      while (answers.length < 3) await new Promise((resolve) => setImmediate(resolve))
      answer()
      return sent
    }
  })
})

describe('a reply', () => {
  it('is streamed, and its connection is used again once it was read', async () => {
    const { url, server } = await peers.serve((_, response) => {
      response.write('a')
      setImmediate(() => response.end('b'))
    })
    let connections = 0
    server.on('connection', () => connections++)
    const client = peers.client()
    for (let round = 0; round < 3; round++) {
      const reply = await client.open({ method: 'GET', url })
      expect(await text(reply.body)).toBe('ab')
      await reply.closed
    }
    expect(connections).toBe(1)
  })

  it('that is left early is broken off', async () => {
    const closed = signal()
    const { url } = await peers.serve((_, response) => {
      response.once('close', closed.resolve)
      response.write('a')
    })
    const client = peers.client({ maxPending: 1 })
    const reply = await client.open({ method: 'GET', url })
    for await (const chunk of reply.body) {
      expect(chunk.toString()).toBe('a')
      break
    }
    await closed.promise
    await reply.closed
    const other = await client.open({ method: 'GET', url })
    other.destroy()
    await other.closed
    await expect(text(other.body)).rejects.toThrow('the reply was destroyed')
  })
})

describe('a time limit', () => {
  it('ends a request, also while its address is looked for, and leaves no timer', async () => {
    const clock = createFakeClock()
    const asked = signal()
    const { url } = await peers.serve(() => asked.resolve())
    const request = { method: 'POST', url, body: 'x', timeoutMs: 100, maxBytes }
    const client = peers.client({ clock })
    const failures = [
      client.send(request).catch((error: HttpClientError) => error),
      client
        .send({ ...request, connectTo: () => new Promise<never>(() => {}) })
        .catch((error: HttpClientError) => error),
    ]
    await asked.promise
    await clock.advance(100)
    for (const failure of failures) {
      expect(await failure).toMatchObject({ reason: 'timeout', code: 'ETIMEDOUT' })
    }
    expect(clock.pending).toBe(0)
  })

  it('is one for headers and body of a reply that is sent whole', async () => {
    const clock = createFakeClock()
    const asked = signal()
    const { url } = await peers.serve((_, response) => {
      asked.resolve()
      setImmediate(() => response.write('a'))
    })
    const request = { method: 'GET', url, timeoutMs: 100, maxBytes }
    const failure = peers
      .client({ clock })
      .send(request)
      .catch((error: HttpClientError) => error)
    await asked.promise
    await clock.advance(60)
    await clock.advance(40)
    expect(await failure).toMatchObject({ reason: 'timeout', message: `no reply from ${new URL(url).host} in time` })
    expect(clock.pending).toBe(0)
  })
})

describe('a signal', () => {
  it('ends a request before and while it is answered, with its reason', async () => {
    const controller = new AbortController()
    const { signal: aborted } = controller
    const ended = signal()
    const { url } = await peers.serve((_, response) => {
      response.once('close', ended.resolve)
      controller.abort(new Error('gone'))
    })
    const client = peers.client()
    const request = { method: 'POST', url, signal: aborted, maxBytes }
    await expect(client.send(request)).rejects.toThrow(/^gone$/)
    await ended.promise
    await expect(client.send(request)).rejects.toThrow(/^gone$/)
  })

  it('ends the body of a reply with its reason', async () => {
    const controller = new AbortController()
    const { url } = await peers.serve((_, response) => void response.write('a'))
    const reply = await peers.client().open({ method: 'GET', url, signal: controller.signal })
    const body = text(reply.body)
    controller.abort(new Error('gone'))
    await expect(body).rejects.toThrow(/^gone$/)
    await reply.closed
  })
})

describe('TLS', () => {
  it('believes the authorities it is given, for the name of the URL or another', async () => {
    const authority = await issue([])
    const leaf = await issue(['web.team.svc'], authority)
    const { port } = await peers.serveTls(leaf, (_, response) => void response.end('ok'))
    const connectTo = { host: '127.0.0.1', port }
    const ask = (url: string, tls: object): Promise<number> =>
      peers
        .client({ tls })
        .send({ method: 'GET', url, connectTo, maxBytes })
        .then(({ status }) => status)
    const ca = authority.cert
    expect(await ask('https://web.team.svc/', { ca })).toBe(200)
    expect(await ask('https://web.team.svc/', { ca: leaf.cert })).toBe(200)
    expect(await ask('https://127.0.0.1/', { ca, serverName: 'web.team.svc' })).toBe(200)
    expect(await ask('https://other.dev/', { insecureSkipVerify: true })).toBe(200)
    await expect(ask('https://other.dev/', { ca })).rejects.toMatchObject({ code: 'ERR_TLS_CERT_ALTNAME_INVALID' })
    await expect(ask('https://web.team.svc/', {})).rejects.toMatchObject({ reason: 'connection' })
  })

  it('shows the client certificate', async () => {
    const authority = await issue([])
    const leaf = await issue(['localhost'], authority)
    const client = await issue(['jane'], authority)
    const { port } = await peers.serveTls({ ...leaf, ca: authority.cert, requestCert: true }, (request, response) => {
      const { subject } = (request.socket as import('node:tls').TLSSocket).getPeerCertificate()
      response.end(subject.CN)
    })
    const tls = { ca: authority.cert, cert: client.cert, key: client.key }
    const reply = await peers.client({ tls }).send({ method: 'GET', url: `https://localhost:${port}/`, maxBytes })
    expect(reply.body.toString()).toBe('jane')
  })

  it('reads its authority in a turn of the event loop of its own, once', async () => {
    let turns = 0
    const clock: Clock = {
      ...systemClock,
      soon(callback) {
        turns++
        systemClock.soon(callback)
      },
    }
    const leaf = await issue(['localhost'])
    const { port } = await peers.serveTls(leaf, (_, response) => void response.end('ok'))
    const client = peers.client({ clock, tls: { ca: leaf.cert } })
    const turnsOfRequest = async (): Promise<number> => {
      turns = 0
      await client.send({ method: 'GET', url: `https://localhost:${port}/`, maxBytes })
      return turns
    }
    const first = await turnsOfRequest()
    // The turn before it, and that after it.
    expect(await turnsOfRequest()).toBe(first - 2)
  })

  it('fails at once where the key is none, and leaves no timer', async () => {
    const clock = createFakeClock()
    const client = peers.client({ clock, tls: { cert: 'none', key: 'none' } })
    const request = { method: 'POST', url: 'https://127.0.0.1:1/', timeoutMs: 100, maxBytes }
    await expect(client.send(request)).rejects.toMatchObject({ reason: 'invalid-request' })
    expect(clock.pending).toBe(0)
  })
})

describe('a client', () => {
  it('that is closed ends what is idle, and lets what is under way end', async () => {
    const asked = signal()
    const answered = signal()
    const { server, url } = await peers.serve(async (request, response) => {
      if (request.url === '/idle') return void response.end()
      asked.resolve()
      await answered.promise
      response.end('late')
    })
    const client = peers.client()
    await client.send({ method: 'POST', url: `${url}idle`, maxBytes })
    const reply = client.send({ method: 'POST', url, maxBytes })
    await asked.promise
    client.close()
    answered.resolve()
    expect((await reply).body.toString()).toBe('late')
    expect((await client.send({ method: 'POST', url: `${url}idle`, maxBytes })).status).toBe(200)
    // Nothing is kept open: the server closes by itself.
    await new Promise<void>((resolve) => void server.close(() => resolve()))
  })

  it('that is destroyed ends what is under way', async () => {
    const asked = signal()
    const { url } = await peers.serve((request, response) => {
      if (request.url === '/stream') response.write('a')
      else asked.resolve()
    })
    const client = peers.client()
    const stream = await client.open({ method: 'GET', url: `${url}stream` })
    const waiting = client.send({ method: 'GET', url, maxBytes })
    await asked.promise
    client.destroy()
    await expect(waiting).rejects.toMatchObject({ reason: 'closed', message: 'the client has been closed' })
    await expect(text(stream.body)).rejects.toThrow('the client has been closed')
  })
})

describe('a pool of clients', () => {
  it('has one client for each set of TLS settings, and closes the least recently used beyond its limit', async () => {
    const { url, server } = await peers.serve((_, response) => void response.end())
    using pool = createHttpClientPool({ maxClients: 2 })
    const [a, b, c] = [{}, { insecureSkipVerify: true }, { serverName: 'c' }]
    const first = pool.client(a)
    await first.send({ method: 'GET', url, maxBytes })
    expect(pool.client(a)).toBe(first)
    expect(pool.client(b)).not.toBe(first)
    expect(pool.client(c)).not.toBe(first)
    expect(pool.client(a)).not.toBe(first)
    // The connection of the client that was closed is not kept.
    await new Promise<void>((resolve) => void server.close(() => resolve()))
  })

  it('keeps no connections once it is disposed', async () => {
    const { url, server } = await peers.serve((_, response) => void response.end())
    const pool = createHttpClientPool({ maxClients: 2 })
    const client = pool.client({})
    pool[Symbol.dispose]()
    for (const either of [client, pool.client({})]) {
      expect((await either.send({ method: 'GET', url, maxBytes })).status).toBe(200)
    }
    await new Promise<void>((resolve) => void server.close(() => resolve()))
  })
})
