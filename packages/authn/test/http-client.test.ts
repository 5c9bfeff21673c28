import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { systemClock } from '@pinnace/meta'
import { createFakeClock } from '@pinnace/testing'
import { afterEach, describe, expect, it } from 'vitest'
import { createHttpClient, type HttpClient, type HttpClientOptions } from '../src/index.ts'

const servers: Server[] = []
const clients: HttpClient[] = []

afterEach(async () => {
  for (const client of clients.splice(0)) client.close()
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    await new Promise<void>((resolve) => void server.close(() => resolve()))
  }
})

async function serve(listener: RequestListener): Promise<{ readonly server: Server; readonly url: string }> {
  const server = createServer(listener)
  servers.push(server)
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` }
}

function client(over: Partial<HttpClientOptions> = {}): HttpClient {
  const made = createHttpClient({ timeoutMs: 1e6, maxBytes: 1000, maxPending: 5, clock: systemClock, ...over })
  clients.push(made)
  return made
}

describe('a client', () => {
  it('ends an exchange at its own timeout, before that of the client', async () => {
    const clock = createFakeClock()
    let isAsked = (): void => {}
    const asked = new Promise<void>((resolve) => (isAsked = resolve))
    const { url } = await serve(() => isAsked())
    const reply = client({ clock })({ method: 'POST', url, body: 'x', timeoutMs: 100 })
    const settled = reply.catch((error: Error) => error.message)
    await asked
    await clock.advance(100)
    expect(await settled).toMatch(/^no reply from .* in time$/)
  })

  it('ends an exchange whose signal is aborted, before or meanwhile', async () => {
    const controller = new AbortController()
    let isEnded = (): void => {}
    const ended = new Promise<void>((resolve) => (isEnded = resolve))
    const { url } = await serve((_, response) => {
      response.on('close', isEnded)
      controller.abort(new Error('gone'))
    })
    const { signal } = controller
    await expect(client()({ method: 'POST', url, signal })).rejects.toThrow('gone')
    await ended
    await expect(client()({ method: 'POST', url, signal })).rejects.toThrow('gone')
  })

  it('sends again what met a connection that the other side had closed', async () => {
    const bodies: string[] = []
    const { server, url } = await serve((request, response) => {
      let body = ''
      request.on('data', (chunk) => (body += chunk))
      request.on('end', () => {
        bodies.push(body)
        response.end('ok')
      })
    })
    const send = client()
    for (const body of ['a', 'b', 'c']) {
      expect((await send({ method: 'POST', url, body })).body.toString()).toBe('ok')
      server.closeAllConnections()
    }
    expect(bodies).toEqual(['a', 'b', 'c'])
  })

  it('does not send again what met a connection of its own', async () => {
    let count = 0
    const { url } = await serve((request) => {
      count++
      request.socket.destroy()
    })
    await expect(client()({ method: 'POST', url })).rejects.toThrow('socket hang up')
    expect(count).toBe(1)
  })

  it('whose key is none fails at once and leaves no timer', async () => {
    const clock = createFakeClock()
    const tls = { cert: 'none', key: 'none' }
    const reply = client({ clock, tls })({ method: 'POST', url: 'https://127.0.0.1:1/' })
    await expect(reply).rejects.toThrow()
    expect(clock.pending).toBe(0)
  })

  it('that is closed ends what is idle and lets end what is not', async () => {
    let isAsked = (): void => {}
    const asked = new Promise<void>((resolve) => (isAsked = resolve))
    let answer = (): void => {}
    const { server, url } = await serve((request, response) => {
      if (request.url === '/idle') return void response.end()
      answer = () => void response.end('late')
      isAsked()
    })
    const send = client()
    await send({ method: 'POST', url: `${url}idle` })
    const reply = send({ method: 'POST', url })
    await asked
    send.close()
    answer()
    expect((await reply).body.toString()).toBe('late')
    // Nothing is kept open: the server closes by itself.
    await new Promise<void>((resolve) => void server.close(() => resolve()))
  })
})
