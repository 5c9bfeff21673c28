import { createServer, type Server, type ServerListening } from '@pinnace/server'
import { eventually } from '@pinnace/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { askUpgrade, openWebSocket, type TestWebSocket } from './support/upgrade.ts'

interface ReceivedEvent {
  readonly type: string
  readonly object: { readonly kind: string; readonly metadata: { readonly name: string } }
}

function eventsOf({ frames }: TestWebSocket): readonly ReceivedEvent[] {
  return frames.filter(({ opcode }) => opcode === 1).map(({ payload }) => JSON.parse(String(payload)) as ReceivedEvent)
}

describe('watches over WebSocket', () => {
  let server: Server
  let listening: ServerListening

  beforeAll(async () => {
    server = await createServer({
      vocabulary: 'kubernetes',
      preset: 'testing',
      connections: {
        async *log() {
          yield 'one line\n'
        },
      },
    })
    listening = await server.listen()
    const maps = server.client({ apiVersion: 'v1', kind: 'ConfigMap' }).namespace('default')
    for (const name of ['a', 'b']) await maps.create({ metadata: { name } } as never)
    const containers = [{ name: 'main', image: 'example.dev/main' }]
    const pods = server.client({ apiVersion: 'v1', kind: 'Pod' }).namespace('default')
    await pods.create({ metadata: { name: 'web' }, spec: { containers } } as never)
  })

  afterAll(() => server.close({ graceMs: 0 }))

  it.each([['/api/v1/namespaces/default/configmaps?watch=true'], ['/api/v1/watch/namespaces/default/configmaps']])(
    'sends each event of %s as one message',
    async (path) => {
      const webSocket = await openWebSocket(listening, path, undefined, { origin: 'https://example.dev' })
      const names = (): readonly string[] => eventsOf(webSocket).map(({ object }) => object.metadata.name)
      await eventually(() => names().filter((name) => name === 'a' || name === 'b').length, 2)
      expect(eventsOf(webSocket).every(({ type }) => type === 'ADDED')).toBe(true)
      webSocket.connection.destroy()
    },
  )

  it('ends a watch after its time, and when the client closes', async () => {
    const timed = await openWebSocket(listening, '/api/v1/configmaps?watch=true&timeoutSeconds=1')
    await eventually(() => timed.frames.at(-1)?.opcode, 8)
    const closed = await openWebSocket(listening, '/api/v1/configmaps?watch=true')
    const ended = new Promise((resolve) => server.events.on('watchClosed', resolve))
    closed.send(Buffer.from([0x03, 0xe8]), 8)
    await ended
  })

  it('answers an invalid watch with a Status', async () => {
    const headers = {
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
    }
    const path = '/api/v1/configmaps?watch=true&labelSelector=a%3D%3D%3D'
    const answer = await askUpgrade(listening, path, { headers })
    expect('text' in answer ? JSON.parse(answer.text) : answer).toMatchObject({ kind: 'Status', code: 400 })
  })

  it('sends a log in binary messages, or in base64', async () => {
    const path = '/api/v1/namespaces/default/pods/web/log'
    const binary = await openWebSocket(listening, path, 'binary.k8s.io')
    await eventually(() => binary.frames.map(({ opcode, payload }) => `${opcode} ${payload}`)[0], '2 one line\n')
    const text = await openWebSocket(listening, path, 'base64.binary.k8s.io')
    const encoded = Buffer.from('one line\n').toString('base64')
    await eventually(() => text.frames.map(({ opcode, payload }) => `${opcode} ${payload}`)[0], `1 ${encoded}`)
    expect(text.protocol).toBe('base64.binary.k8s.io')
  })

  it('answers a request for an upgrade that it does not make like any other', async () => {
    const answer = await askUpgrade(listening, '/version', { headers: { upgrade: 'h2c' } })
    expect(answer.status).toBe(200)
    expect('text' in answer ? JSON.parse(answer.text) : answer).toMatchObject({ major: '1' })
  })
})

describe('bearer tokens in the protocols of a WebSocket', () => {
  let server: Server
  let listening: ServerListening

  beforeAll(async () => {
    server = await createServer({
      vocabulary: 'kubernetes',
      anonymous: false,
      tokenAuthenticators: [
        (token) =>
          token === 'secret' ? { user: { username: 'jane', groups: ['system:masters'], extra: {} } } : undefined,
      ],
    })
    listening = await server.listen()
  })

  afterAll(() => server.close({ graceMs: 0 }))

  const path = '/api/v1/configmaps?watch=true&timeoutSeconds=1'
  const tokenProtocol = (token: string): string =>
    `base64url.bearer.authorization.k8s.io.${Buffer.from(token).toString('base64url')}`

  it('identify the user, and are not sent back', async () => {
    const webSocket = await openWebSocket(listening, path, `${tokenProtocol('secret')}, base64.binary.k8s.io`)
    expect(webSocket.protocol).toBe('base64.binary.k8s.io')
    webSocket.connection.destroy()
  })

  it.each([
    ['a token that is not known', `${tokenProtocol('other')}, binary.k8s.io`],
    ['two tokens', `${tokenProtocol('secret')}, ${tokenProtocol('secret')}, binary.k8s.io`],
    ['a token without another protocol', tokenProtocol('secret')],
    ['a token that is not base64', 'base64url.bearer.authorization.k8s.io.?, binary.k8s.io'],
    ['no token', 'binary.k8s.io'],
  ])('are rejected: %s', async (_name, protocol) => {
    await expect(openWebSocket(listening, path, protocol)).rejects.toThrow('401')
  })
})
