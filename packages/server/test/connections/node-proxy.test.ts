import { createHttpClient } from '@pinnace/http-client'
import { isReplyStream, kubernetesVocabulary, systemClock, systemRandom, type HttpRequest } from '@pinnace/meta'
import { createServingCertificates } from '@pinnace/server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ConnectionRequest } from '../../src/connections/connection-request.ts'
import { createNodeAgents, type NodeAgent } from '../../src/connections/node-agent.ts'
import { locateProxy } from '../../src/connections/proxy-location.ts'
import { proxy, type ProxyContext } from '../../src/connections/proxy.ts'
import { startAgent, type TestAgent } from './support/node-agent.ts'

/** An address that may be proxied to, as those of this machine may not. */
const address = '192.0.2.7'

describe('the proxy of a node', () => {
  const certificates = createServingCertificates({ vocabulary: kubernetesVocabulary })
  const other = createServingCertificates({ vocabulary: kubernetesVocabulary })
  let agent: TestAgent

  beforeAll(async () => {
    const serving = { serving: certificates, clientCa: certificates.ca }
    agent = await startAgent(serving, { answer: ({ url = '' }) => ({ status: 200, text: `answer of ${url}` }) })
  })

  afterAll(() => agent[Symbol.asyncDispose]())

  /** What proxies need; the node has `address`, and connections to its agent go to the agent of this machine. */
  function contextWith(certificateAuthority: string): ProxyContext & Disposable {
    const finder = { read: async () => ({ metadata: { name: 'node-1' } }) as never }
    const agents = createNodeAgents(finder, { certificateAuthority }, systemClock)
    const local = (found: NodeAgent): NodeAgent => ({ ...found, host: '127.0.0.1', port: agent.port })
    const client = createHttpClient({ clock: systemClock, maxPending: 10 })
    return {
      clock: systemClock,
      random: systemRandom,
      maxBodyBytes: 1024,
      client,
      finder,
      handlers: {},
      simulated: {} as never,
      agents: {
        ...agents,
        find: async () => ({ node: { metadata: { name: 'node-1' } } as never, host: address, port: 10_250 }),
        open: (found, request) => agents.open(local(found), request),
        [Symbol.dispose]() {},
      },
      [Symbol.dispose]() {
        agents[Symbol.dispose]()
        client.destroy()
      },
    }
  }

  function requestOf(name: string, path: string): ConnectionRequest {
    const target = `/api/v1/nodes/${name}/proxy${path}`
    const http = {
      method: 'GET',
      target,
      rawHeaders: [],
      header: () => undefined,
      signal: new AbortController().signal,
    } as unknown as HttpRequest
    const request = { namespace: '', name, subresource: 'proxy', served: { gvr: { resource: 'nodes' } } } as never
    return { http, request, options: {}, headers: () => ({}), vocabulary: kubernetesVocabulary }
  }

  it('goes to its agent, whose certificate is verified', async () => {
    using context = contextWith(certificates.ca)
    const { status, body } = await proxy(context, requestOf('node-1', '/stats/summary?a=b'))
    expect(status).toBe(200)
    expect(isReplyStream(body)).toBe(true)
    expect(agent.requests.at(-1)).toBe('GET /stats/summary?a=b')
    using strict = contextWith(other.ca)
    await expect(proxy(strict, requestOf('node-1', '/stats'))).rejects.toMatchObject({
      code: 503,
      message:
        'error trying to reach service: tls: failed to verify certificate: x509: certificate signed by unknown authority',
    })
  })

  it.each([
    ['node-1', { scheme: 'https', host: address, port: '10250', agent: expect.anything() }],
    ['node-1:10250', { scheme: 'https', host: address, port: '10250', agent: expect.anything() }],
    ['http:node-1:', { scheme: 'https', host: address, port: '10250', agent: expect.anything() }],
    ['node-1:9100', { scheme: 'http', host: address, port: '9100' }],
    ['https:node-1:9100', { scheme: 'https', host: address, port: '9100' }],
  ])('goes to the agent or to another port: %s', async (name, expected) => {
    using context = contextWith(certificates.ca)
    expect(await locateProxy(context, requestOf(name, '/a'))).toEqual(expected)
  })
})
