import type { ServerResponse } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { deflateRawSync, deflateSync, gunzipSync, gzipSync, inflateRawSync } from 'node:zlib'
import { eventually } from '@pinnace/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ask, startTarget, type LocalTarget } from './support/local-target.ts'
import { startSimulatedPod, type SimulatedPodServer } from './support/simulated-pod.ts'

const proxy = '/api/v1/namespaces/default/pods/web/proxy'
const page = '<a href="/x">é</a><a href="http://10.244.0.1:8080/y"><a href="http://front.example/z">'
const rewritten = `<a href="${proxy}/x">é</a><a href="${proxy}/y"><a href="http://front.example${proxy}/z">`

describe('replies of proxied targets', () => {
  let started: SimulatedPodServer
  let target: LocalTarget
  let answer: (response: ServerResponse) => void = (response) => void response.end()

  beforeAll(async () => {
    started = await startSimulatedPod()
    target = await startTarget(started, (_request, response) => answer(response))
  })

  afterAll(async () => {
    target[Symbol.dispose]()
    await started[Symbol.asyncDispose]()
  })

  function answerWith(body: string | Uint8Array, headers: Record<string, string>, status = 200): void {
    answer = (response) =>
      void response.writeHead(status, { 'content-length': Buffer.byteLength(body), ...headers }).end(body)
  }

  const host = { host: 'front.example' }

  it('have the links of their HTML rewritten, and then no length', async () => {
    for (const type of ['text/html', 'text/html; charset=utf-8', 'text/html ;x']) {
      answerWith(page, { 'content-type': type })
      const { status, headers, body } = await ask(started, `${proxy}/a/b`, { headers: host })
      expect([status, headers['content-type'], headers['content-length']]).toEqual([200, type, undefined])
      expect(body.toString()).toBe(rewritten)
    }
  })

  it('are passed on as they are if they are not HTML', async () => {
    for (const type of ['Text/HTML', 'application/xhtml+xml', 'text/plain', 'text/html5']) {
      answerWith(page, { 'content-type': type })
      const { headers, body } = await ask(started, `${proxy}/`, { headers: host })
      expect([headers['content-length'], body.toString()]).toEqual([String(Buffer.byteLength(page)), page])
    }
  })

  it.each([
    ['gzip', gzipSync, gunzipSync],
    ['deflate', deflateRawSync, inflateRawSync],
  ])('are decompressed and compressed again: %s', async (encoding, encode, decode) => {
    answerWith(encode(page), { 'content-type': 'text/html', 'content-encoding': encoding })
    const { headers, body } = await ask(started, `${proxy}/`, { headers: host })
    expect([headers['content-encoding'], headers['content-length']]).toEqual([encoding, undefined])
    expect(decode(body).toString()).toBe(rewritten)
  })

  it('are passed on as they are in another encoding', async () => {
    for (const encoding of ['br', 'identity', 'gzip, gzip']) {
      answerWith(page, { 'content-type': 'text/html', 'content-encoding': encoding })
      const { headers, body } = await ask(started, `${proxy}/`, { headers: host })
      expect([headers['content-encoding'], body.toString()]).toEqual([encoding, page])
      expect(headers['content-length']).toBe(String(Buffer.byteLength(page)))
    }
  })

  it('are broken off if they cannot be decompressed', async () => {
    for (const [encoding, body] of [
      ['gzip', Buffer.from(page)],
      ['gzip', gzipSync(page).subarray(0, 30)],
      ['deflate', deflateSync(page)],
    ] as const) {
      answerWith(body, { 'content-type': 'text/html', 'content-encoding': encoding })
      await expect(ask(started, `${proxy}/`)).rejects.toThrow(/aborted|hang up|terminated/)
    }
  })

  it('have no body for HEAD and 304, in any encoding', async () => {
    answer = (response) =>
      void response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' }).end()
    const head = await ask(started, `${proxy}/`, { method: 'HEAD' })
    expect([head.status, head.headers['content-encoding'], head.body.length]).toEqual([200, 'gzip', 0])
    answer = (response) =>
      void response.writeHead(304, { 'content-type': 'text/html', 'content-encoding': 'gzip' }).end()
    expect(await ask(started, `${proxy}/`)).toMatchObject({ status: 304, body: Buffer.alloc(0) })
  })

  it('have their redirects rewritten, and then not their HTML', async () => {
    for (const [location, expected] of [
      ['/x', `${proxy}/x`],
      ['x', 'x'],
      ['https://10.244.0.1:8080/x/?a=b', `${proxy}/x/?a=b`],
      ['http://front.example/x', `http://front.example${proxy}/x`],
      ['http://other.example/x', 'http://other.example/x'],
      [`${proxy}/x`, `${proxy}/x`],
    ] as const) {
      for (const status of [200, 302]) {
        answerWith(page, { location, 'content-type': 'text/html' }, status)
        const reply = await ask(started, `${proxy}/`, { headers: host })
        expect([reply.status, reply.headers['location'], reply.body.toString()]).toEqual([status, expected, page])
      }
    }
  })

  it('are 500 if their redirect is no URL', async () => {
    answerWith('', { location: '/x%zz' }, 302)
    const { status, body } = await ask(started, `${proxy}/`)
    expect(status).toBe(500)
    expect(JSON.parse(body.toString())).toMatchObject({
      reason: 'InternalError',
      message:
        'Internal error occurred: error trying to parse Location header: parse "/x%zz": invalid URL escape "%zz"',
    })
  })

  it('do not allow other origins', async () => {
    answerWith('', {
      'access-control-allow-origin': '*',
      'access-control-allow-credentials': 'true',
      'access-control-allow-headers': 'x',
      'access-control-allow-methods': 'GET',
      'access-control-expose-headers': 'x',
    })
    const { headers } = await ask(started, `${proxy}/`)
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([
      'access-control-expose-headers',
    ])
  })

  it.each(['', 'gzip'])('are sent while they arrive, encoding %j', async (encoding) => {
    const isCompressed = encoding !== ''
    let more = (): void => {}
    answer = (response) => {
      response.writeHead(200, {
        'content-type': 'text/html',
        ...(isCompressed ? { 'content-encoding': encoding } : {}),
      })
      // Two members of gzip are one document.
      const send = (text: string): void => void response.write(isCompressed ? gzipSync(text) : text)
      send('<a href=/one>')
      more = () => {
        send('<a href=/two>')
        response.end()
      }
    }
    const received: Buffer[] = []
    let hasEnded = false
    const { url, ca } = started.listening
    httpsRequest(`${url}${proxy}/`, { ca, agent: false }, (reply) => {
      reply.on('data', (chunk: Buffer) => received.push(chunk))
      reply.on('end', () => (hasEnded = true))
    }).end()
    const text = (): string => {
      const bytes = Buffer.concat(received)
      if (!isCompressed) return bytes.toString()
      return bytes.length === 0 ? '' : gunzipSync(bytes, { finishFlush: 2 }).toString()
    }
    await eventually(text, `<a href="${proxy}/one">`)
    more()
    await eventually(() => hasEnded, true)
    expect(text()).toBe(`<a href="${proxy}/one"><a href="${proxy}/two">`)
  })

  it.each(['', 'deflate'])('are read as fast as the client reads, encoding %j', async (encoding) => {
    const piece = Buffer.from(`<a href="/x">${'y'.repeat(65_536)}`)
    let sent = 0
    answer = (response) => {
      response.writeHead(200, {
        'content-type': 'text/html',
        ...(encoding === '' ? {} : { 'content-encoding': encoding }),
      })
      // Stored blocks: the bytes that are sent are those of the text.
      const part = encoding === '' ? piece : deflateRawSync(piece, { level: 0, finishFlush: 2 })
      const send = (): void => {
        while (sent < 64 * 1024 * 1024 && !response.destroyed) {
          sent += part.length
          if (!response.write(part)) return void response.once('drain', send)
        }
        response.end()
      }
      send()
    }
    const { url, ca } = started.listening
    const request = httpsRequest(`${url}${proxy}/`, { ca, agent: false }, (reply) => reply.pause())
    request.on('error', () => {})
    request.end()
    if (encoding === '') {
      await eventually(async () => {
        const before = sent
        await new Promise((resolve) => setTimeout(resolve, 150))
        return sent > 0 && sent === before
      }, true)
      expect(sent).toBeLessThan(32 * 1024 * 1024)
    } else {
      await eventually(() => sent > 0, true)
    }
    request.destroy()
  })
})
