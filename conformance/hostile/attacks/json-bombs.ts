import type { Attack } from '../attack.ts'
import { createPath, expectAnswers } from '../tools/bodies.ts'

const post = { method: 'POST', path: createPath, status: [400, 413] }

export const attack: Attack = {
  title: 'JSON: 600,000 levels, a number of 3 MB, 500,000 escapes, 1e999999, 1,000,000 empty objects',
  limits: { cpuMs: 2_000, residentMiB: 350, stopMs: 50 },
  run(target, judge) {
    const size = target.pick(1, 0.01)
    const around = (value: string): string => `{"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":${value}}}`
    return expectAnswers(target, judge, [
      { ...post, name: 'levels', body: '['.repeat(600_000 * size) },
      { ...post, name: 'closed levels', body: around(`${'['.repeat(300_000 * size)}${']'.repeat(300_000 * size)}`) },
      { ...post, name: 'objects in objects', body: '{"a":'.repeat(500_000 * size) },
      { ...post, name: 'a number', body: around('1'.repeat(3_000_000 * size)) },
      { ...post, name: 'an infinite number', body: around('1e999999') },
      { ...post, name: 'escapes', body: around(`"${'\\u0061'.repeat(500_000 * size)}`) },
      { ...post, name: 'empty objects', body: `[${'{},'.repeat(1_000_000 * size)}{}]` },
      { ...post, name: 'half of a surrogate pair', body: around('"\\ud800'), status: [400] },
    ])
  },
}
