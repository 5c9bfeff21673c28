import type { Attack } from '../attack.ts'

export const attack: Attack = {
  title: 'lists with 10,000 and 90,000 media types in Accept',
  limits: { cpuMs: 1_000, stopMs: 50 },
  async run(target, judge) {
    const accept = (count: number): string =>
      Array.from({ length: count }, (_, index) => `a/b;q=0.${index % 10}`).join()
    for (const count of [target.pick(10_000, 1_000), target.pick(90_000, 2_000)]) {
      const path = '/api/v1/namespaces/default/configmaps'
      const { status } = await target.send({ path, headers: { accept: accept(count) } })
      judge.expectEach([status], [406, 431], 'media types that are not served')
    }
  },
}
