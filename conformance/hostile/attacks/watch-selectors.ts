import type { Attack } from '../attack.ts'
import { tokens } from '../scene.ts'
import { many, until } from '../tools/many.ts'

const path = '/api/v1/namespaces/selected/configmaps'

export const attack: Attack = {
  title: '50 watches with selectors of 4,000 terms, and 200 writes',
  limits: { cpuMs: 5_000, residentMiB: 250, stopMs: 75 },
  async prepare(target) {
    await target.send({ method: 'POST', path: '/api/v1/namespaces', body: { metadata: { name: 'selected' } } })
  },
  async run(target, judge) {
    const terms = Array.from({ length: 4_000 }, (_, index) => `k${index}!=z`).join(',')
    const watchPath = `${path}?watch=true&resourceVersion=0&labelSelector=${encodeURIComponent(terms)}`
    let lines = 0
    const sockets = await many(target.pick(50, 4), 8, async () => {
      const socket = await target.open('http/1.1')
      socket.on('error', () => undefined)
      socket.on('data', (chunk) => (lines += chunk.toString('latin1').split('"ADDED"').length - 1))
      socket.write(`GET ${watchPath} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${tokens['admin']}\r\n\r\n`)
      return socket
    })
    const count = target.pick(200, 5)
    const statuses = await many(count, 4, async (index) => {
      const body = { metadata: { name: `selected-${index}`, labels: { a: 'b' } } }
      return (await target.send({ method: 'POST', path, body })).status
    })
    judge.expectEach(statuses, [201], 'writes')
    const expected = count * sockets.length
    judge.expect(await until(() => lines >= expected, 20_000), `${lines} of ${expected} events were delivered`)
    for (const socket of sockets) socket.destroy()
    await target.send({ method: 'DELETE', path })
  },
}
