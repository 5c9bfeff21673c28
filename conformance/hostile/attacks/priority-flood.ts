import type { Attack } from '../attack.ts'
import { flood } from '../tools/flood.ts'
import { frame, frames } from '../tools/raw-http2.ts'

const priority = Buffer.from([0, 0, 0, 0, 16])

export const attack: Attack = {
  title: '200,000 PRIORITY frames',
  limits: { cpuMs: 100, residentMiB: 150, stopMs: 50 },
  run: (target, judge) =>
    flood(target, judge, {
      count: target.pick(200_000, 20_000),
      frame: (index) => frame(frames.priority, 0, 2 * index + 1, priority),
      mustClose: false,
    }),
}
