import type { Attack } from '../attack.ts'
import { createSmallObjects, smallPath } from '../tools/small-objects.ts'
import { many } from '../tools/many.ts'

export const attack: Attack = {
  title: 'field selectors of 10,000, and of 5,000 terms over 2,000 objects',
  limits: { cpuMs: 3_000, stopMs: 100 },
  prepare: (target) => createSmallObjects(target, target.pick(2_000, 100)),
  async run(target, judge) {
    const ask = async (count: number): Promise<number> => {
      const terms = Array.from({ length: count }, (_, index) => `metadata.name!=no-${index}`)
      return (await target.send({ path: `${smallPath}?fieldSelector=${encodeURIComponent(terms.join(','))}` })).status
    }
    judge.expectEach([await ask(10_000)], [400], 'a selector of 10,000 terms')
    judge.expectEach(await many(target.pick(8, 2), 4, () => ask(5_000)), [200], 'selectors of 5,000 terms')
  },
}
