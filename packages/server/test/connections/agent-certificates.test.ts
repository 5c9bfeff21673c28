import { kubernetesVocabulary } from '@pinnace/meta'
import { createServer, createServingCertificates, type Server } from '@pinnace/server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startAgent, type TestAgent } from './support/node-agent.ts'
import { askUpgrade } from './support/upgrade.ts'

const base = '/api/v1/namespaces/default/pods/web'
const unknownAuthority = 'tls: failed to verify certificate: x509: certificate signed by unknown authority'

describe('the serving certificate of an agent', () => {
  const own = createServingCertificates({ vocabulary: kubernetesVocabulary })
  const other = createServingCertificates({ vocabulary: kubernetesVocabulary })
  const servers: Server[] = []
  let agent: TestAgent

  beforeAll(async () => {
    agent = await startAgent(
      { serving: own, clientCa: own.ca },
      {
        command: ({ finish }) => finish({ exitCode: 0 }),
        answer: () => ({ status: 200, text: 'a line\n' }),
      },
    )
  })

  afterAll(async () => {
    for (const server of servers) await server.close({ graceMs: 0 })
    await agent[Symbol.asyncDispose]()
  })

  async function start(certificateAuthority?: string): Promise<Server> {
    const server = await createServer({
      vocabulary: 'kubernetes',
      preset: 'testing',
      nodeAgent: certificateAuthority === undefined ? {} : { certificateAuthority },
    })
    servers.push(server)
    await server.client({ apiVersion: 'v1', kind: 'Node' }).create({
      metadata: { name: 'node-1' },
      status: {
        addresses: [{ type: 'InternalIP', address: '127.0.0.1' }],
        daemonEndpoints: { kubeletEndpoint: { Port: agent.port } },
      },
    } as never)
    const spec = { nodeName: 'node-1', containers: [{ name: 'main', image: 'example.dev/main' }] }
    await server
      .client({ apiVersion: 'v1', kind: 'Pod' })
      .namespace('default')
      .create({
        metadata: { name: 'web' },
        spec,
      } as never)
    return server
  }

  async function log(server: Server, query = ''): Promise<readonly [number, string]> {
    const reply = await server.fetch(new Request(`http://server${base}/log${query}`))
    const text = await reply.text()
    return [reply.status, reply.ok ? text : (JSON.parse(text) as { readonly message: string }).message]
  }

  async function exec(server: Server): Promise<readonly [number, string]> {
    const answer = await askUpgrade(await server.listen(), `${base}/exec?command=a&stdout=true`, {
      method: 'POST',
      headers: { upgrade: 'SPDY/3.1', 'x-stream-protocol-version': 'v4.channel.k8s.io' },
    })
    if ('connection' in answer) answer.connection.destroy()
    return [answer.status, 'text' in answer ? (JSON.parse(answer.text) as { readonly message: string }).message : '']
  }

  it('is accepted if the authority has signed it', async () => {
    const server = await start(own.ca)
    expect(await log(server)).toEqual([200, 'a line\n'])
    expect(await exec(server)).toEqual([101, ''])
  })

  it('is refused if another authority has signed it, except for a log that does not ask for it', async () => {
    const server = await start(other.ca)
    const url = `https://127.0.0.1:${agent.port}/containerLogs/default/web/main`
    expect(await log(server)).toEqual([500, `Get "${url}": ${unknownAuthority}`])
    expect(await exec(server)).toEqual([500, `error dialing backend: ${unknownAuthority}`])
    expect(await log(server, '?insecureSkipTLSVerifyBackend=true')).toEqual([200, 'a line\n'])
    expect(await log(server)).toEqual([500, `Get "${url}": ${unknownAuthority}`])
  })

  it('is not verified without an authority', async () => {
    const server = await start()
    expect(await log(server)).toEqual([200, 'a line\n'])
    expect(await exec(server)).toEqual([101, ''])
  })
})
