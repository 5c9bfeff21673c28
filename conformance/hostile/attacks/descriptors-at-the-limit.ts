import { spawnSync } from 'node:child_process'
import type { Attack } from '../attack.ts'
import { many, until } from '../tools/many.ts'

const canLimit = spawnSync('prlimit', ['--version']).status === 0

export const attack: Attack = {
  title: '200 connections to a server that may have 64 file descriptors',
  limits: { cpuMs: 1_000, residentMiB: 150, stopMs: 50 },
  server: () => (canLimit ? { descriptors: 64 } : {}),
  async run(target, judge) {
    if (!canLimit) {
      judge.note('not judged: there is no prlimit')
      return
    }
    let closed = 0
    const sockets = await many(200, 20, async () => {
      const socket = await target.open('http/1.1').catch(() => undefined)
      if (socket === undefined) closed++
      socket?.on('error', () => undefined)
      socket?.once('close', () => closed++)
      return socket
    })
    judge.note(`${200 - closed} accepted`)
    judge.expect(closed > 100 && closed < 200, `${closed} of 200 connections were closed`)
    const refusedHere = closed
    for (const socket of sockets) socket?.destroy()
    const path = '/api/v1/namespaces/default/configmaps'
    const isServed = await until(async () => (await target.send({ path })).status === 200, 5_000)
    judge.expect(isServed, 'new connections are not accepted when others have closed')
    const { text } = await target.send({ path: '/metrics' })
    const refused = Number(/^apiserver_connections_refused_total\{reason="total"\} (\d+)$/m.exec(text)?.[1] ?? 0)
    judge.expect(refused >= refusedHere, `${refused} refused connections are counted, ${refusedHere} were closed`)
  },
}
