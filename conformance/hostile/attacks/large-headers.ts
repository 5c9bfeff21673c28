import type { Attack } from '../attack.ts'
import { until } from '../tools/many.ts'
import { endHeaders, endStream, frame, frames, getHeaders, openRawHttp2 } from '../tools/raw-http2.ts'

const fields = (count: number): [string, string][] =>
  Array.from({ length: count }, (_, index) => [`x-large-${index}`, 'a'.repeat(60_000)])

/** The frames of a stream; one frame has at most 1 MB, the largest that the server announces. */
function streamOf(id: number, block: Buffer): Buffer {
  const first = block.subarray(0, 1_000_000)
  const rest = block.subarray(1_000_000)
  if (rest.length === 0) return frame(frames.headers, endStream | endHeaders, id, first)
  return Buffer.concat([frame(frames.headers, endStream, id, first), frame(frames.continuation, endHeaders, id, rest)])
}

export const attack: Attack = {
  title: 'header blocks of 1 MB, and of 2 MB beside a watch',
  limits: { cpuMs: 1_000, residentMiB: 200, stopMs: 50 },
  async run(target, judge) {
    const one = await target.send({ path: '/readyz', headers: Object.fromEntries(fields(16)) })
    const two = await target.send({ path: '/readyz', headers: Object.fromEntries(fields(32)) })
    judge.expectEach([one.status], [200], 'a block of 1 MB over HTTP/1.1')
    judge.expectEach([two.status], [431, 0], 'a block of 2 MB over HTTP/1.1')
    const connection = await openRawHttp2(target)
    await connection.write(streamOf(1, getHeaders('/api/v1/namespaces/default/configmaps?watch=true')))
    judge.expect(await until(() => connection.answered.has(1), 10_000), 'the watch is not answered')
    await connection.write(streamOf(3, getHeaders('/readyz', fields(16))))
    judge.expect(await until(() => connection.answered.has(3), 10_000), 'a block of 1 MB over HTTP/2 is not answered')
    await connection.write(streamOf(5, getHeaders('/readyz', fields(32))))
    judge.expect(await until(() => connection.reset.has(5), 10_000), 'a block of 2 MB over HTTP/2 is not reset')
    await connection.write(streamOf(7, getHeaders('/readyz')))
    judge.expect(await until(() => connection.answered.has(7), 10_000), 'the session is not served any more')
    judge.expect(!connection.reset.has(1) && !connection.isClosed, 'the watch of the same session has ended')
    connection.socket.destroy()
  },
}
