import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Attack } from '../attack.ts'
import { many } from '../tools/many.ts'
import { startPeer, type Peer } from '../tools/peer.ts'

let peer: Peer
const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')

export const attack: Attack = {
  title: '100 ID tokens while the OIDC issuer hangs',
  limits: { cpuMs: 3_000, residentMiB: 200, stopMs: 50 },
  async server(folder) {
    peer = await startPeer(() => undefined)
    const file = join(folder, 'oidc-ca.pem')
    writeFileSync(file, peer.ca)
    return { flags: [`--oidc-issuer-url=${peer.url}`, '--oidc-client-id=hostile', `--oidc-ca-file=${file}`] }
  },
  async run(target, judge) {
    const sockets = await many(target.pick(100, 10), 16, async (index) => {
      const claims = { iss: peer.url, aud: 'hostile', sub: `user-${index}`, exp: 4_000_000_000 }
      const socket = await target.open('http/1.1')
      socket.on('error', () => undefined)
      socket.resume()
      const token = `${encode({ alg: 'RS256', kid: 'a' })}.${encode(claims)}.AAAA`
      socket.write(`GET /api HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n\r\n`)
      return socket
    })
    const known = await many(20, 4, async () => (await target.send({ path: '/api', as: 'viewer' })).status)
    judge.expectEach(known, [200], 'requests with a known token')
    for (const socket of sockets) socket.destroy()
    peer.close()
  },
}
