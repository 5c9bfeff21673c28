import { deflateSync, gzipSync } from 'node:zlib'
import type { Attack } from '../attack.ts'
import { createPath, expectAnswers } from '../tools/bodies.ts'

export const attack: Attack = {
  title: 'bodies of 200 MB that are compressed to 200 KB',
  limits: { cpuMs: 300, residentMiB: 150, stopMs: 50 },
  run(target, judge) {
    const plain = Buffer.alloc(target.pick(200_000_000, 2_000_000), ' ')
    const post = { method: 'POST', path: createPath, status: [400, 415] }
    return expectAnswers(target, judge, [
      { ...post, name: 'gzip', body: gzipSync(plain), headers: { 'content-encoding': 'gzip' } },
      { ...post, name: 'deflate', body: deflateSync(plain), headers: { 'content-encoding': 'deflate' } },
      { ...post, name: 'unknown coding', body: gzipSync(plain), headers: { 'content-encoding': 'zstd' } },
    ])
  },
}
