import { eventually } from '@pinnace/testing'
import type { Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ask, startTarget, type LocalTarget } from './support/local-target.ts'
import { startSimulatedPod, type SimulatedPodServer } from './support/simulated-pod.ts'
import { askUpgrade } from './support/upgrade.ts'

const namespace = '/api/v1/namespaces/default'

describe('what is proxied to', () => {
  let started: SimulatedPodServer
  let target: LocalTarget
  const sockets: Socket[] = []

  beforeAll(async () => {
    started = await startSimulatedPod()
    target = await startTarget(started, (request, response) => {
      const { host, 'x-forwarded-uri': uri } = request.headers
      response.end(JSON.stringify({ url: request.url, host, uri }))
    })
    target.server.on('upgrade', (request, socket: Socket) => {
      sockets.push(socket)
      socket.on('error', () => {})
      if (request.url === '/refused') {
        socket.end('HTTP/1.1 418 No\r\nContent-Length: 10\r\n\r\nno upgrade')
        return
      }
      socket.write(
        `HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n${request.url} `,
      )
      socket.pipe(socket)
    })
    const { server } = started
    const services = server.client({ apiVersion: 'v1', kind: 'Service' }).namespace('default')
    await services.create({
      metadata: { name: 'web' },
      spec: {
        ports: [
          { name: 'http', port: 80, targetPort: 8080 },
          { name: 'https', port: 443, targetPort: 8443 },
        ],
      },
    } as never)
    await services.create({ metadata: { name: 'one' }, spec: { ports: [{ port: 80 }] } } as never)
    await services.create({ metadata: { name: 'empty' }, spec: { ports: [{ name: 'http', port: 80 }] } } as never)
    await services.create({ metadata: { name: 'outside' }, spec: { ports: [{ port: 80 }] } } as never)
    const endpoints = server.client({ apiVersion: 'v1', kind: 'Endpoints' }).namespace('default')
    const pod = { ip: '10.244.0.1', targetRef: { kind: 'Pod', namespace: 'default', name: 'web' } }
    const others = [
      { ip: '10.0.0.1' },
      { ip: '10.0.0.2', targetRef: { kind: 'Pod', namespace: 'default', name: 'gone' } },
      // Not an address of the pod.
      { ip: '10.0.0.3', targetRef: { kind: 'Pod', namespace: 'default', name: 'web' } },
      { ip: '10.0.0.4', targetRef: { kind: 'Node', name: 'node-1' } },
    ]
    const ports = [
      { name: 'http', port: 8080 },
      { name: 'https', port: 8443 },
    ]
    await endpoints.create({ metadata: { name: 'web' }, subsets: [{ addresses: [...others, pod], ports }] } as never)
    await endpoints.create({
      metadata: { name: 'one' },
      subsets: [{ addresses: [pod], ports: [{ port: 8080 }] }],
    } as never)
    await endpoints.create({ metadata: { name: 'empty' }, subsets: [] } as never)
    await endpoints.create({
      metadata: { name: 'outside' },
      subsets: [{ addresses: others, ports: [{ port: 8080 }] }],
    } as never)
  })

  afterAll(async () => {
    for (const socket of sockets) socket.destroy()
    target[Symbol.dispose]()
    await started[Symbol.asyncDispose]()
  })

  async function get(path: string): Promise<readonly [number, string]> {
    const { status, body } = await ask(started, path)
    const text = body.toString()
    const parsed = JSON.parse(text) as { readonly message?: string; readonly url?: string }
    return [status, parsed.message ?? parsed.url ?? '']
  }

  it.each(['web:80', 'web:http', 'http:web:80', 'http:web:http', 'one', 'one:80', 'one:', 'http:one:'])(
    'is a pod behind the service: %s',
    async (name) => {
      // The other endpoints of the service are never taken.
      for (let times = 0; times < 5; times++) {
        expect(await get(`${namespace}/services/${name}/proxy/a?b=c`)).toEqual([200, '/a?b=c'])
      }
    },
  )

  // As kube-apiserver 1.36 answers them.
  it.each([
    ['empty', 503, 'no endpoints available for service "empty"'],
    ['empty:80', 503, 'no endpoints available for service "empty"'],
    ['web', 503, 'no endpoints available for service "web"'],
    ['web:81', 503, 'no service port 81 found for service "web"'],
    ['web:other', 503, 'no endpoints available for service "web:other"'],
    ['one:http', 503, 'no endpoints available for service "one:http"'],
    ['outside', 503, 'no endpoints available for service "outside"'],
    ['outside:80', 503, 'no endpoints available for service "outside:80"'],
    ['ftp:web:80', 400, 'invalid service request "ftp:web:80"'],
    ['http::80', 400, 'invalid service request "http::80"'],
    ['a:b:c:d', 400, 'invalid service request "a:b:c:d"'],
    ['none', 404, 'services "none" not found'],
  ])('is no service: %s', async (name, status, message) => {
    expect(await get(`${namespace}/services/${name}/proxy/a`)).toEqual([status, message])
  })

  it.each(['web', 'web:8080', 'web:9000', 'http:web:8080', 'http:web:'])('is a pod: %s', async (name) => {
    const { body } = await ask(started, `${namespace}/pods/${name}/proxy/a/b?c=d`)
    expect(JSON.parse(body.toString())).toMatchObject({ url: '/a/b?c=d', uri: `${namespace}/pods/${name}/proxy/a/b` })
  })

  it.each([
    ['ftp:web:80', 400, 'invalid pod request "ftp:web:80"'],
    ['a:b:c:d', 400, 'invalid pod request "a:b:c:d"'],
    ['gone', 404, 'pods "gone" not found'],
    ['gone:80', 404, 'pods "gone" not found'],
  ])('is no pod: %s', async (name, status, message) => {
    expect(await get(`${namespace}/pods/${name}/proxy/a`)).toEqual([status, message])
  })

  it.each(['pods/web', 'pods/web:8080', 'services/web:http', 'services/one'])(
    'is connected to with https: %s',
    async (path) => {
      const name = path.replace('/', '/https:') + (path.includes(':') ? '' : ':')
      const [status, message] = await get(`${namespace}/${name}/proxy/a`)
      // The target does not speak TLS.
      expect(status).toBe(503)
      expect(message).toMatch(/^error trying to reach service: /)
    },
  )

  it.each(['pods/web', 'pods/web:8080', 'services/one', 'services/web:http', 'services/web:80'])(
    'gets upgrades: %s',
    async (name) => {
      const headers = { upgrade: 'websocket' }
      const answer = await askUpgrade(started.listening, `${namespace}/${name}/proxy/socket?a=b`, { headers })
      expect(answer.status).toBe(101)
      if (!('connection' in answer)) return
      let received = ''
      answer.connection.on('data', (chunk: Buffer) => (received += String(chunk)))
      answer.connection.write('hello')
      await eventually(() => received, '/socket?a=b hello')
      answer.connection.destroy()
    },
  )

  it('refuses upgrades with its own reply', async () => {
    const headers = { upgrade: 'websocket' }
    const path = `${namespace}/services/web:http/proxy/refused`
    expect(await askUpgrade(started.listening, path, { headers })).toEqual({ status: 418, text: 'no upgrade' })
  })

  it('is found before an upgrade', async () => {
    const path = `${namespace}/services/web:81/proxy/socket`
    const answer = await askUpgrade(started.listening, path, { headers: { upgrade: 'websocket' } })
    expect(answer.status).toBe(503)
  })
})
