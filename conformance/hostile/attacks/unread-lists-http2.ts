import { connect } from 'node:http2'
import type { Attack } from '../attack.ts'
import { tokens } from '../scene.ts'
import { createLargeList, listPath } from '../tools/large-list.ts'
import { pause } from '../tools/many.ts'

export const attack: Attack = {
  title: '1,000 lists of 20 MB that are not read, HTTP/2',
  limits: { cpuMs: 5_000, residentMiB: 350, stopMs: 100 },
  prepare: (target) => createLargeList(target, target.pick(20, 2)),
  async run(target, judge) {
    const sessions = Array.from({ length: target.pick(10, 2) }, () => {
      const session = connect(target.url, { rejectUnauthorized: false, settings: { initialWindowSize: 65_535 } })
      session.on('error', () => undefined)
      for (let index = 0; index < 100; index++) {
        const stream = session.request({ ':path': listPath, authorization: `Bearer ${tokens['admin']}` })
        stream.on('error', () => undefined)
        stream.pause()
      }
      return session
    })
    await pause(target.pick(5_000, 300))
    judge.expect((await target.send({ path: '/livez' })).status === 200, 'the server does not answer others')
    for (const session of sessions) session.destroy()
  },
}
