import { Buffer } from 'node:buffer'
import { once } from 'node:events'
import { buffer, text } from 'node:stream/consumers'
import { constants, deflateSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { SpdyConnection, type SpdyStream } from '../src/index.ts'
import { headerDictionary } from '../src/spdy/header-dictionary.ts'
import { createHeaderReader, createHeaderWriter } from '../src/spdy/header-block.ts'
import { controlFrame, controlTypes, dataHead, synStreamFrame } from '../src/spdy/frames.ts'
import { duplexPair } from './support/duplex-pair.ts'

const accept = (): void => {}

function connect(onStream: (stream: SpdyStream) => (() => void) | undefined, maxStreams?: number) {
  const [near, far] = duplexPair()
  const limit = maxStreams === undefined ? {} : { maxStreams }
  const server = new SpdyConnection({ transport: far, role: 'server', onStream, ...limit })
  return { client: new SpdyConnection({ transport: near, role: 'client' }), server, near }
}

it('carries several streams at once, each in both directions', async () => {
  const { client } = connect((stream) => () => void stream.pipe(stream))
  const streams = await Promise.all([1, 2, 3].map((id) => client.open({ id: String(id) })))
  for (const [index, stream] of streams.entries()) stream.end(`text ${index}`)
  expect(await Promise.all(streams.map((stream) => text(stream)))).toEqual(['text 0', 'text 1', 'text 2'])
})

it('passes the headers of a stream', async () => {
  const seen: (string | undefined)[] = []
  const { client } = connect((stream) => {
    seen.push(stream.headers.get('streamtype'), stream.headers.get('port'))
    return accept
  })
  await client.open({ streamType: 'data', port: '80' })
  expect(seen).toEqual(['data', '80'])
})

it('ends one direction of a stream and keeps the other', async () => {
  const { client } = connect((stream) => () => {
    let input = ''
    stream.on('data', (chunk: Buffer) => (input += String(chunk)))
    stream.once('end', () => stream.end(`got ${input}`))
  })
  const stream = await client.open({})
  stream.end('all')
  expect(await text(stream)).toBe('got all')
})

it('does not lose bytes of a stream that is read slowly', async () => {
  const sent = Buffer.alloc(3_000_000, 'abcdefg')
  const { client } = connect((stream) => () => void stream.end(sent))
  const stream = await client.open({})
  await once(stream, 'readable')
  expect((await buffer(stream)).equals(sent)).toBe(true)
})

it('refuses streams that are not wanted, and those beyond the limit', async () => {
  const { client } = connect((stream) => (stream.headers.get('type') === 'unwanted' ? undefined : accept), 1)
  await expect(client.open({ type: 'unwanted' })).rejects.toThrow('the stream was refused')
  await client.open({ type: 'first' })
  await expect(client.open({ type: 'second' })).rejects.toThrow('the stream was refused')
})

it('ends the streams of the peer when the connection is closed', async () => {
  let accepted: SpdyStream | undefined
  const { client } = connect((stream) => {
    accepted = stream
    return accept
  })
  await client.open({})
  client.destroy()
  expect(await text(accepted as SpdyStream)).toBe('')
})

it('rejects a stream that is waited for when the connection is closed', async () => {
  const [near] = duplexPair()
  const client = new SpdyConnection({ transport: near, role: 'client' })
  const opened = client.open({})
  client.destroy()
  await expect(opened).rejects.toThrow('the stream was refused')
})

it('reads header blocks that are compressed with the dictionary, one after the other', () => {
  const read = createHeaderReader()
  const block = Buffer.concat([uint32(1), uint32(4), Buffer.from('host'), uint32(3), Buffer.from('a.b')])
  const options = { dictionary: headerDictionary, finishFlush: constants.Z_SYNC_FLUSH }
  expect([...read(deflateSync(block, options))]).toEqual([['host', 'a.b']])
})

it('reads the header blocks that it writes', () => {
  const write = createHeaderWriter()
  const read = createHeaderReader()
  for (const value of ['one', 'two', ''])
    expect([...read(write(new Map([['name', value]])))]).toEqual([['name', value]])
})

const uint32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

const bomb = deflateSync(Buffer.alloc(1_000_000), { dictionary: headerDictionary, finishFlush: constants.Z_SYNC_FLUSH })

it.each([
  ['a frame of another version', Buffer.from('8002000100000000', 'hex')],
  ['a control frame that is too long', Buffer.from('8003000100ffffff', 'hex')],
  ['a control frame that is too short', controlFrame(controlTypes.synStream, 0, Buffer.alloc(3))],
  ['a header block that is not compressed', synStreamFrame(1, Buffer.from('no zlib'))],
  ['a header block that is broken', synStreamFrame(1, Buffer.from('78bbe3c6a7c2ffffffff', 'hex'))],
  ['a header block that is too long once it is decompressed', synStreamFrame(1, bomb)],
  ['a stream with a number of the server', synStreamFrame(2, createHeaderWriter()(new Map()))],
  ['a PING that is too short', controlFrame(controlTypes.ping, 0)],
])('closes the connection for %s', async (_name, frame) => {
  const { near, server } = connect(() => accept)
  near.write(frame)
  await server.closed
})

it('closes the connection for a stream whose number has been used', async () => {
  const write = createHeaderWriter()
  const { near, server } = connect(() => accept)
  near.write(synStreamFrame(3, write(new Map())))
  near.write(synStreamFrame(1, write(new Map())))
  await server.closed
})

it('drops data of streams that do not exist, and reads frames in any pieces', async () => {
  const received: Promise<string>[] = []
  const { near } = connect((stream) => {
    received.push(text(stream))
    return accept
  })
  const bytes = Buffer.concat([
    dataHead(99, 0, 3),
    Buffer.from('???'),
    synStreamFrame(1, createHeaderWriter()(new Map())),
    dataHead(1, 0, 2),
    Buffer.from('hi'),
    dataHead(1, 1, 0),
  ])
  for (const byte of bytes) near.write(Buffer.of(byte))
  await expect.poll(() => received.length).toBe(1)
  expect(await received[0]).toBe('hi')
})
