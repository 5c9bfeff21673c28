import type { Attack } from '../attack.ts'
import { createPath, expectAnswers } from '../tools/bodies.ts'

export const attack: Attack = {
  title: 'YAML with 200,000 keys (3 MB)',
  limits: { cpuMs: 4_000, residentMiB: 400, stopMs: 50 },
  run(target, judge) {
    const keys = Array.from({ length: target.pick(200_000, 2_000) }, (_, index) => `  k${index}: v`).join('\n')
    const body = `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: keys\ndata:\n${keys}\n`
    const status = target.size === 'full' ? [201, 413, 422, 500] : [201]
    return expectAnswers(target, judge, [
      { name: 'keys', method: 'POST', path: createPath, type: 'application/yaml', body, status },
    ])
  },
}
