import type { Attack } from '../attack.ts'
import { createPath, expectAnswers } from '../tools/bodies.ts'

const post = { method: 'POST', path: createPath, type: 'application/yaml', status: [400, 413, 422] }

export const attack: Attack = {
  title: 'YAML: anchors that grow, merge keys, 100,000 levels, 700,000 documents, tags, a quote without end',
  limits: { cpuMs: 4_000, residentMiB: 400, stopMs: 50 },
  run(target, judge) {
    const size = target.pick(1, 0.01)
    const laughs = ['a0: &a0 [x, x, x, x, x, x, x, x, x]']
    for (let index = 1; index < 12; index++) {
      const before = Array.from({ length: 9 }, () => `*a${index - 1}`).join()
      laughs.push(`a${index}: &a${index} [${before}]`)
    }
    return expectAnswers(target, judge, [
      { ...post, name: 'anchors', body: laughs.join('\n') },
      { ...post, name: 'merge keys', body: `a: &a {b: c}\n${'<<: *a\n'.repeat(100_000 * size)}` },
      { ...post, name: 'flow levels', body: '['.repeat(100_000 * size) },
      { ...post, name: 'block levels', body: '- '.repeat(100_000 * size) },
      { ...post, name: 'documents', body: '---\n'.repeat(700_000 * size), status: [400, 413, 422] },
      { ...post, name: 'tags', body: `a: ${'!!js/function '.repeat(1_000)}x` },
      { ...post, name: 'a quote', body: `a: "${'x'.repeat(3_000_000 * size)}` },
      { ...post, name: 'a function', body: 'kind: !!js/function "function () { process.exit() }"' },
    ])
  },
}
