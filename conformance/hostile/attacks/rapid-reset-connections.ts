import type { Attack } from '../attack.ts'
import { createJudge } from '../run/judge.ts'
import { flood } from '../tools/flood.ts'
import { endHeaders, endStream, frame, frames, getHeaders } from '../tools/raw-http2.ts'

const headers = getHeaders('/api/v1/namespaces/default/configmaps')
const cancel = Buffer.from([0, 0, 0, 8])

export const attack: Attack = {
  title: 'rapid reset on 40 connections, 10,000 streams each',
  limits: { cpuMs: 3_000, residentMiB: 250, stopMs: 200 },
  async run(target, judge) {
    const each = createJudge()
    await Promise.all(
      Array.from({ length: target.pick(40, 4) }, () =>
        flood(target, each, {
          count: target.pick(10_000, 2_000),
          frame: (index) =>
            Buffer.concat([
              frame(frames.headers, endHeaders | endStream, 2 * index + 1, headers),
              frame(frames.reset, 0, 2 * index + 1, cancel),
            ]),
          mustClose: true,
        }),
      ),
    )
    for (const failure of each.failures) judge.expect(false, failure)
    judge.note(`${target.pick(40, 4) - each.failures.length} connections closed`)
  },
}
