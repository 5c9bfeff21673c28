import type { Attack } from '../attack.ts'
import { createPath, expectAnswers } from '../tools/bodies.ts'

export const attack: Attack = {
  title: 'a body with 200,000 unknown fields',
  limits: { cpuMs: 2_000, residentMiB: 300, stopMs: 50 },
  run(target, judge) {
    const unknown = Array.from({ length: target.pick(200_000, 2_000) }, (_, index) => `"x${index}":1`).join()
    const body = `{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"unknown"},${unknown}}`
    return expectAnswers(target, judge, [
      { name: 'unknown fields', method: 'POST', path: createPath, body, status: [target.size === 'full' ? 413 : 201] },
      {
        name: 'unknown fields, strict',
        method: 'POST',
        path: `${createPath}&fieldValidation=Strict`,
        body,
        status: [target.size === 'full' ? 413 : 400],
      },
    ])
  },
}
