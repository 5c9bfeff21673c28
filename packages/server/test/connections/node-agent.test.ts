import { text } from 'node:stream/consumers'
import { createServer, type Server, type ServerListening } from '@pinnace/server'
import { eventually } from '@pinnace/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startAgent, type TestAgent } from './support/node-agent.ts'
import { askUpgrade, openSpdy, openWebSocket } from './support/upgrade.ts'

const log = 'first line\nsecond line\n'

describe('connections to the agent of a node', () => {
  let server: Server
  let listening: ServerListening
  let agent: TestAgent

  beforeAll(async () => {
    const authority = await createServer({ vocabulary: 'kubernetes', preset: 'testing' })
    const own = authority.issueClientCertificate({ username: 'apiserver' })
    const serving = authority.issueClientCertificate({ username: 'agent' })
    agent = await startAgent(
      { serving, clientCa: authority.clientAuthority().cert },
      {
        async command({ stdin, stdout, stderr, finish }, target) {
          stdout.write(`${new URL(target, 'https://agent').searchParams.getAll('command').join(' ')}\n`)
          let input = ''
          for await (const chunk of stdin) input += String(chunk)
          stdout.write(`got ${input}`)
          stderr.write('careful')
          await finish({ exitCode: 7 })
        },
        async forward({ port, data }) {
          data.write(`port ${port}: `)
          data.pipe(data)
          await new Promise((resolve) => data.once('end', resolve))
        },
        answer: ({ url = '' }) =>
          url.startsWith('/containerLogs/default/web/main')
            ? { status: 200, text: log }
            : { status: 400, text: 'container is waiting to start' },
      },
    )
    server = await createServer({
      vocabulary: 'kubernetes',
      preset: 'testing',
      nodeAgent: { clientCertificate: own.cert, clientKey: own.key, preferredAddressTypes: ['InternalIP'] },
    })
    await authority.close()
    listening = await server.listen()
    await server.client({ apiVersion: 'v1', kind: 'Node' }).create({
      metadata: { name: 'node-1' },
      status: {
        addresses: [{ type: 'InternalIP', address: '127.0.0.1' }],
        daemonEndpoints: { kubeletEndpoint: { Port: agent.port } },
      },
    } as never)
    const pods = server.client({ apiVersion: 'v1', kind: 'Pod' }).namespace('default')
    const containers = [{ name: 'main', image: 'example.dev/main' }]
    await pods.create({ metadata: { name: 'web' }, spec: { nodeName: 'node-1', containers } } as never)
    await pods.create({ metadata: { name: 'waiting' }, spec: { containers } } as never)
    await pods.create({ metadata: { name: 'lost' }, spec: { nodeName: 'gone', containers } } as never)
    await pods.create({
      metadata: { name: 'two' },
      spec: { nodeName: 'node-1', containers: [...containers, { name: 'side', image: 'example.dev/side' }] },
    } as never)
  })

  afterAll(async () => {
    await server.close({ graceMs: 0 })
    await agent[Symbol.asyncDispose]()
  })

  const base = '/api/v1/namespaces/default/pods'

  async function get(path: string): Promise<{ readonly status: number; readonly text: string }> {
    const reply = await server.fetch(new Request(`http://server${base}/${path}`))
    return { status: reply.status, text: await reply.text() }
  }

  async function refusal(path: string): Promise<{ readonly code: number; readonly message: string }> {
    const { text: body } = await get(path)
    return JSON.parse(body) as { readonly code: number; readonly message: string }
  }

  it('passes a log on, with its options and the client certificate', async () => {
    expect(await get('web/log?tailLines=2&timestamps=true&sinceSeconds=5&limitBytes=100&previous=true')).toEqual({
      status: 200,
      text: log,
    })
    expect(agent.requests.at(-1)).toBe(
      'GET /containerLogs/default/web/main?limitBytes=100&previous=true&sinceSeconds=5&tailLines=2&timestamps=true',
    )
    expect(agent.clients.at(-1)).toBe('apiserver')
  })

  it.each([
    ['waiting/exec?stdout=true', 400, 'pod waiting does not have a host assigned'],
    ['two/log', 400, 'a container name must be specified for pod two, choose one of: [main side]'],
    ['two/log?container=side', 400, 'container is waiting to start'],
    ['web/log?container=other', 400, 'container other is not valid for pod web'],
    [
      'web/log?tailLines=-1',
      422,
      'PodLogOptions "web" is invalid: tailLines: Invalid value: -1: must be greater than or equal to 0',
    ],
    [
      'web/log?limitBytes=0',
      422,
      'PodLogOptions "web" is invalid: limitBytes: Invalid value: 0: must be greater than 0',
    ],
    [
      'web/log?sinceSeconds=0',
      422,
      'PodLogOptions "web" is invalid: sinceSeconds: Invalid value: 0: must be greater than 0',
    ],
    ['web/log?stream=Stdout', 422, 'PodLogOptions "web" is invalid: stream: Forbidden: may not be specified'],
    ['missing/log', 404, 'pods "missing" not found'],
    ['lost/log', 404, 'nodes "gone" not found'],
    ['web/exec?stdout=true', 400, 'Upgrade request required'],
    ['web/portforward', 400, 'Upgrade request required'],
  ])('answers %s with %i', async (path, code, message) => {
    expect(await refusal(path)).toMatchObject({ code, message })
  })

  it('answers the log of a pod without a node with nothing', async () => {
    expect(await get('waiting/log')).toEqual({ status: 204, text: '' })
  })

  it('translates a WebSocket of version 5 to SPDY', async () => {
    const path = `${base}/web/exec?command=sh&command=-c&stdin=true&stdout=true&stderr=true`
    const webSocket = await openWebSocket(listening, path, 'v5.channel.k8s.io')
    webSocket.send(Buffer.from('\0input'))
    webSocket.send(Buffer.from([255, 0]))
    await eventually(() => webSocket.frames.some(({ opcode }) => opcode === 8), true)
    const on = (channel: number): string =>
      webSocket.frames
        .filter(({ opcode, payload }) => opcode === 2 && payload[0] === channel)
        .map(({ payload }) => String(payload.subarray(1)))
        .join('')
    expect(on(1)).toBe('sh -c\ngot input')
    expect(on(2)).toBe('careful')
    expect(JSON.parse(on(3))).toMatchObject({ reason: 'NonZeroExitCode', details: { causes: [{ message: '7' }] } })
    expect(agent.requests.at(-1)).toBe(
      'POST /exec/default/web/main?command=sh&command=-c&error=1&input=1&output=1 SPDY/3.1',
    )
  })

  it('passes an older WebSocket on as it is', async () => {
    const webSocket = await openWebSocket(listening, `${base}/web/attach?stdout=true`, 'v4.channel.k8s.io')
    expect(webSocket.protocol).toBe('v4.channel.k8s.io')
    await eventually(() => webSocket.frames.some(({ opcode }) => opcode === 8), true)
    expect(agent.requests.at(-1)).toBe('GET /attach/default/web/main?output=1 websocket')
  })

  it('passes SPDY on as it is', async () => {
    const client = await openSpdy(listening, `${base}/web/exec?command=cat&stdin=true&stdout=true`, 'v4.channel.k8s.io')
    const error = await client.open({ streamType: 'error' })
    const stdin = await client.open({ streamType: 'stdin' })
    const stdout = await client.open({ streamType: 'stdout' })
    stdin.end('input')
    expect(await text(stdout)).toBe('cat\ngot input')
    expect(await text(error)).toContain('NonZeroExitCode')
  })

  it('forwards ports over SPDY and over SPDY inside a WebSocket', async () => {
    const client = await openSpdy(listening, `${base}/web/portforward`, 'portforward.k8s.io')
    await client.open({ streamType: 'error', port: '80', requestID: '1' })
    const data = await client.open({ streamType: 'data', port: '80', requestID: '1' })
    data.end('hello')
    expect(await text(data)).toBe('port 80: hello')
    const tunnel = await openWebSocket(listening, `${base}/web/portforward`, 'SPDY/3.1+portforward.k8s.io')
    expect(tunnel.protocol).toBe('SPDY/3.1+portforward.k8s.io')
    expect(agent.requests.at(-1)).toBe('POST /portForward/default/web SPDY/3.1')
    client.destroy()
    tunnel.connection.destroy()
  })

  it('answers 500 if the agent cannot be reached', async () => {
    await server.client({ apiVersion: 'v1', kind: 'Node' }).create({
      metadata: { name: 'closed' },
      status: {
        addresses: [{ type: 'InternalIP', address: '127.0.0.1' }],
        daemonEndpoints: { kubeletEndpoint: { Port: 1 } },
      },
    } as never)
    const pods = server.client({ apiVersion: 'v1', kind: 'Pod' }).namespace('default')
    const containers = [{ name: 'main', image: 'example.dev/main' }]
    await pods.create({ metadata: { name: 'unreachable' }, spec: { nodeName: 'closed', containers } } as never)
    const refused = 'dial tcp 127.0.0.1:1: connect: connection refused'
    expect(await refusal('unreachable/log')).toMatchObject({
      code: 500,
      message: `Get "https://127.0.0.1:1/containerLogs/default/unreachable/main": ${refused}`,
    })
    const headers = { upgrade: 'SPDY/3.1', 'x-stream-protocol-version': 'v4.channel.k8s.io' }
    const path = `${base}/unreachable/exec?command=sh&stdout=true`
    const answer = await askUpgrade(listening, path, { method: 'POST', headers })
    expect(answer.status).toBe(500)
    expect('text' in answer ? JSON.parse(answer.text) : {}).toMatchObject({
      message: `error dialing backend: ${refused}`,
    })
  })

  it('names the service where it or its endpoints are missing', async () => {
    const kind = { apiVersion: 'v1', kind: 'Service' } as const
    await server
      .client(kind)
      .namespace('default')
      .create({ metadata: { name: 'bare' }, spec: { ports: [{ port: 80 }] } })
    for (const [name, target] of [
      ['none', 'none'],
      ['bare', 'bare'],
      ['bare', 'bare:80'],
    ]) {
      const reply = await server.fetch(new Request(`http://server/api/v1/namespaces/default/services/${target}/proxy`))
      expect(await reply.json()).toMatchObject({
        code: 404,
        message: `services "${name}" not found`,
        details: { name, kind: 'services' },
      })
    }
  })

  it('does not proxy to loopback addresses', async () => {
    const reply = await server.fetch(new Request('http://server/api/v1/nodes/node-1/proxy/stats'))
    expect(await reply.json()).toMatchObject({ code: 400, message: 'address not allowed' })
  })
})
