import { createServer, type Server, type ServerListening } from '@pinnace/server'
import { eventually } from '@pinnace/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startAgent, type TestAgent } from './support/node-agent.ts'
import { askUpgrade, openWebSocket } from './support/upgrade.ts'

let server: Server
let listening: ServerListening
const agents: TestAgent[] = []

beforeAll(async () => {
  const authority = await createServer({ vocabulary: 'kubernetes', preset: 'testing' })
  const serving = authority.issueClientCertificate({ username: 'agent' })
  const clientCa = authority.clientAuthority().cert
  await authority.close()
  const answer = (): { status: number; text: string } => ({ status: 200, text: 'a line\n' })
  const good = await startAgent(
    { serving, clientCa },
    {
      command: ({ finish }, target) => finish({ exitCode: target.includes('seven') ? 7 : 0 }),
      async forward({ data }) {
        data.end()
      },
      answer,
    },
  )
  agents.push(good, await startAgent({ serving, clientCa }, { answer }))
  server = await createServer({
    vocabulary: 'kubernetes',
    preset: 'testing',
    metrics: true,
    nodeAgent: { preferredAddressTypes: ['InternalIP'] },
  })
  listening = await server.listen()
  for (const [name, port] of [
    ['good', good.port],
    ['refusing', agents[1]?.port],
    ['closed', 1],
  ] as const) {
    await server.client({ apiVersion: 'v1', kind: 'Node' }).create({
      metadata: { name },
      status: {
        addresses: [{ type: 'InternalIP', address: '127.0.0.1' }],
        daemonEndpoints: { kubeletEndpoint: { Port: port } },
      },
    } as never)
    const spec = { nodeName: name, containers: [{ name: 'main', image: 'example.dev/main' }] }
    const pods = server.client({ apiVersion: 'v1', kind: 'Pod' }).namespace('default')
    await pods.create({ metadata: { name }, spec } as never)
  }
})

afterAll(async () => {
  await server.close({ graceMs: 0 })
  for (const agent of agents) await agent[Symbol.asyncDispose]()
})

async function samples(part: string): Promise<readonly string[]> {
  const reply = await server.fetch(new Request('http://server/metrics'))
  return (await reply.text()).split('\n').filter((line) => line.startsWith(part))
}

const base = '/api/v1/namespaces/default/pods'

/** The last Status on the error channel of a command. */
async function endOf(path: string): Promise<unknown> {
  const webSocket = await openWebSocket(listening, path, 'v5.channel.k8s.io')
  await eventually(() => webSocket.frames.at(-1)?.opcode, 8)
  const status = webSocket.frames.findLast(({ opcode, payload }) => opcode === 2 && payload[0] === 3)
  return JSON.parse(String(status?.payload.subarray(1)))
}

it('commands that are translated are counted by their status; an exit code is a success', async () => {
  const refused = 'dial tcp 127.0.0.1:1: connect: connection refused'
  const unreachable = `error sending request: Post "https://127.0.0.1:1/exec/default/closed/main?command=a&output=1": ${refused}`
  const failure = (message: string): object => ({
    metadata: {},
    status: 'Failure',
    message: `Internal error occurred: ${message}`,
    reason: 'InternalError',
    details: { causes: [{ message }] },
    code: 500,
  })
  // The Statuses are those of kube-apiserver 1.36.
  expect(await endOf(`${base}/good/exec?command=a&stdout=true`)).toEqual({ metadata: {}, status: 'Success' })
  expect(await endOf(`${base}/good/exec?command=seven&stdout=true`)).toEqual({
    metadata: {},
    status: 'Failure',
    message: 'command terminated with non-zero exit code: command terminated with exit code 7',
    reason: 'NonZeroExitCode',
    details: { causes: [{ reason: 'ExitCode', message: '7' }] },
  })
  expect(await endOf(`${base}/closed/exec?command=a&stdout=true`)).toEqual(failure(unreachable))
  expect(await endOf(`${base}/refusing/exec?command=a&stdout=true`)).toEqual(
    failure('unable to upgrade connection: no'),
  )
  await openWebSocket(listening, `${base}/good/exec?command=a&stdout=true`, 'v4.channel.k8s.io')
  expect(await samples('apiserver_stream_translator_requests_total')).toEqual([
    'apiserver_stream_translator_requests_total{code="200"} 2',
    'apiserver_stream_translator_requests_total{code="500"} 2',
  ])
  const headers = {
    upgrade: 'websocket',
    'sec-websocket-version': '12',
    'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
    'sec-websocket-protocol': 'v5.channel.k8s.io',
  }
  expect((await askUpgrade(listening, `${base}/good/exec?command=a&stdout=true`, { headers })).status).toBe(400)
  expect(await samples('apiserver_stream_translator_requests_total{code="400"}')).toEqual([
    'apiserver_stream_translator_requests_total{code="400"} 1',
  ])
})

it('tunnels are counted by the status of the agent, whose refusal is answered as it is', async () => {
  const tunnel = 'SPDY/3.1+portforward.k8s.io'
  const opened = await openWebSocket(listening, `${base}/good/portforward`, tunnel)
  opened.connection.destroy()
  await expect(openWebSocket(listening, `${base}/refusing/portforward`, tunnel)).rejects.toThrow(/^403: no$/)
  await expect(openWebSocket(listening, `${base}/closed/portforward`, tunnel)).rejects.toThrow('500')
  expect(await samples('apiserver_stream_tunnel_requests_total')).toEqual([
    'apiserver_stream_tunnel_requests_total{code="101"} 1',
    'apiserver_stream_tunnel_requests_total{code="403"} 1',
  ])
})

it('logs are counted by whether the certificate of the agent is verified', async () => {
  const other = await createServer({ vocabulary: 'kubernetes', preset: 'testing' })
  // An authority that has not signed the certificate of the agent.
  const certificateAuthority = other.clientAuthority().cert
  await other.close()
  const strict = await createServer({
    vocabulary: 'kubernetes',
    preset: 'testing',
    metrics: true,
    nodeAgent: { preferredAddressTypes: ['InternalIP'], certificateAuthority },
  })
  for (const kind of ['Node', 'Pod'] as const) {
    const from = server.client({ apiVersion: 'v1', kind })
    const to = strict.client({ apiVersion: 'v1', kind })
    const isNode = kind === 'Node'
    const { metadata: _metadata, ...content } = await (isNode ? from : from.namespace('default')).get('good')
    await (isNode ? to : to.namespace('default')).create({ metadata: { name: 'good' }, ...content } as never)
  }
  const get = async (path: string): Promise<readonly [number, string]> => {
    const reply = await strict.fetch(new Request(`http://server${path}`))
    return [reply.status, await reply.text()]
  }
  const [status, text] = await get(`${base}/good/log`)
  expect([status, text]).toEqual([500, expect.stringContaining('tls: failed to verify certificate: x509')])
  expect((await get(`${base}/good/log?tailLines=-1`))[0]).toBe(422)
  expect((await get(`${base}/good/log?insecureSkipTLSVerifyBackend=true`))[0]).toBe(200)
  const [, metrics] = await get('/metrics')
  // Both names are those of kube-apiserver 1.36.
  expect(metrics.split('\n').filter((line) => line.startsWith('kube_apiserver_pod_logs_'))).toEqual([
    'kube_apiserver_pod_logs_insecure_backend_total{usage="enforce_tls"} 2',
    'kube_apiserver_pod_logs_insecure_backend_total{usage="skip_tls_allowed"} 1',
    'kube_apiserver_pod_logs_backend_tls_failure_total 1',
    'kube_apiserver_pod_logs_pods_logs_insecure_backend_total{usage="enforce_tls"} 2',
    'kube_apiserver_pod_logs_pods_logs_insecure_backend_total{usage="skip_tls_allowed"} 1',
    'kube_apiserver_pod_logs_pods_logs_backend_tls_failure_total 1',
  ])
  await strict.close({ graceMs: 0 })
})
