import { createServer, type AddressInfo } from 'node:net'
import { connect } from 'node:http2'
import { describe, expect, it } from 'vitest'
import { createSeededRandom } from '@pinnace/testing'
import { encodeSettings, FrameReader, frameType } from '../../src/grpc/frames.ts'
import { encodeHeaders, HeaderDecoder, HeaderError } from '../../src/grpc/hpack.ts'

// upstream: RFC 7541, appendix C.6: three answers on a connection whose table holds 256 bytes.
const answers = [
  [
    '4882 6402 5885 aec3 771a 4b61 96d0 7abe 9410 54d4 44a8 2005 9504 0b81 66e0 82a6 2d1b ff6e 919d 29ad 1718 63c7 8f0b 97c8 e9ae 82ae 43d3',
    '302',
  ],
  ['4883 640e ffc1 c0bf', '307'],
  [
    '88c1 6196 d07a be94 1054 d444 a820 0595 040b 8166 e084 a62d 1bff c05a 839b d9ab 77ad 94e7 821d d7f2 e6c7 b335 dfdf cd5b 3960 d5af 2708 7f36 72c1 ab27 0fb5 291f 9587 3160 65c0 03ed 4ee5 b106 3d50 07',
    '200',
  ],
] as const

describe('header blocks', () => {
  it('are decoded as in the examples of the RFC, entries that were dropped included', () => {
    const decoder = new HeaderDecoder()
    decoder.decode(Buffer.from('3fe101', 'hex'))
    const decoded = answers.map(([hex]) => decoder.decode(Buffer.from(hex.replaceAll(' ', ''), 'hex')))
    expect(decoded.map((headers) => headers.get(':status'))).toEqual(answers.map(([, status]) => status))
    expect(decoded[1]?.get('location')).toBe('https://www.example.com')
    expect(Object.fromEntries(decoded[2] ?? [])).toEqual({
      ':status': '200',
      'cache-control': 'private',
      date: 'Mon, 21 Oct 2013 20:13:22 GMT',
      location: 'https://www.example.com',
      'content-encoding': 'gzip',
      'set-cookie': 'foo=ASDJKHQKBZXOQWEOPIUAXQWEOIU; max-age=3600; version=1',
    })
  })

  it('are decoded as the library of Node writes them', async () => {
    const random = createSeededRandom(1)
    const texts = Array.from({ length: 200 }, () =>
      String.fromCharCode(
        ...Array.from(random.bytes(1 + ((random.bytes(1)[0] ?? 0) % 40)), (byte) => 33 + (byte % 94)),
      ),
    )
    const received = await headersOfNode(texts)
    expect(received).toEqual(texts)
  })

  it('are what a decoder reads that was encoded here', () => {
    const headers = [
      [':path', '/a'],
      ['token', 't'.repeat(300)],
      ['empty', ''],
    ] as const
    expect([...new HeaderDecoder().decode(encodeHeaders(headers))]).toEqual(headers)
  })

  it.each([
    ['an index that nothing has', 'fe'],
    ['an index 0', '80'],
    ['a string that ends too early', '0005'],
    ['an integer without an end', 'ffffffffffffff'],
    ['a table larger than was allowed', '3fe1ff03'],
    ['a compressed string that does not end', '00821fff0161'],
  ])('are refused with %s', (_, hex) => {
    expect(() => new HeaderDecoder().decode(Buffer.from(hex, 'hex'))).toThrow(HeaderError)
  })
})

/** Sends the texts as values of headers with `node:http2`, and decodes what arrives. */
async function headersOfNode(texts: readonly string[]): Promise<(string | undefined)[]> {
  const received: (string | undefined)[] = []
  const decoder = new HeaderDecoder()
  const prefaceBytes = 24
  let begin = Buffer.alloc(0)
  const frames = new FrameReader()
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.write(encodeSettings([]))
    socket.on('data', (chunk: Buffer) => {
      let rest = chunk
      if (begin.length < prefaceBytes) {
        begin = Buffer.concat([begin, chunk])
        if (begin.length < prefaceBytes) return
        rest = begin.subarray(prefaceBytes)
      }
      frames.push(rest, ({ type, payload, flags }) => {
        if (type !== frameType.headers) return
        // The priority that Node writes.
        received.push(decoder.decode(payload.subarray((flags & 0x20) === 0 ? 0 : 5)).get('x-text'))
      })
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const session = connect(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  session.on('error', () => undefined)
  for (const text of texts) session.request({ 'x-text': text }).on('error', () => undefined)
  await expect.poll(() => received.length).toBe(texts.length)
  session.destroy()
  server.close()
  return received
}
