import { connect } from 'node:net'
import type { Attack } from '../attack.ts'
import { many, pause, until } from '../tools/many.ts'

export const attack: Attack = {
  title: '3,000 connections of one address',
  limits: { cpuMs: 3_000, residentMiB: 250, stopMs: 100 },
  server: () => ({ flags: ['--max-connections-per-address=2500'] }),
  async run(target, judge) {
    const { hostname: host, port } = target
    const count = target.pick(3_000, 2_600)
    let closed = 0
    // Few at once: the queue of the kernel would delay more than it has room for.
    const sockets = await many(count, 64, async () => {
      const socket = connect({ host, port, localAddress: '127.0.0.3' })
      socket.on('error', () => undefined)
      socket.once('close', () => closed++)
      socket.resume()
      await new Promise((resolve) => socket.once('connect', resolve))
      return socket
    })
    await until(() => closed >= count - 2_500, 10_000)
    const open = sockets.length - closed
    judge.note(`${open.toLocaleString('en-US')} accepted`)
    judge.expect(open === 2_500, `${open} connections are open, not 2500`)
    const other = await target.open('http/1.1', '127.0.0.4').then(
      (socket) => !!socket.destroy(),
      () => false,
    )
    judge.expect(other, 'another address is refused')
    const { text } = await target.send({ path: '/metrics' })
    const refused = Number(/^apiserver_connections_refused_total\{reason="address"\} (\d+)$/m.exec(text)?.[1] ?? 0)
    judge.expect(refused === count - 2_500, `${refused} refused connections are counted, not ${count - 2_500}`)
    for (const socket of sockets) socket.destroy()
    await pause(200)
  },
}
