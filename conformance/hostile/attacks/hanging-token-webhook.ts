import type { Attack } from '../attack.ts'
import { many } from '../tools/many.ts'
import { kubeconfigOf, startPeer, type Peer } from '../tools/peer.ts'

let peer: Peer

export const attack: Attack = {
  title: '450 unknown tokens while the token webhook hangs',
  limits: { cpuMs: 4_000, residentMiB: 250, stopMs: 250 },
  async server(folder) {
    peer = await startPeer(() => undefined)
    return { flags: [`--authentication-token-webhook-config-file=${kubeconfigOf(peer, folder)}`] }
  },
  async run(target, judge) {
    const sockets = await many(target.pick(450, 20), 32, async (index) => {
      const socket = await target.open('http/1.1')
      socket.on('error', () => undefined)
      socket.resume()
      socket.write(`GET /api HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer unknown-${index}\r\n\r\n`)
      return socket
    })
    const startedMs = performance.now()
    const known = await many(20, 4, async () => (await target.send({ path: '/api', as: 'viewer' })).status)
    judge.expectEach(known, [200], 'requests with a known token')
    judge.note(`20 requests with a known token in ${Math.round(performance.now() - startedMs)} ms`)
    for (const socket of sockets) socket.destroy()
    peer.close()
  },
}
