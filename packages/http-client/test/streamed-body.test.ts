import { text } from 'node:stream/consumers'
import { createFakeClock, eventually } from '@pinnace/testing'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createPeers, type Peers } from './support/peers.ts'

let peers: Peers
beforeEach(() => {
  peers = createPeers()
})
afterEach(() => peers[Symbol.asyncDispose]())

const idleTimeoutMs = 10_000
const piece = Buffer.alloc(64 * 1024, 'x')

describe('a streamed body', () => {
  for (const method of ['POST', 'DELETE', 'GET']) {
    it(`is sent in chunks with ${method}, with its length if that is known`, async () => {
      const seen: unknown[] = []
      const { url } = await peers.serve(async (request, response) => {
        const { 'content-length': length, 'transfer-encoding': encoding } = request.headers
        seen.push(length, encoding, await text(request))
        response.end()
      })
      const client = peers.client()
      for (const [byteLength, headers] of [[undefined, {}] as const, [2, ['Host', 'example.dev']] as const]) {
        const body = { chunks: chunksOf('a', 'b'), byteLength, idleTimeoutMs }
        await client.send({ method, url, headers, body, maxBytes: 10 })
      }
      expect(seen).toEqual([undefined, 'chunked', 'ab', '2', undefined, 'ab'])
    })
  }

  it('waits for a server that does not read', async () => {
    let isReading = (): void => {}
    const { url } = await peers.serve(async (request, response) => {
      await new Promise<void>((resolve) => (isReading = resolve))
      let received = 0
      for await (const chunk of request as AsyncIterable<Buffer>) received += chunk.length
      response.end(String(received))
    })
    let given = 0
    const total = 1024
    async function* source(): AsyncGenerator<Uint8Array> {
      for (; given < total; given++) yield piece
    }
    const body = { chunks: source(), idleTimeoutMs }
    const reply = peers.client().send({ method: 'POST', url, body, maxBytes: 100 })
    await eventually(async () => {
      const before = given
      await new Promise((resolve) => setTimeout(resolve, 100))
      return given > 0 && given === before
    }, true)
    // The buffers of the kernel, of 64 MiB.
    expect(given).toBeLessThan(total / 2)
    isReading()
    expect(String((await reply).body)).toBe(String(total * piece.length))
  })

  it('is left where the reply ends before it', async () => {
    let isLeft = false
    async function* source(): AsyncGenerator<Uint8Array> {
      try {
        for (;;) {
          yield Buffer.from('more')
          await new Promise((resolve) => setTimeout(resolve, 5))
        }
      } finally {
        isLeft = true
      }
    }
    const { url } = await peers.serve((_request, response) => void response.writeHead(413).end('too large'))
    const body = { chunks: source(), idleTimeoutMs }
    const reply = await peers.client().send({ method: 'POST', url, body, maxBytes: 100 })
    expect([reply.status, String(reply.body)]).toEqual([413, 'too large'])
    await eventually(() => isLeft, true)
  })

  it('breaks the request off where its source fails', async () => {
    let wasAborted = false
    const { url } = await peers.serve((request) => {
      request.on('error', () => (wasAborted = true))
      request.resume()
    })
    async function* source(): AsyncGenerator<Uint8Array> {
      yield piece
      throw new Error('the client is gone')
    }
    const body = { chunks: source(), idleTimeoutMs }
    await expect(peers.client().open({ method: 'POST', url, body })).rejects.toThrow('the client is gone')
    await eventually(() => wasAborted, true)
  })

  it('breaks the request off where nothing moves for as long as it may', async () => {
    const clock = createFakeClock()
    let arrived = 0
    const { url } = await peers.serve((request) => {
      request.on('error', () => undefined)
      request.on('data', () => arrived++)
    })
    let giveNext = (): void => {}
    async function* source(): AsyncGenerator<Uint8Array> {
      for (;;) {
        yield Buffer.from('more')
        await new Promise<void>((resolve) => (giveNext = resolve))
      }
    }
    const body = { chunks: source(), idleTimeoutMs }
    const reply = peers.client({ clock }).open({ method: 'POST', url, body })
    reply.catch(() => undefined)
    for (let round = 1; round < 4; round++) {
      await eventually(() => arrived, round)
      await clock.advance(idleTimeoutMs - 1)
      giveNext()
    }
    await eventually(() => arrived, 4)
    await clock.advance(idleTimeoutMs)
    await expect(reply).rejects.toThrow('the request body was not sent in time')
  })
})

async function* chunksOf(...texts: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const one of texts) yield Buffer.from(one)
}
