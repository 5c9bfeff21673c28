import { Buffer } from 'node:buffer'
import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { systemClock } from '@pinnace/meta'
import { createWebSocketTunnel, negotiateCommand, protocolNames, WebSocketConnection } from '../src/index.ts'
import { duplexPair } from './support/duplex-pair.ts'
import { clientFrame, collectFrames } from './support/websocket-client.ts'

const names = protocolNames('example.dev')

function open(onData: (chunk: Buffer) => boolean = () => true) {
  const [near, far] = duplexPair()
  const frames = collectFrames(near)
  const webSocket = new WebSocketConnection({ transport: far, onData })
  return { near, frames, webSocket }
}

it('passes messages on in pieces, whatever their frames', async () => {
  const chunks: string[] = []
  const { near } = open((chunk) => chunks.push(String(chunk)) > 0)
  const bytes = Buffer.concat([
    clientFrame(2, Buffer.from('one '), { isFinal: false }),
    clientFrame(9, Buffer.from('ping')),
    clientFrame(0, Buffer.from('message')),
    clientFrame(1, Buffer.alloc(300, 'x')),
  ])
  for (const byte of bytes) near.write(Buffer.of(byte))
  await expect.poll(() => chunks.join('').length).toBe(311)
  expect(chunks.join('')).toBe(`one message${'x'.repeat(300)}`)
})

it('answers a ping with its payload', async () => {
  const { near, frames } = open()
  near.write(clientFrame(9, Buffer.from('abc')))
  await expect.poll(() => frames).toEqual([{ opcode: 10, payload: Buffer.from('abc') }])
})

it('answers a close with its code and closes the connection', async () => {
  const { near, frames, webSocket } = open()
  near.write(clientFrame(8, Buffer.from([0x03, 0xe9])))
  near.end()
  await webSocket.closed
  expect(frames).toEqual([{ opcode: 8, payload: Buffer.from([0x03, 0xe9]) }])
})

it.each([
  ['a frame that is not masked', clientFrame(2, Buffer.from('x'), { isMasked: false }), 1002],
  ['an extension that was not negotiated', Buffer.from([0xc2, 0x80, 0, 0, 0, 0]), 1002],
  ['an unknown type of frame', clientFrame(3, Buffer.alloc(0)), 1002],
  ['a control frame in pieces', clientFrame(9, Buffer.alloc(0), { isFinal: false }), 1002],
  ['a control frame that is too long', clientFrame(9, Buffer.alloc(126)), 1002],
  ['a continuation of nothing', clientFrame(0, Buffer.from('x')), 1002],
  [
    'a message within a message',
    Buffer.concat([clientFrame(2, Buffer.from('x'), { isFinal: false }), clientFrame(2, Buffer.from('y'))]),
    1002,
  ],
  ['a length beyond every buffer', Buffer.from([0x82, 0xff, 255, 255, 255, 255, 255, 255, 255, 255, 0, 0, 0, 0]), 1009],
])('closes for %s', async (_name, bytes, code) => {
  const { near, frames } = open()
  near.write(bytes)
  await expect.poll(() => frames.at(-1)?.opcode).toBe(8)
  expect(frames.at(-1)?.payload.readUInt16BE(0)).toBe(code)
})

it('carries bytes both ways as a tunnel', async () => {
  const [near, far] = duplexPair()
  const frames = collectFrames(near)
  const tunnel = createWebSocketTunnel(far)
  const received = text(tunnel)
  tunnel.write('down')
  near.write(clientFrame(2, Buffer.from('up')))
  near.write(clientFrame(8, Buffer.from([0x03, 0xe8])))
  expect(await received).toBe('up')
  expect(String(frames[0]?.payload)).toBe('down')
})

const key = 'dGhlIHNhbXBsZSBub25jZQ=='

function request(protocol?: string) {
  const rawHeaders = ['Connection', 'keep-alive, Upgrade', 'Upgrade', 'websocket', 'Sec-WebSocket-Version', '13']
  rawHeaders.push('Sec-WebSocket-Key', key)
  if (protocol !== undefined) rawHeaders.push('Sec-WebSocket-Protocol', protocol)
  return { method: 'GET', rawHeaders }
}

const streams = { stdin: true, stdout: true, stderr: true, tty: false }

async function openCommand(protocol: string | undefined) {
  const negotiated = negotiateCommand(request(protocol), { names, options: streams, clock: systemClock })
  if ('status' in negotiated) throw new Error(negotiated.message)
  const [near, far] = duplexPair()
  const frames = collectFrames(near)
  return { near, frames, headers: negotiated.headers, command: await negotiated.serve(far) }
}

it('accepts a handshake as RFC 6455 says', async () => {
  const { headers } = await openCommand('v5.channel.example.dev')
  expect(headers['sec-websocket-accept']).toBe('s3pPLMBiTxaQ9kYGzzhZRbK+xOo=')
  expect(headers['sec-websocket-protocol']).toBe('v5.channel.example.dev')
})

it('runs a command over channels: input that ends, output, errors, a Status', async () => {
  const { near, frames, command } = await openCommand('v5.channel.example.dev')
  near.write(clientFrame(2, Buffer.from('\0input')))
  near.write(clientFrame(2, Buffer.from([255, 0])))
  expect(await text(command.stdin)).toBe('input')
  command.stdout.write('out')
  command.stderr.write('err')
  await command.finish({ exitCode: 3 })
  const messages = frames.filter(({ opcode }) => opcode === 2).map(({ payload }) => payload)
  const channels = messages.map((payload) => payload.readUInt8(0))
  expect(channels).toEqual([1, 1, 2, 3])
  expect(String(messages[1]?.subarray(1))).toBe('out')
  const status = JSON.parse(String(messages[3]?.subarray(1))) as { readonly reason: string; readonly details: unknown }
  expect(status.reason).toBe('NonZeroExitCode')
  expect(status.details).toEqual({ causes: [{ reason: 'ExitCode', message: '3' }] })
  expect(frames.at(-1)?.opcode).toBe(8)
})

it('speaks base64, and the text of an error in the first version', async () => {
  const { near, frames, command } = await openCommand('base64.channel.example.dev')
  near.write(clientFrame(1, Buffer.from(`0${Buffer.from('input').toString('base64')}`)))
  command.stdin.once('data', (chunk: Buffer) => command.stdout.write(`got ${chunk}`))
  const out = `1${Buffer.from('got input').toString('base64')}`
  await expect.poll(() => frames.map(({ payload }) => String(payload))).toContain(out)
  await command.finish({ error: 'broken' })
  const last = String(frames.filter(({ opcode }) => opcode === 1).at(-1)?.payload)
  expect(last.charAt(0)).toBe('3')
  expect(Buffer.from(last.slice(1), 'base64').toString()).toContain('broken')
})

it('keeps the newest size of the terminal', async () => {
  const negotiated = negotiateCommand(request('v4.channel.example.dev'), {
    names,
    options: { ...streams, tty: true },
    clock: systemClock,
  })
  if ('status' in negotiated) throw new Error(negotiated.message)
  const [near, far] = duplexPair()
  const command = await negotiated.serve(far)
  const sizes = command.sizes[Symbol.asyncIterator]()
  const next = sizes.next()
  near.write(clientFrame(2, Buffer.from('\x04{"Width":80,"Height":24}')))
  expect((await next).value).toEqual({ width: 80, height: 24 })
})

it('refuses protocols that it does not know', () => {
  const negotiated = negotiateCommand(request('v9.channel.example.dev'), {
    names,
    options: streams,
    clock: systemClock,
  })
  expect(negotiated).toMatchObject({ status: 403 })
})

it('refuses a request that does not upgrade its connection', () => {
  const plain = { method: 'POST', rawHeaders: [] }
  const negotiated = negotiateCommand(plain, { names, options: streams, clock: systemClock })
  expect(negotiated).toMatchObject({ status: 400, message: 'Upgrade request required' })
})
