import type { Attack } from '../attack.ts'
import { flood } from '../tools/flood.ts'
import { pause } from '../tools/many.ts'
import { endHeaders, endStream, frame, frames, indexedGet, openRawHttp2 } from '../tools/raw-http2.ts'

const { first, others } = indexedGet('/livez')
const cancel = Buffer.from([0, 0, 0, 8])

const request = (index: number): Buffer =>
  frame(frames.headers, endHeaders | endStream, 2 * index + 1, index === 0 ? first : others)

export const attack: Attack = {
  title: 'rapid reset with headers of five bytes: 20,000 streams of 27 bytes',
  limits: { cpuMs: 100, residentMiB: 150, stopMs: 75 },
  async run(target, judge) {
    const connection = await openRawHttp2(target)
    await connection.write(Buffer.concat([request(0), request(1)]))
    for (let waited = 0; connection.answered.size < 2 && waited < 100; waited++) await pause(100)
    judge.expect(connection.answered.size === 2, 'requests whose headers are indexed are not answered')
    connection.socket.destroy()
    await flood(target, judge, {
      count: target.pick(20_000, 2_000),
      frame: (index) => Buffer.concat([request(index), frame(frames.reset, 0, 2 * index + 1, cancel)]),
      mustClose: true,
    })
  },
}
