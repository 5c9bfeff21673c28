import type { Attack } from '../attack.ts'
import { expectAnswers } from '../tools/bodies.ts'

const path = '/api/v1/namespaces/default/configmaps'

export const attack: Attack = {
  title: 'a merge patch of 100,000 keys',
  limits: { cpuMs: 3_000, residentMiB: 350, stopMs: 50 },
  async run(target, judge) {
    const name = 'merge-patch-keys'
    const keys = Array.from({ length: target.pick(100_000, 1_000) }, (_, index) => `"k${index}":"v"`).join()
    await expectAnswers(target, judge, [
      { name: 'create', method: 'POST', path, body: { metadata: { name } }, status: [201] },
      {
        name: 'patch',
        method: 'PATCH',
        path: `${path}/${name}?dryRun=All`,
        type: 'application/merge-patch+json',
        body: `{"data":{${keys}}}`,
        // The object would be too large.
        status: [target.size === 'full' ? 413 : 200],
      },
      { name: 'delete', method: 'DELETE', path: `${path}/${name}`, status: [200] },
    ])
  },
}
