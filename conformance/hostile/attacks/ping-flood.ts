import type { Attack } from '../attack.ts'
import { flood } from '../tools/flood.ts'
import { frame, frames } from '../tools/raw-http2.ts'

const ping = frame(frames.ping, 0, 0, Buffer.alloc(8))

export const attack: Attack = {
  title: '200,000 pings',
  limits: { cpuMs: 100, residentMiB: 150, stopMs: 50 },
  run: (target, judge) =>
    flood(target, judge, { count: target.pick(200_000, 20_000), frame: () => ping, mustClose: false }),
}
