import type { Attack } from '../attack.ts'
import { configMapOf, expectAnswers } from '../tools/bodies.ts'

const path = '/api/v1/namespaces/default/configmaps'

export const attack: Attack = {
  title: 'an apply of 150,000 keys',
  limits: { cpuMs: 4_000, residentMiB: 450, stopMs: 50 },
  run: (target, judge) =>
    expectAnswers(target, judge, [
      {
        name: 'apply',
        method: 'PATCH',
        path: `${path}/apply-keys?dryRun=All&fieldManager=hostile`,
        type: 'application/apply-patch+yaml',
        body: configMapOf('apply-keys', target.pick(150_000, 1_500), (index) => `"k${index}":"v"`),
        status: [target.size === 'full' ? 413 : 201],
      },
    ]),
}
