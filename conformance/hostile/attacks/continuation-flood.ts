import type { Attack } from '../attack.ts'
import { flood } from '../tools/flood.ts'
import { frame, frames, getHeaders, literal } from '../tools/raw-http2.ts'

const field = literal('x-hostile', 'a'.repeat(4_000))

export const attack: Attack = {
  title: '100,000 CONTINUATION frames of 4 KB without an end',
  limits: { cpuMs: 100, residentMiB: 150, stopMs: 50 },
  run: (target, judge) =>
    flood(target, judge, {
      count: target.pick(100_000, 5_000),
      before: frame(frames.headers, 0, 1, getHeaders('/api')),
      frame: () => frame(frames.continuation, 0, 1, field),
      mustClose: true,
    }),
}
