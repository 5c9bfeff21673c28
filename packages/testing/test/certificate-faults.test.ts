import { X509Certificate } from 'node:crypto'
import { Agent, request } from 'node:https'
import { connect } from 'node:tls'
import { createClient, type Client } from '@pinnace/client'
import { describe, expect, it } from 'vitest'
import { faultKind } from '../src/faults.ts'
import { createFakeClock, createTestServer, eventually, type TestServer } from '../src/index.ts'

const configMap = { apiVersion: 'v1', kind: 'ConfigMap' }
const maps = (client: Pick<Client, 'resource'>) => client.resource(configMap).namespace('default')

async function remote(server: TestServer): Promise<Client> {
  return createClient({ kubeconfig: await server.kubeconfig(), vocabulary: 'kubernetes' })
}

/** The parts of the server's kubeconfig, for clients that are not of this project. */
async function access(server: TestServer) {
  const kubeconfig = await server.kubeconfig()
  const member = (name: string): string => new RegExp(`${name}: "?([^"\\n]+)`).exec(kubeconfig)?.[1] ?? ''
  const pem = (name: string): string => Buffer.from(member(name), 'base64').toString()
  return {
    url: new URL(member('server')),
    ca: pem('certificate-authority-data'),
    cert: pem('client-certificate-data'),
    key: pem('client-key-data'),
  }
}

interface Asked {
  readonly method?: string
  readonly path?: string
  readonly agent?: Agent
  readonly headers?: Record<string, string>
  readonly tls?: { readonly cert?: string; readonly key?: string; readonly rejectUnauthorized?: boolean }
}

/** The status of a request over TLS, or the code of its error. */
async function ask(server: TestServer, { method = 'GET', path = '/api/v1/pods', ...asked }: Asked = {}) {
  const { url, ca, cert, key } = await access(server)
  const { agent = new Agent(), headers = {}, tls = {} } = asked
  return new Promise<number | string | undefined>((resolve) => {
    request(new URL(path, url), { method, agent, headers, ca, cert, key, ...tls }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode))
    })
      .once('error', (error: NodeJS.ErrnoException) => resolve(error.code))
      .end()
  })
}

describe('the certificate of a client that has expired', () => {
  it('is rejected, whereas a token and clients in process are not', async () => {
    await using server = await createTestServer({ authentication: { tokens: [{ token: 'secret', user: ada }] } })
    expect(await ask(server)).toBe(200)
    using fault = server.faults.add({ do: { type: 'expiredCertificate' } })
    expect(await ask(server)).toBe(401)
    expect(server.requests.at(-1)).toMatchObject({
      status: 401,
      user: { username: '' },
      faults: ['expiredCertificate'],
      rejections: [
        {
          authenticator: 'client certificate',
          error: { cause: { message: 'x509: certificate has expired or is not yet valid' } },
        },
      ],
    })
    // As for kube-apiserver, other credentials of the request count.
    expect(await ask(server, { headers: { authorization: 'Bearer secret' } })).toBe(200)
    expect(server.requests.at(-1)).toMatchObject({ user: { username: 'ada' }, faults: ['expiredCertificate'] })
    expect(await ask(server, { tls: { cert: '', key: '' }, headers: { authorization: 'Bearer secret' } })).toBe(200)
    expect(server.requests.at(-1)?.faults).toEqual([])
    await server.client(configMap).list()
    expect(fault.count).toBe(2)
    fault.remove()
    expect(await ask(server)).toBe(200)
  })

  it('matches requests, by the name in the certificate too, and happens so many times', async () => {
    await using server = await createTestServer()
    const client = maps(await remote(server))
    using fault = server.faults.add({
      match: { verb: 'list', resource: 'configmaps', user: 'admin' },
      do: { type: 'expiredCertificate', of: 'client' },
      times: 1,
    })
    using other = server.faults.add({ match: { user: 'ada' }, do: { type: 'expiredCertificate' } })
    await client.create({ metadata: { name: 'a' } })
    await expect(client.list()).rejects.toMatchObject({ code: 401, reason: 'Unauthorized' })
    expect((await client.list()).items).toHaveLength(1)
    expect([fault.count, other.count]).toEqual([1, 0])
  })

  it('is that of a clock that has jumped past its end', async () => {
    const clock = createFakeClock(new Date().toISOString())
    await using server = await createTestServer({ clock })
    const agent = new Agent({ keepAlive: true })
    expect(await ask(server, { agent })).toBe(200)
    const inTwoYears = 2 * 365 * 86_400_000
    using _jump = server.faults.add({ do: { type: 'clockJump', jumpMs: inTwoYears }, times: 1 })
    // Judged before the jump.
    expect(await ask(server, { agent })).toBe(200)
    expect(await ask(server, { agent })).toBe(401)
    agent.destroy()
  })
})

describe('the certificate of the server that has expired', () => {
  it('is shown to new connections, and kept ones are ended', async () => {
    await using server = await createTestServer()
    const agent = new Agent({ keepAlive: true })
    expect(await ask(server, { agent })).toBe(200)
    const client = maps(await remote(server))
    await client.list()
    using fault = server.faults.add({ do: { type: 'expiredCertificate', of: 'server' } })
    // A request that is sent meanwhile can meet the end of its connection.
    await eventually(() => ask(server, { agent }), 'CERT_HAS_EXPIRED')
    await expect(client.list()).rejects.toThrow(/certificate has expired/)
    expect(fault.count).toBeGreaterThanOrEqual(2)
    // A client that does not verify it.
    expect(await ask(server, { tls: { rejectUnauthorized: false } })).toBe(200)
    fault.remove()
    await eventually(() => ask(server, { agent }), 200)
    await client.list()
    agent.destroy()
  })

  it('is signed by the authority of the server, and is over', async () => {
    await using server = await createTestServer()
    using _fault = server.faults.add({ do: { type: 'expiredCertificate', of: 'server' } })
    const { url, ca } = await access(server)
    const shown = await new Promise<X509Certificate | undefined>((resolve, reject) => {
      const options = { host: url.hostname, port: Number(url.port), rejectUnauthorized: false }
      const socket = connect(options, () => {
        resolve(socket.getPeerX509Certificate())
        socket.end()
      })
      socket.once('error', reject)
    })
    expect(shown?.verify(new X509Certificate(ca).publicKey)).toBe(true)
    expect(Date.parse(shown?.validTo ?? '')).toBeLessThan(Date.now())
    expect(shown?.checkIP('127.0.0.1')).toBe('127.0.0.1')
  })

  it('happens to so many connections', async () => {
    await using server = await createTestServer()
    using fault = server.faults.add({ match: { nth: 2 }, do: { type: 'expiredCertificate', of: 'server' } })
    expect(await ask(server)).toBe(200)
    expect(await ask(server)).toBe('CERT_HAS_EXPIRED')
    expect(await ask(server)).toBe(200)
    expect(fault.count).toBe(1)
  })

  it('is for connections, not for requests', async () => {
    await using server = await createTestServer()
    const add = () => server.faults.add({ match: { verb: 'get' }, do: { type: 'expiredCertificate', of: 'server' } })
    expect(add).toThrow('match may have nth and probability only')
  })

  it('comes from another program as an object of the kind Fault, and goes after so many connections', async () => {
    await using server = await createTestServer({ enableFaults: true })
    const client = await remote(server)
    const spec = { do: { type: 'expiredCertificate', of: 'server' }, times: 1 } as const
    await client.resource(faultKind).create({ metadata: { name: 'over' }, spec })
    expect(await ask(server)).toBe('CERT_HAS_EXPIRED')
    expect(await ask(server)).toBe(200)
    await eventually(async () => (await client.resource(faultKind).get('over')).status, { count: 1 })
  })
})

const ada = { username: 'ada', groups: [], extra: {} }
