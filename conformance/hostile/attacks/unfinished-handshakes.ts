import { connect } from 'node:net'
import type { Attack } from '../attack.ts'
import { many, pause, until } from '../tools/many.ts'

// A record of a handshake, and the first bytes of a hello.
const halfHello = Buffer.from('16030100c8010000c40303', 'hex')

export const attack: Attack = {
  title: '3,000 connections that send nothing, or half of a TLS hello, and never close',
  limits: { cpuMs: 5_000, residentMiB: 300, stopMs: 50 },
  isFullOnly: true,
  async run(target, judge) {
    const before = target.descriptors()
    const { hostname: host, port } = target
    let ended = 0
    // Two addresses, each within the limit of connections of one. Few at once: the queue of the kernel would delay more than it has room for.
    const sockets = await many(3_000, 64, async (index) => {
      const socket = connect({ host, port, allowHalfOpen: true, localAddress: index % 3 === 0 ? '127.0.0.2' : host })
      socket.on('error', () => undefined)
      socket.once('end', () => ended++)
      socket.resume()
      await new Promise((resolve) => socket.once('connect', resolve))
      if (index % 2 === 0) socket.write(halfHello)
      return socket
    })
    await pause(1_000)
    judge.expect((await target.send({ path: '/livez' })).status === 200, 'the server does not answer others')
    const startedMs = performance.now()
    // Some clients leave before the time limit, and do not say so.
    await until(() => ended === sockets.length, 45_000, 500)
    judge.note(`${ended.toLocaleString('en-US')} closed within ${Math.ceil((performance.now() - startedMs) / 1_000)} s`)
    judge.expect(ended === sockets.length, `${sockets.length - ended} connections are open`)
    const left = target.descriptors() - before
    judge.expect(left < 20, `${left} descriptors are not released`)
    for (const socket of sockets) socket.destroy()
  },
}
