import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ExternalTokenSigner } from '@pinnace/authn'
import { createServer, type Server } from '@pinnace/server'
import { createFakeClock, eventually } from '@pinnace/testing'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { connectTokenSigner } from '../src/index.ts'
import { startTokenSigner, type TestSigner } from './fixtures/token-signer.ts'

let folder: string
let socket: string
let signer: TestSigner
const closers: (() => unknown)[] = []

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'signer-'))
  socket = join(folder, 'signer.sock')
  signer = await startTokenSigner(socket)
})
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
  signer.stop()
  await rm(folder, { recursive: true })
})

const clock = createFakeClock()

async function connect(): Promise<ExternalTokenSigner> {
  const connected = await connectTokenSigner({ endpoint: socket, clock })
  closers.push(() => connected.close())
  return connected
}

async function serve(more: object = {}): Promise<{
  readonly server: Server
  token(expirationSeconds?: number): Promise<{ status: number; json: Json }>
  as(token: string): Promise<number>
}> {
  const server = await createServer({
    vocabulary: 'kubernetes',
    clock,
    authorizers: [() => ({ effect: 'allow', reason: '' })],
    authentication: { serviceAccounts: { signer: await connect(), issuers: ['https://issuer.example.dev'], ...more } },
  })
  closers.push(() => server.close())
  const client = server.client({ apiVersion: 'v1', kind: 'ServiceAccount' }).namespace('default')
  await client.create({ metadata: { name: 'robot' } })
  const send = async (path: string, body: object | undefined, token?: string) => {
    const reply = await server.fetch(
      new Request(`http://server${path}`, {
        method: body === undefined ? 'GET' : 'POST',
        headers: {
          'content-type': 'application/json',
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    )
    return { status: reply.status, json: (await reply.json()) as Json }
  }
  return {
    server,
    token: async (expirationSeconds = 3600) => {
      const review = { spec: { expirationSeconds, audiences: [] } }
      return send('/api/v1/namespaces/default/serviceaccounts/robot/token', review)
    },
    as: async (token) => (await send('/apis/authentication.k8s.io/v1', undefined, token)).status,
  }
}

// oxlint-disable-next-line typescript/no-explicit-any -- tests read any member of replies
type Json = any

describe('an external signer', () => {
  it('signs tokens, which its keys verify and which the server accepts', async () => {
    const { token, as, server } = await serve()
    const { status, json } = await token()
    expect(status).toBe(201)
    const [header = '', claims = ''] = json.status.token.split('.')
    expect(JSON.parse(String(Buffer.from(header, 'base64url')))).toEqual({ alg: 'ES256', kid: 'first', typ: 'JWT' })
    expect(JSON.parse(String(Buffer.from(claims, 'base64url')))).toMatchObject({
      iss: 'https://issuer.example.dev',
      sub: 'system:serviceaccount:default:robot',
    })
    expect(await as(json.status.token)).toBe(200)
    expect(await as(`${json.status.token.slice(0, -8)}AAAAAAAA`)).toBe(401)
    signer.excluded.add('old')
    signer.addKey('old')
    await clock.advance(60_000)
    const keys = async () => (await (await server.fetch(new Request('http://server/openid/v1/jwks'))).json()) as Json
    await eventually(() => signer.calls.filter((name) => name === 'FetchKeys').length, 2)
    expect((await keys()).keys.map(({ kid }: Json) => kid)).toEqual(['first'])
  })

  it('is asked for keys again for a token of a key that is not known, once a second', async () => {
    const { token, as } = await serve()
    signer.addKey('second')
    signer.signsWith = 'second'
    await clock.advance(1000)
    const { status, json } = await token()
    expect(status).toBe(201)
    expect(await as(json.status.token)).toBe(200)
    const asked = signer.calls.filter((name) => name === 'FetchKeys').length
    const foreign = `${Buffer.from('{"alg":"ES256","kid":"none","typ":"JWT"}').toString('base64url')}.${json.status.token.split('.')[1]}.AAAA`
    expect(await as(foreign)).toBe(401)
    expect(await as(foreign)).toBe(401)
    expect(signer.calls.filter((name) => name === 'FetchKeys').length).toBeLessThanOrEqual(asked + 1)
  })

  it('limits the lifetime of tokens', async () => {
    signer.maxExpirationSeconds = 1800
    const { token } = await serve()
    const { json } = await token(3600)
    const [, claims = ''] = json.status.token.split('.')
    const { exp, iat } = JSON.parse(String(Buffer.from(claims, 'base64url')))
    expect(exp - iat).toBe(1800)
  })

  it.each([
    ['of another type', { alg: 'ES256', kid: 'first', typ: 'JOSE' }],
    ['with more members', { alg: 'ES256', kid: 'first', typ: 'JWT', jku: 'https://x' }],
    ['without a key', { alg: 'ES256', typ: 'JWT' }],
    ['with another algorithm', { alg: 'HS256', kid: 'first', typ: 'JWT' }],
    ['of a key that it does not have', { alg: 'ES256', kid: 'none', typ: 'JWT' }],
  ])('whose header is %s signs no token', async (_, header) => {
    const { token } = await serve()
    signer.header = header
    expect((await token()).status).toBe(500)
  })

  it('whose key is excluded from discovery signs no token', async () => {
    signer.excluded.add('first')
    const { token } = await serve()
    expect((await token()).status).toBe(500)
  })

  it('that fails makes no tokens, and those that exist stay valid', async () => {
    const { token, as } = await serve()
    const { json } = await token()
    signer.failure = 'gone'
    expect((await token()).status).toBe(500)
    expect(await as(json.status.token)).toBe(200)
  })
})

describe('a connection is refused', () => {
  it('to a signer that allows less than ten minutes', async () => {
    signer.maxExpirationSeconds = 599
    await expect(connect()).rejects.toThrow('limits tokens to 599 seconds; it must allow at least 600')
  })

  it('to a signer without a refresh hint, without keys, or that does not answer', async () => {
    signer.refreshSeconds = 0
    await expect(connect()).rejects.toThrow('refresh hint')
    signer.refreshSeconds = 60
    signer.keys.clear()
    await expect(connect()).rejects.toThrow('no keys')
    signer.failure = 'gone'
    await expect(connect()).rejects.toThrow('gone')
  })

  it.each([{ signingKey: 'pem' }, { keys: ['pem'] }, { maxExpirationSeconds: 7200 }])('beside %j', async (more) => {
    await expect(serve(more)).rejects.toThrow('mutually exclusive')
  })
})
