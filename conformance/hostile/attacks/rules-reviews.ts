import type { Attack } from '../attack.ts'
import { grantManyToViewer } from '../tools/many-rules.ts'

const path = '/apis/authorization.k8s.io/v1/selfsubjectrulesreviews'

export const attack: Attack = {
  title: 'rules reviews by a user with 100,000 rules',
  limits: { cpuMs: 6_000, residentMiB: 450, stopMs: 50 },
  server: () => ({}),
  prepare: (target) => grantManyToViewer(target, target.pick(100_000, 500)),
  async run(target, judge) {
    const count = target.pick(100_000, 500)
    for (let round = 0; round < 3; round++) {
      const { status, text } = await target.send({
        method: 'POST',
        path,
        as: 'viewer',
        body: { spec: { namespace: 'a' } },
      })
      judge.expectEach([status], [201], 'a review')
      judge.expect(text.split('held').length > count, 'rules are missing in a review')
    }
  },
}
