import { connect } from 'node:http2'
import type { Attack } from '../attack.ts'
import { tokens } from '../scene.ts'
import { until } from '../tools/many.ts'

const path = '/api/v1/namespaces/watched/configmaps'
const perSession = 100
const writes = 10

export const attack: Attack = {
  title: '10,000 watches of one client over 100 sessions, and 10 writes',
  limits: { cpuMs: 20_000, residentMiB: 450, stopMs: 200 },
  async prepare(target) {
    await target.send({ method: 'POST', path: '/api/v1/namespaces', body: { metadata: { name: 'watched' } } })
  },
  async run(target, judge) {
    const count = target.pick(100, 3)
    let open = 0
    let events = 0
    const sessions = Array.from({ length: count }, () => {
      const session = connect(target.url, { rejectUnauthorized: false })
      session.on('error', () => undefined)
      for (let index = 0; index < perSession; index++) {
        const stream = session.request({
          ':path': `${path}?watch=true&resourceVersion=0`,
          authorization: `Bearer ${tokens['admin']}`,
        })
        stream.on('error', () => undefined)
        stream.on('response', (headers) => headers[':status'] === 200 && open++)
        stream.on('data', (chunk: Buffer) => {
          for (const byte of chunk) if (byte === 0x0a) events++
        })
      }
      return session
    })
    const expected = count * perSession
    judge.expect(await until(() => open === expected, 120_000), `${open} of ${expected} watches are open`)
    for (let index = 0; index < writes; index++) {
      await target.send({ method: 'POST', path, body: { metadata: { name: `written-${index}` } } })
    }
    await until(() => events >= expected * writes, 120_000)
    judge.note(`${events.toLocaleString('en-US')} of ${(expected * writes).toLocaleString('en-US')} events delivered`)
    judge.expect(events === expected * writes, `${events} events, not ${expected * writes}`)
    for (const session of sessions) session.destroy()
    for (let index = 0; index < writes; index++) {
      await target.send({ method: 'DELETE', path: `${path}/written-${index}` })
    }
  },
}
