import type { Attack } from '../attack.ts'
import { configMapOf, createPath, expectAnswers } from '../tools/bodies.ts'

export const attack: Attack = {
  title: 'a ConfigMap with 200,000 keys',
  limits: { cpuMs: 2_000, residentMiB: 350, stopMs: 50 },
  run: (target, judge) =>
    expectAnswers(target, judge, [
      {
        name: 'keys',
        method: 'POST',
        path: createPath,
        body: configMapOf('keys', target.pick(200_000, 2_000), (index) => `"${index}":"b"`),
        // More members than an object may have.
        status: [target.size === 'full' ? 413 : 201],
      },
    ]),
}
