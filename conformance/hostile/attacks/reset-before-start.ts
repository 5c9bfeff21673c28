import type { Attack } from '../attack.ts'
import { createJudge } from '../run/judge.ts'
import { flood } from '../tools/flood.ts'
import { endHeaders, endStream, frame, frames, getHeaders } from '../tools/raw-http2.ts'

const headers = getHeaders('/api/v1/namespaces/default/configmaps')
/** The codes of HTTP/2: all but 0 and 8 (CANCEL) are errors of the stream. */
const codes = [1, 2, 5, 7, 11]

export const attack: Attack = {
  title: 'streams that are reset with an error in the packet that opens them',
  limits: { cpuMs: 600, residentMiB: 150, stopMs: 75 },
  async run(target, judge) {
    const each = createJudge()
    for (const code of codes) {
      await flood(target, each, {
        count: target.pick(2_000, 1_000),
        frame: (index) =>
          Buffer.concat([
            frame(frames.headers, endHeaders | endStream, 2 * index + 1, headers),
            frame(frames.reset, 0, 2 * index + 1, Buffer.from([0, 0, 0, code])),
          ]),
        mustClose: true,
      })
    }
    for (const failure of each.failures) judge.expect(false, failure)
  },
}
