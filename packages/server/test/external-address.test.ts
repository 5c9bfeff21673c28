import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createServer, type Server } from '../src/index.ts'
import { call } from './support/call.ts'

describe('the external address', () => {
  let server: Server
  beforeEach(async () => void (server = await createServer({ vocabulary: 'kubernetes', preset: 'testing' })))
  afterEach(() => server.close())

  const seen = async (): Promise<unknown[]> => {
    const { serverAddressByClientCIDRs } = (await call(server, 'GET', '/api')).json as Record<string, never>
    const { jwks_uri: keys } = (await call(server, 'GET', '/.well-known/openid-configuration')).json
    return [serverAddressByClientCIDRs, keys]
  }

  it('is that of the first port, in discovery and in the configuration of the token issuer', async () => {
    expect(await seen()).toEqual([
      [{ clientCIDR: '0.0.0.0/0', serverAddress: '' }],
      'https://kubernetes.default.svc/openid/v1/jwks',
    ])
    const { port } = await server.listen({ port: 0, advertiseAddress: '2001:db8::1' })
    const address = `[2001:db8::1]:${port}`
    const listening = [[{ clientCIDR: '0.0.0.0/0', serverAddress: address }], `https://${address}/openid/v1/jwks`]
    expect(await seen()).toEqual(listening)
    await server.listen({ port: 0, advertiseAddress: '2001:db8::2' })
    expect(await seen()).toEqual(listening)
  })

  it('stays when the content of the server is replaced, and a fork has none', async () => {
    const snapshot = server.fork()
    const { port } = await server.listen({ port: 0, advertiseAddress: '192.0.2.1' })
    server.restore(snapshot)
    expect((await seen())[0]).toEqual([{ clientCIDR: '0.0.0.0/0', serverAddress: `192.0.2.1:${port}` }])
    expect((await call(server.fork(), 'GET', '/api')).text).toContain('"serverAddress":""')
    await snapshot.close()
  })
})
