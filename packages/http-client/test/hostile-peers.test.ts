// What a peer may do wrong, by accident or not. Each ends in an error that says what it was, within the limits.
import { text } from 'node:stream/consumers'
import { createFakeClock } from '@pinnace/testing'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { formatConnectionError, HttpClientError } from '../src/index.ts'
import { issue } from './support/certificates.ts'
import { createPeers, signal, type Peers } from './support/peers.ts'

let peers: Peers
beforeEach(() => {
  peers = createPeers()
})
afterEach(() => peers[Symbol.asyncDispose]())

const maxBytes = 1000
const ok = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok'

async function failureOf(promise: Promise<unknown>): Promise<HttpClientError> {
  const error: unknown = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(error instanceof HttpClientError)) throw new Error(`no HttpClientError: ${String(error)}`)
  return error
}

describe('a peer that is slow', () => {
  it.each([
    ['answers nothing', ''],
    ['stops within its headers', 'HTTP/1.1 200 OK\r\nx-a: '],
    ['stops within its body', 'HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nhalf'],
    ['stops between chunks', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n2\r\nok\r\n'],
  ])('and %s is given up after the time limit', async (_, bytes) => {
    const clock = createFakeClock()
    const written = signal()
    const closed = signal()
    const { url } = await peers.serveRaw((socket) => {
      socket.once('close', () => closed.resolve())
      socket.once('data', () => socket.write(bytes, () => written.resolve()))
    })
    const sent = failureOf(peers.client({ clock }).send({ method: 'GET', url, timeoutMs: 5000, maxBytes }))
    await written.promise
    await clock.advance(2500)
    await clock.advance(2500)
    expect(await sent).toMatchObject({ reason: 'timeout', code: 'ETIMEDOUT' })
    await closed.promise
    expect(clock.pending).toBe(0)
  })
})

describe('a peer that sends too much', () => {
  it('is cut off once its body is longer than the limit', async () => {
    const closed = signal()
    const { url } = await peers.serve((_, response) => {
      response.once('close', closed.resolve)
      const more = (): void => {
        while (response.write('x'.repeat(4096))) if (response.destroyed) return
        response.once('drain', more)
      }
      more()
    })
    const failure = await failureOf(peers.client().send({ method: 'GET', url, maxBytes }))
    expect(failure).toMatchObject({ reason: 'reply-too-long', message: 'the reply is longer than 1000 bytes' })
    await closed.promise
  })

  it('is cut off where its headers are too long', async () => {
    const { url } = await peers.serveRaw((socket) => {
      socket.once('data', () => socket.write(`HTTP/1.1 200 OK\r\nx-a: ${'x'.repeat(100_000)}\r\n\r\n`))
    })
    const failure = await failureOf(peers.client().send({ method: 'GET', url, maxBytes }))
    expect(failure).toMatchObject({ reason: 'connection', code: 'HPE_HEADER_OVERFLOW' })
  })
})

describe('a peer that breaks off', () => {
  it.each([
    ['before its headers', '', 'EOF'],
    ['within its headers', 'HTTP/1.1 200 OK\r\nx-a: ', 'EOF'],
    ['within its body', 'HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nhalf', 'unexpected EOF'],
    ['between chunks', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n2\r\nok\r\n', 'unexpected EOF'],
  ])('%s is an error, however it does so, and is asked once', async (_, bytes, words) => {
    for (const end of ['end', 'resetAndDestroy'] as const) {
      const { url, sockets } = await peers.serveRaw((socket) => {
        socket.once('data', () => socket.write(bytes, () => setTimeout(() => socket[end](), 5)))
      })
      const failure = await failureOf(peers.client().send({ method: 'GET', url, maxBytes }))
      expect(failure).toMatchObject({ reason: 'connection', wasStale: false })
      if (end === 'end') expect(formatConnectionError(failure)).toBe(words)
      expect(sockets).toHaveLength(1)
    }
  })

  it('within a streamed body is an error of its reader', async () => {
    const { url, sockets } = await peers.serveRaw((socket) => {
      socket.once('data', () => socket.write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n2\r\nok\r\n'))
    })
    const reply = await peers.client().open({ method: 'GET', url })
    const body = failureOf(text(reply.body))
    sockets[0]?.destroy()
    expect(await body).toMatchObject({ reason: 'connection', code: 'ECONNRESET', message: 'aborted' })
    await reply.closed
  })
})

describe('a body whose connection broke before it was read', () => {
  it.each(['read whole', 'streamed'])('is an error where it is %s, not a short body', async (how) => {
    const { url, sockets } = await peers.serveRaw((socket) => {
      socket.once('data', () => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nhalf'))
    })
    const reply = await peers.client().open({ method: 'GET', url })
    sockets[0]?.resetAndDestroy()
    await reply.closed
    const failure = await failureOf(how === 'streamed' ? text(reply.body) : reply.readBody({ maxBytes }))
    expect(failure).toMatchObject({ reason: 'connection', message: 'aborted' })
  })
})

describe('a peer that speaks something else', () => {
  it.each([
    ['no HTTP', 'SSH-2.0-OpenSSH_9.9\r\n'],
    ['two lengths', 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\ncontent-length: 3\r\n\r\nok'],
    ['a length and chunks', 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\ntransfer-encoding: chunked\r\n\r\nok'],
    ['an unexpected upgrade', 'HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'],
  ])('%s is an error', async (_, bytes) => {
    const { url } = await peers.serveRaw((socket) => void socket.once('data', () => socket.write(bytes)))
    expect(await failureOf(peers.client().send({ method: 'GET', url, maxBytes }))).toMatchObject({
      reason: 'connection',
    })
  })

  it('is an error where it speaks no TLS, or its certificate is another’s', async () => {
    const plain = await peers.serve((_, response) => void response.end())
    const client = peers.client()
    const send = (port: number): Promise<HttpClientError> =>
      failureOf(client.send({ method: 'GET', url: `https://localhost:${port}/`, maxBytes }))
    expect((await send(plain.port)).reason).toBe('connection')
    const leaf = await issue(['localhost'], await issue([]))
    const { port } = await peers.serveTls(leaf, (_, response) => void response.end())
    const failure = await send(port)
    expect(failure.reason).toBe('connection')
    expect(formatConnectionError(failure)).toBe(
      'tls: failed to verify certificate: x509: certificate signed by unknown authority',
    )
  })

  it('is an error where nothing listens', async () => {
    const { url, server, port } = await peers.serve(() => {})
    await new Promise((resolve) => void server.close(resolve))
    const failure = await failureOf(peers.client().send({ method: 'GET', url, maxBytes }))
    expect(failure).toMatchObject({ reason: 'connection', code: 'ECONNREFUSED' })
    expect(formatConnectionError(failure)).toBe(`dial tcp 127.0.0.1:${port}: connect: connection refused`)
  })
})

describe('a kept connection that the server closes', () => {
  it('before a request is sent does not fail it, whatever its method', async () => {
    const bodies: string[] = []
    const { server, url } = await peers.serve(async (request, response) => {
      bodies.push(await text(request))
      response.end('ok')
    })
    const client = peers.client()
    for (const body of ['a', 'b', 'c', 'd', 'e']) {
      expect((await client.send({ method: 'POST', url, body, maxBytes })).body.toString()).toBe('ok')
      // The client has not read yet that the connection is closed.
      server.closeAllConnections()
    }
    expect(bodies).toEqual(['a', 'b', 'c', 'd', 'e'])
  })

  /** Answers the first request of every connection, and closes at the second, which it has received. */
  const answerOnce = (requests: string[]): Parameters<Peers['serveRaw']>[0] => {
    return (socket) => {
      let count = 0
      socket.on('data', (chunk) => {
        requests.push(chunk.toString().split(' ')[0] ?? '')
        if (++count === 1) socket.write(ok)
        else socket.destroy()
      })
    }
  }

  it('after a request that only reads was sent has it sent again, over another connection', async () => {
    const requests: string[] = []
    const { url, sockets } = await peers.serveRaw(answerOnce(requests))
    const client = peers.client()
    for (const method of ['GET', 'GET', 'OPTIONS']) {
      expect((await client.send({ method, url, maxBytes })).body.toString()).toBe('ok')
    }
    expect(requests).toEqual(['GET', 'GET', 'GET', 'OPTIONS', 'OPTIONS'])
    expect(sockets).toHaveLength(3)
  })

  it('after a request that writes was sent fails it: it may have been done', async () => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      const requests: string[] = []
      const { url } = await peers.serveRaw(answerOnce(requests))
      const client = peers.client()
      await client.send({ method: 'GET', url, maxBytes })
      const failure = await failureOf(client.send({ method, url, body: 'x', maxBytes }))
      expect(failure).toMatchObject({ reason: 'connection', code: 'ECONNRESET', wasStale: true })
      expect(requests).toEqual(['GET', method])
    }
  })

  it('within the reply of a request that only reads fails it', async () => {
    const requests: string[] = []
    const { url } = await peers.serveRaw((socket) => {
      socket.on('data', () => {
        requests.push('GET')
        if (requests.length === 1) socket.write(ok)
        else socket.end('HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nhalf')
      })
    })
    const client = peers.client()
    await client.send({ method: 'GET', url, maxBytes })
    expect(await failureOf(client.send({ method: 'GET', url, maxBytes }))).toMatchObject({ message: 'aborted' })
    expect(requests).toHaveLength(2)
  })

  it('again and again is given up', async () => {
    // Many kept connections, each of which is closed at its second request.
    const requests: string[] = []
    const { url } = await peers.serveRaw(answerOnce(requests))
    const client = peers.client({ maxIdleConnections: 50 })
    await Promise.all(Array.from({ length: 30 }, () => client.send({ method: 'GET', url, maxBytes })))
    requests.length = 0
    const failure = await failureOf(client.send({ method: 'GET', url, maxBytes }))
    expect(failure).toMatchObject({ wasStale: true, code: 'ECONNRESET' })
    expect(requests).toHaveLength(11)
  })
})
