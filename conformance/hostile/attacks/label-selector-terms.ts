import type { Attack } from '../attack.ts'
import { createSmallObjects, smallPath } from '../tools/small-objects.ts'
import { many } from '../tools/many.ts'

const terms = (count: number, term: (index: number) => string): string =>
  encodeURIComponent(Array.from({ length: count }, (_, index) => term(index)).join(','))

export const attack: Attack = {
  title: 'label selectors of 100,000, and of 5,000 terms over 2,000 objects',
  limits: { cpuMs: 3_000, stopMs: 100 },
  prepare: (target) => createSmallObjects(target, target.pick(2_000, 100)),
  async run(target, judge) {
    const tooMany = await target.send({ path: `${smallPath}?labelSelector=${terms(100_000, (index) => `!${index}`)}` })
    judge.expectEach([tooMany.status], [400], 'a selector of 100,000 terms')
    const selectors = [
      terms(5_000, (index) => `!a${index}`),
      terms(5_000, (index) => `k${index}!=z`),
      `a${encodeURIComponent(' in (')}${terms(4_990, (index) => `v${index}`)})`,
    ]
    const statuses = await many(target.pick(12, 3), 3, async (index) => {
      const { status } = await target.send({ path: `${smallPath}?labelSelector=${selectors[index % 3]}` })
      return status
    })
    judge.expectEach(statuses, [200], 'selectors of 5,000 terms')
  },
}
