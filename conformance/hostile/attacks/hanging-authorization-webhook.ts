import type { Attack } from '../attack.ts'
import { many } from '../tools/many.ts'
import { kubeconfigOf, startPeer, type Peer } from '../tools/peer.ts'

let peer: Peer

export const attack: Attack = {
  title: '450 requests of one user while the authorization webhook hangs',
  limits: { cpuMs: 4_000, residentMiB: 250, stopMs: 100 },
  async server(folder) {
    peer = await startPeer(() => undefined)
    const file = kubeconfigOf(peer, folder)
    return { flags: ['--authorization-mode=RBAC,Webhook', `--authorization-webhook-config-file=${file}`] }
  },
  async run(target, judge) {
    const sockets = await many(target.pick(450, 20), 32, async () => {
      const socket = await target.open('http/1.1')
      socket.on('error', () => undefined)
      socket.resume()
      socket.write('GET /api/v1/secrets HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer viewer-token\r\n\r\n')
      return socket
    })
    const startedMs = performance.now()
    const masters = await many(20, 4, async () => (await target.send({ path: '/api/v1/namespaces' })).status)
    judge.expectEach(masters, [200], 'requests of the administrator')
    const allowed = await many(20, 4, async () => (await target.send({ path: '/version', as: 'nobody-token' })).status)
    judge.expectEach(allowed, [200], 'requests that RBAC allows, of another user')
    judge.note(`40 requests of others in ${Math.round(performance.now() - startedMs)} ms`)
    for (const socket of sockets) socket.destroy()
    peer.close()
  },
}
