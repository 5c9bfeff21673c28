import type { Attack } from '../attack.ts'
import { configMapOf, createPath, expectAnswers } from '../tools/bodies.ts'

export const attack: Attack = {
  title: 'a body with 300,000 duplicate fields',
  limits: { cpuMs: 2_000, residentMiB: 300, stopMs: 50 },
  run: (target, judge) =>
    expectAnswers(target, judge, [
      {
        name: 'duplicates',
        method: 'POST',
        path: createPath,
        body: configMapOf('duplicates', target.pick(300_000, 3_000), () => '"a":"b"'),
        status: target.size === 'full' ? [413] : [201],
      },
      {
        name: 'duplicates, strict',
        method: 'POST',
        path: `${createPath}&fieldValidation=Strict`,
        body: configMapOf('duplicates', target.pick(300_000, 3_000), () => '"a":"b"'),
        status: target.size === 'full' ? [413] : [400],
      },
    ]),
}
