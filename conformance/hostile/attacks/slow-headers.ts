import type { Attack } from '../attack.ts'
import { pause, until } from '../tools/many.ts'

export const attack: Attack = {
  title: 'slowloris: 400 requests whose headers arrive byte by byte',
  limits: { cpuMs: 5_000, residentMiB: 200, stopMs: 250 },
  isFullOnly: true,
  async run(target, judge) {
    const sockets = await Promise.all(Array.from({ length: 400 }, () => target.open('http/1.1')))
    let closed = 0
    let text = ''
    for (const socket of sockets) {
      socket.on('error', () => undefined)
      socket.on('data', (chunk) => (text += chunk.toString('latin1').slice(0, 20)))
      socket.once('close', () => closed++)
      socket.write('GET /readyz HTTP/1.1\r\nHost: x\r\nX-Slow: ')
    }
    const startedMs = performance.now()
    const isOver = await until(async () => {
      for (const socket of sockets) if (socket.writable) socket.write('a')
      await pause(500)
      return closed === sockets.length
    }, 45_000)
    judge.note(`all closed within ${Math.ceil((performance.now() - startedMs) / 1_000)} s`)
    judge.expect(isOver, `${sockets.length - closed} connections are open`)
    judge.expect(!text.includes('200'), 'a request without its headers was answered with 200')
  },
}
