import type { Attack } from '../attack.ts'
import { allow } from '../tools/allow.ts'
import { many } from '../tools/many.ts'
import { startPeer, type Peer } from '../tools/peer.ts'
import { registerWebhook, webhookNamespace } from '../tools/webhooks.ts'

let peer: Peer

export const attack: Attack = {
  title: '300 requests of one user that wait for a webhook which hangs',
  limits: { cpuMs: 4_000, residentMiB: 250, stopMs: 300 },
  async server() {
    peer = await startPeer(() => undefined)
    return {}
  },
  async prepare(target) {
    await registerWebhook(target, peer, target.pick(10, 2))
    await allow(target, ['viewer', 'nobody'], ['configmaps'], ['create', 'list'])
  },
  async run(target, judge) {
    const path = `/api/v1/namespaces/${webhookNamespace}/configmaps`
    const sockets = await many(target.pick(300, 20), 32, () => target.open('http/1.1'))
    const hanging = sockets.map(
      (socket) =>
        new Promise<number>((resolve) => {
          socket.on('error', () => undefined)
          socket.once('data', (chunk) => resolve(Number(chunk.toString('latin1').slice(9, 12))))
          socket.once('close', () => resolve(0))
          const body = '{"metadata":{"generateName":"hanging-"}}'
          socket.write(
            `POST ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer viewer-token\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
          )
        }),
    )
    const startedMs = performance.now()
    const others = await many(20, 4, async () => (await target.send({ path, as: 'nobody-token' })).status)
    judge.expectEach(others, [200], 'lists of another user')
    judge.note(`20 lists of another user in ${Math.round(performance.now() - startedMs)} ms`)
    judge.expectEach(await Promise.all(hanging), [500, 504, 429], 'requests that wait for the webhook')
    for (const socket of sockets) socket.destroy()
    peer.close()
  },
}
