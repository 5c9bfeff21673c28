import { connect, type TLSSocket } from 'node:tls'
import { kubernetesVocabulary, type HttpReply } from '@pinnace/meta'
import { createServingCertificates } from '@pinnace/server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listen, type Listening } from '../src/listen.ts'
import { frame, frameTypes } from './http2-frames.ts'

const certificates = createServingCertificates({ vocabulary: kubernetesVocabulary })
let listening: Listening
let handled = 0
beforeAll(async () => {
  const handle = async (): Promise<HttpReply> => {
    handled++
    return { status: 200, headers: {}, body: undefined }
  }
  listening = await listen(handle, { tls: certificates })
})
afterAll(() => listening.close({ graceMs: 0 }))

// RFC 7541, 5.1 – an integer with a prefix of seven bits.
function length(count: number): Buffer {
  if (count < 127) return Buffer.from([count])
  const bytes = [127]
  let rest = count - 127
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128)
  return Buffer.from([...bytes, rest])
}

function field(name: string, value: string): Buffer {
  return Buffer.concat([
    Buffer.from([0]),
    length(name.length),
    Buffer.from(name),
    length(value.length),
    Buffer.from(value),
  ])
}

const target = [
  field(':method', 'GET'),
  field(':scheme', 'https'),
  field(':path', '/'),
  field(':authority', 'localhost'),
]

/** What the server answers to a stream with these fields, in frames of at most `frameBytes`, and to a plain stream after it. */
function answers(fields: readonly Buffer[], frameBytes: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const seen: string[] = []
    let buffered = Buffer.alloc(0)
    const options = { port: listening.port, host: '127.0.0.1', ca: certificates.ca, ALPNProtocols: ['h2'] }
    const socket: TLSSocket = connect(options, () => {
      socket.write('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n')
      socket.write(frame(frameTypes.settings, 0, 0, Buffer.alloc(0)))
    })
    const sendBoth = (): void => {
      const block = Buffer.concat([...target, ...fields])
      for (let at = 0; at < block.length; at += frameBytes) {
        const isLast = at + frameBytes >= block.length
        const type = at === 0 ? frameTypes.headers : frameTypes.continuation
        const flags = (at === 0 ? 1 : 0) + (isLast ? 4 : 0)
        socket.write(frame(type, flags, 1, block.subarray(at, at + frameBytes)))
      }
      socket.write(frame(frameTypes.headers, 5, 3, Buffer.concat(target)))
    }
    const read = (type: number, flags: number, id: number, payload: Buffer): void => {
      if (type === frameTypes.settings && flags === 0) {
        socket.write(frame(frameTypes.settings, 1, 0, Buffer.alloc(0)))
        sendBoth()
      } else if (type === frameTypes.headers) seen.push(`${id} answered`)
      else if (type === frameTypes.reset) seen.push(`${id} reset ${payload.readUInt32BE(0)}`)
      else if (type === frameTypes.goAway) seen.push(`session ended ${payload.readUInt32BE(4)}`)
      if (id === 3 || type === frameTypes.goAway) socket.destroy()
    }
    socket.on('data', (chunk) => {
      buffered = Buffer.concat([buffered, chunk])
      while (buffered.length >= 9 && buffered.length >= 9 + buffered.readUIntBE(0, 3)) {
        const end = 9 + buffered.readUIntBE(0, 3)
        read(buffered[3] ?? 0, buffered[4] ?? 0, buffered.readUInt32BE(5), buffered.subarray(9, end))
        buffered = buffered.subarray(end)
      }
    })
    socket.setTimeout(10_000, () => socket.destroy())
    socket.on('error', reject)
    socket.on('close', () => resolve(seen.join(', ')))
  })
}

const fields = (count: number, bytes: number): Buffer[] =>
  Array.from({ length: count }, (_, index) => field(`x-${index}`, 'v'.repeat(bytes)))

describe('a header block over HTTP/2', () => {
  it('may have 1 MB, in frames of the announced size', async () => {
    expect(await answers(fields(100, 9_900), 1_000_000)).toBe('1 answered, 3 answered')
    expect(await answers(fields(16, 60_000), 1_000_000)).toBe('1 answered, 3 answered')
  })

  it('that is larger ends its stream alone', async () => {
    expect(await answers(fields(150, 9_900), 1_000_000)).toBe('1 reset 11, 3 answered')
  })

  // The limits of the HTTP/2 library of Node.js, in docs/what-does-not-work.md.
  it('with one field over 64 KiB, or in more than nine frames, ends its session', async () => {
    expect(await answers(fields(1, 70_000), 1_000_000)).toBe('session ended 9')
    expect(await answers(fields(16, 9_900), 16_384)).toBe('session ended 2')
  })
})

describe('streams that one packet opens', () => {
  /** Sends frames in one packet, and resolves with the streams that are answered until one is. */
  function send(frames: readonly Buffer[], until: number): Promise<readonly number[]> {
    return new Promise((resolve, reject) => {
      const seen: number[] = []
      let buffered: Buffer = Buffer.alloc(0)
      const options = { port: listening.port, host: '127.0.0.1', ca: certificates.ca, ALPNProtocols: ['h2'] }
      const socket: TLSSocket = connect(options, () => {
        const preface = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n')
        socket.write(Buffer.concat([preface, frame(frameTypes.settings, 0, 0, Buffer.alloc(0)), ...frames]))
      })
      socket.on('data', (chunk) => {
        buffered = Buffer.concat([buffered, chunk])
        while (buffered.length >= 9 && buffered.length >= 9 + buffered.readUIntBE(0, 3)) {
          if (buffered[3] === frameTypes.headers) seen.push(buffered.readUInt32BE(5))
          buffered = buffered.subarray(9 + buffered.readUIntBE(0, 3))
        }
        if (seen.includes(until)) socket.destroy()
      })
      socket.setTimeout(10_000, () => socket.destroy())
      socket.on('error', reject)
      socket.on('close', () => resolve(seen.toSorted((a, b) => a - b)))
    })
  }
  const open = (id: number): Buffer => frame(frameTypes.headers, 5, id, Buffer.concat(target))
  const ids = Array.from({ length: 90 }, (_, index) => 2 * index + 1)

  it('are all served', async () => {
    expect(await send(ids.map(open), 179)).toEqual(ids)
  })

  it('are mostly not started if it resets them too', async () => {
    handled = 0
    const cancel = Buffer.from([0, 0, 0, 8])
    const frames = ids.flatMap((id) => [open(id), frame(frameTypes.reset, 0, id, cancel)])
    expect(await send([...frames, open(1_001)], 1_001)).toContain(1_001)
    expect(handled).toBeLessThanOrEqual(21)
  })
})
