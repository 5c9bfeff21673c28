import { createServer as createHttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { createServer, type Server, type ServerListening } from '@pinnace/server'
import { createFakeClock, eventually } from '@pinnace/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSpdy, openWebSocket } from './support/upgrade.ts'

describe('connections to pods that no node runs', () => {
  const clock = createFakeClock(new Date().toISOString())
  let server: Server
  let listening: ServerListening

  beforeAll(async () => {
    server = await createServer({ vocabulary: 'kubernetes', preset: 'testing', clock })
    listening = await server.listen()
    await server.client({ apiVersion: 'v1', kind: 'Node' }).create({
      metadata: { name: 'node-1' },
      status: { nodeInfo: { containerRuntimeVersion: 'simulated://1.0' } },
    } as never)
    await createPod('web', { 'simulate.pinnace.dev/logs': 'hello\n@1h later' })
  })

  afterAll(() => server.close({ graceMs: 0 }))

  async function createPod(name: string, annotations: Record<string, string> = {}): Promise<void> {
    const pods = server.client({ apiVersion: 'v1', kind: 'Pod' }).namespace('default')
    const containers = [{ name: 'main', image: 'example.dev/main', ports: [{ containerPort: 8080 }] }]
    const pod = await pods.create({
      metadata: { name, annotations },
      spec: { nodeName: 'node-1', containers },
    } as never)
    const startedAt = new Date(clock.now()).toISOString()
    const status = {
      phase: 'Running',
      podIP: '10.244.0.1',
      podIPs: [{ ip: '10.244.0.1' }],
      containerStatuses: [
        { name: 'main', ready: true, restartCount: 0, image: 'i', imageID: 'i', state: { running: { startedAt } } },
      ],
    }
    await pods.updateStatus({ ...pod, status } as never)
  }

  const base = '/api/v1/namespaces/default/pods'

  async function log(query: string, name = 'web'): Promise<string> {
    const reply = await server.fetch(new Request(`http://server${base}/${name}/log${query}`))
    return reply.text()
  }

  it('shows the log that the annotation of a pod scripts, and what is written to it', async () => {
    expect(await log('')).toBe('hello\n')
    server.pods.log({ namespace: 'default', name: 'web' }, 'one\ntwo\n')
    expect(await log('')).toBe('hello\none\ntwo\n')
    expect(await log('?tailLines=1')).toBe('two\n')
    expect(await log('?limitBytes=7')).toBe('hello\no')
    expect(await log('?timestamps=true&tailLines=1')).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{9}Z two\n$/)
    expect(await log('?previous=true')).toContain('previous terminated container \\"main\\" in pod \\"web\\" not found')
  })

  it('follows a log until the pod is deleted', async () => {
    await createPod('followed')
    const reply = await server.fetch(new Request(`http://server${base}/followed/log?follow=true`))
    const reader = (reply.body as ReadableStream<Uint8Array>).getReader()
    server.pods.log({ namespace: 'default', name: 'followed', container: 'main' }, 'now')
    expect(Buffer.from((await reader.read()).value ?? []).toString()).toBe('now\n')
    const pods = server.client({ apiVersion: 'v1', kind: 'Pod' }).namespace('default')
    await pods.delete('followed', { gracePeriodSeconds: 0 })
    let hasEnded = false
    void reader.read().then(({ done }) => (hasEnded = done))
    await eventually(() => {
      clock.advance(1000)
      return hasEnded
    }, true)
  })

  it('runs a command with the function that matches the pod', async () => {
    using _ = server.pods.onExec({ name: 'web' }, async (stdin, stdout, { command, container }) => {
      stdout.write(`${container}: ${command.join(' ')} ${await text(stdin)}`)
      return 0
    })
    const client = await openSpdy(listening, `${base}/web/exec?command=ls&stdin=true&stdout=true`, 'v4.channel.k8s.io')
    const error = await client.open({ streamType: 'error' })
    const stdin = await client.open({ streamType: 'stdin' })
    const stdout = await client.open({ streamType: 'stdout' })
    stdin.end('input')
    expect(await text(stdout)).toBe('main: ls input')
    expect(JSON.parse(await text(error))).toEqual({ metadata: {}, status: 'Success' })
    await client.closed
  })

  it('tells the client why a command has failed', async () => {
    const webSocket = await openWebSocket(listening, `${base}/web/exec?command=ls&stdout=true`, 'v5.channel.k8s.io')
    await eventually(() => webSocket.frames.some(({ opcode }) => opcode === 8), true)
    const status = webSocket.frames.find(({ payload }) => payload[0] === 3)?.payload.subarray(1)
    expect(JSON.parse(String(status))).toMatchObject({
      reason: 'InternalError',
      message: expect.stringContaining('answer commands with server.pods.onExec'),
    })
  })

  it('aborts a command whose client is gone', async () => {
    let signal: AbortSignal | undefined
    using _ = server.pods.onAttach({ name: 'web' }, async (_stdin, _stdout, session) => {
      signal = session.signal
      await new Promise((resolve) => session.signal.addEventListener('abort', resolve))
    })
    const webSocket = await openWebSocket(listening, `${base}/web/attach?stdout=true`, 'v5.channel.k8s.io')
    await eventually(() => signal !== undefined, true)
    webSocket.connection.destroy()
    await eventually(() => signal?.aborted, true)
  })

  it('forwards a port of a pod to a port of this machine, over the channels of a WebSocket too', async () => {
    const target = createHttpServer((request, response) => response.end(`served ${request.url}`))
    await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve))
    const { port } = target.address() as AddressInfo
    using _ = server.pods.onPortForward({ name: 'web' }, { port })
    const get = 'GET /a HTTP/1.0\r\nHost: web\r\n\r\n'
    const client = await openSpdy(listening, `${base}/web/portforward`, 'portforward.k8s.io')
    await client.open({ streamType: 'error', port: '80', requestID: '1' })
    const data = await client.open({ streamType: 'data', port: '80', requestID: '1' })
    data.end(get)
    expect(await text(data)).toContain('served /a')
    const webSocket = await openWebSocket(listening, `${base}/web/portforward?ports=80`, 'v4.channel.k8s.io')
    webSocket.send(Buffer.from(`\0${get}`))
    const received = (): string => webSocket.frames.map(({ payload }) => String(payload.subarray(1))).join('')
    await eventually(() => received().includes('served /a'), true)
    const reply = await server.fetch(new Request(`http://server${base}/web/proxy/b?c=d`))
    expect(await reply.text()).toBe('served /b?c=d')
    const root = await server.fetch(new Request(`http://server${base}/web/proxy`, { redirect: 'manual' }))
    expect([root.status, root.headers.get('location')]).toEqual([301, `${base}/web/proxy/`])
    client.destroy()
    webSocket.connection.destroy()
    target.close()
  })

  it('lets a host answer for every pod', async () => {
    await using own = Object.assign(
      await createServer({
        vocabulary: 'kubernetes',
        preset: 'testing',
        connections: {
          async *log({ container, tailLines }) {
            yield `${container} ${tailLines}`
          },
        },
      }),
      {
        async [Symbol.asyncDispose](this: Server) {
          await this.close({ graceMs: 0 })
        },
      },
    )
    const containers = [{ name: 'main', image: 'example.dev/main' }]
    const pods = own.client({ apiVersion: 'v1', kind: 'Pod' }).namespace('default')
    await pods.create({ metadata: { name: 'any' }, spec: { containers } } as never)
    const reply = await own.fetch(new Request(`http://server${base}/any/log?tailLines=3`))
    expect(await reply.text()).toBe('main 3')
  })
})
