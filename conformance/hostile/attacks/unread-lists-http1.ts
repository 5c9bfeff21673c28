import type { Attack } from '../attack.ts'
import { createLargeList, listPath } from '../tools/large-list.ts'
import { pause } from '../tools/many.ts'
import { tokens } from '../scene.ts'

export const attack: Attack = {
  title: '100 lists of 20 MB that are not read, HTTP/1.1',
  limits: { addedMiB: 100, stopMs: 100 },
  prepare: (target) => createLargeList(target, target.pick(20, 2)),
  async run(target, judge) {
    const sockets = await Promise.all(Array.from({ length: target.pick(100, 10) }, () => target.open('http/1.1')))
    for (const socket of sockets) {
      socket.on('error', () => undefined)
      socket.pause()
      socket.write(`GET ${listPath} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${tokens['admin']}\r\n\r\n`)
    }
    await pause(target.pick(5_000, 200))
    judge.expect((await target.send({ path: '/livez' })).status === 200, 'the server does not answer others')
    for (const socket of sockets) socket.destroy()
  },
}
