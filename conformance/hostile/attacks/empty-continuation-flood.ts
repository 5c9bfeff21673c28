import type { Attack } from '../attack.ts'
import { flood } from '../tools/flood.ts'
import { frame, frames, getHeaders } from '../tools/raw-http2.ts'

const empty = frame(frames.continuation, 0, 1)

export const attack: Attack = {
  title: '200,000 empty CONTINUATION frames without an end',
  limits: { cpuMs: 100, residentMiB: 150, stopMs: 50 },
  run: (target, judge) =>
    flood(target, judge, {
      count: target.pick(200_000, 20_000),
      before: frame(frames.headers, 0, 1, getHeaders('/api')),
      frame: () => empty,
      mustClose: true,
    }),
}
