import type { Attack } from '../attack.ts'
import { many } from '../tools/many.ts'

export const attack: Attack = {
  title: '20,000 random paths, methods and names',
  limits: { cpuMs: 30_000, residentMiB: 250, stopMs: 50 },
  async run(target, judge) {
    const methods = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'EXPLODE', 'HEAD', 'OPTIONS']
    const half = target.pick(10_000, 250)
    const send = (from: number): Promise<number[]> =>
      many(half, 16, async (index) => {
        const number = from + index
        const roots = ['/', '/api/v1/', '/apis/', '/apis/apps/v1/namespaces/', '/api/v1/namespaces/default/configmaps/']
        const path = `${roots[number % roots.length] ?? ''}r${(number * 7_919) % 65_521}/x${number}`
        const ask = { method: methods[number % methods.length] ?? 'GET', path }
        const { status } = await target.send(ask)
        // A kept connection may be closed behind a method that is none: clients ask again.
        return status === 0 ? (await target.send(ask)).status : status
      })
    const size = async (): Promise<number> => (await target.send({ path: '/metrics' })).text.length
    const first = await send(0)
    const before = await size()
    const statuses = [...first, ...(await send(half))]
    const grown = (await size()) - before
    judge.note(`the second half added ${Math.round(grown / 1_024)} KiB of metrics`)
    judge.expect(grown < 50_000, `the metrics grew by ${grown} bytes`)
    judge.expect(
      statuses.every((status) => status < 500 && status >= 200),
      `statuses ${[...new Set(statuses)].join(', ')}`,
    )
  },
}
