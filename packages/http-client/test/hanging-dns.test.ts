import { promises } from 'node:dns'
import { createFakeClock } from '@pinnace/testing'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { HttpClientError } from '../src/index.ts'
import { createPeers, type Peers } from './support/peers.ts'

const maxBytes = 1_000
let peers: Peers
beforeEach(() => {
  peers = createPeers()
})
afterEach(async () => {
  vi.restoreAllMocks()
  await peers[Symbol.asyncDispose]()
})

describe('while the resolver of the system does not answer', () => {
  const hang = () => vi.spyOn(promises, 'lookup').mockReturnValue(new Promise<never>(() => {}))

  it('a request fails at its time limit', async () => {
    const lookup = hang()
    const clock = createFakeClock()
    const request = { method: 'GET', url: 'http://hangs.example/', timeoutMs: 500, maxBytes }
    const failure = peers
      .client({ clock })
      .send(request)
      .catch((error: HttpClientError) => error)
    await vi.waitFor(() => expect(lookup).toHaveBeenCalledWith('hangs.example', { all: true }))
    await clock.advance(500)
    expect(await failure).toMatchObject({ reason: 'timeout' })
  })

  it('a request to a name that can be resolved without it is answered after a second', async () => {
    const lookup = hang()
    const clock = createFakeClock()
    const { port } = await peers.serve((_, response) => void response.end('ok'))
    const request = { method: 'GET', url: `http://localhost:${port}/`, timeoutMs: 30_000, maxBytes }
    const reply = peers.client({ clock }).send(request)
    await vi.waitFor(() => expect(lookup).toHaveBeenCalledOnce())
    await clock.advance(1_000)
    expect((await reply).status).toBe(200)
  })
})
