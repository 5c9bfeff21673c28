import type { Attack } from '../attack.ts'
import { tokens } from '../scene.ts'
import { allow } from '../tools/allow.ts'
import { many, pause } from '../tools/many.ts'

const path = '/api/v1/namespaces/default/configmaps'

export const attack: Attack = {
  title: '450 requests of one user whose bodies do not arrive',
  limits: { cpuMs: 3_000, residentMiB: 250, stopMs: 250 },
  server: () => ({}),
  prepare: (target) => allow(target, ['viewer', 'nobody'], ['configmaps'], ['create', 'list']),
  async run(target, judge) {
    const sockets = await many(target.pick(450, 20), 32, async () => {
      const socket = await target.open('http/1.1')
      socket.on('error', () => undefined)
      socket.resume()
      socket.write(
        `POST ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${tokens['viewer']}\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{`,
      )
      return socket
    })
    await pause(200)
    const startedMs = performance.now()
    const statuses = await many(20, 4, async () => (await target.send({ path, as: 'nobody-token' })).status)
    judge.note(`20 lists of another user in ${Math.round(performance.now() - startedMs)} ms`)
    judge.expectEach(statuses, [200], 'lists of another user')
    for (const socket of sockets) socket.destroy()
  },
}
