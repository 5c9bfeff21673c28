import type { Attack } from '../attack.ts'
import { createPath, expectAnswers } from '../tools/bodies.ts'

const magic = Buffer.from([0x6b, 0x38, 0x73, 0])

export const attack: Attack = {
  title: 'protobuf: garbage, nested groups, lengths that lie, no magic number',
  limits: { cpuMs: 500, residentMiB: 200, stopMs: 50 },
  run(target, judge) {
    const type = 'application/vnd.kubernetes.protobuf'
    const post = { method: 'POST', path: createPath, type, status: [400, 413, 415] }
    const bytes = target.pick(3_000_000, 30_000)
    const noise = Buffer.from(Array.from({ length: 10_000 }, (_, index) => (index * 7_919) % 256))
    return expectAnswers(target, judge, [
      { ...post, name: 'nothing', body: magic },
      { ...post, name: 'no magic number', body: noise },
      { ...post, name: 'garbage', body: Buffer.concat([magic, noise]) },
      { ...post, name: 'nested groups', body: Buffer.concat([magic, Buffer.alloc(bytes - 10, 0x0b)]) },
      { ...post, name: 'nested messages', body: Buffer.concat([magic, Buffer.alloc(bytes - 10, 0x0a)]) },
      { ...post, name: 'a length', body: Buffer.concat([magic, Buffer.from([0x0a, 0xff, 0xff, 0xff, 0xff, 0x0f, 1])]) },
      { ...post, name: 'a number without end', body: Buffer.concat([magic, Buffer.alloc(bytes - 10, 0xff)]) },
    ])
  },
}
