import type { ServerResponse } from 'node:http'
import type { Attack } from '../attack.ts'
import { until } from '../tools/many.ts'
import { answerForEver, startPeer, type Peer } from '../tools/peer.ts'

/** Answers of an aggregated server, and the statuses that its client may see; 0 is a connection that is closed. */
const answers: readonly (readonly [name: string, (response: ServerResponse) => void, ...number[]])[] = [
  ['a reset', (response) => response.destroy(), 503, 502],
  ['garbage', (response) => response.socket?.end('garbage\r\n\r\n'), 503, 502],
  ['a redirect', (response) => response.writeHead(302, { location: 'https://127.0.0.1:1/' }).end(), 502, 503, 302],
  [
    '101 that was not asked for',
    (response) =>
      response.socket?.write('HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n'),
    502,
    503,
    500,
  ],
  [
    '3,000 headers',
    (response) =>
      response
        .writeHead(
          200,
          Object.fromEntries(Array.from({ length: 3_000 }, (_, index) => [`x-${index}`, 'a'.repeat(100)])),
        )
        .end(),
    200,
    502,
    503,
  ],
  [
    'a body that ends early',
    (response) => {
      response.writeHead(200, { 'content-length': '1000' })
      response.write('x', () => response.destroy())
    },
    200,
    503,
    0,
  ],
  ['status 999', (response) => response.socket?.end('HTTP/1.1 999 x\r\nContent-Length: 0\r\n\r\n'), 500, 502, 503, 999],
]

let peer: Peer
let current = -1

export const attack: Attack = {
  title: `${answers.length} answers of an aggregated server that lie, and a discovery that never ends`,
  limits: { cpuMs: 2_000, residentMiB: 200, stopMs: 50 },
  async server() {
    peer = await startPeer((request, response) => {
      if (request.url?.includes('/things') === true) answers[current]?.[1](response)
      else if (request.url === '/apis/hostile.example.com/v1') response.end('{}')
      else answerForEver(response)
    })
    return {}
  },
  async prepare(target) {
    const path = '/api/v1/namespaces'
    await target.send({ method: 'POST', path, body: { metadata: { name: 'hostile' } } })
    await target.send({
      method: 'POST',
      path: `${path}/hostile/services`,
      body: {
        metadata: { name: 'peer' },
        spec: { type: 'ExternalName', externalName: 'localhost', ports: [{ port: 443 }] },
      },
    })
    await target.send({
      method: 'POST',
      path: '/apis/apiregistration.k8s.io/v1/apiservices',
      body: {
        metadata: { name: 'v1.hostile.example.com' },
        spec: {
          group: 'hostile.example.com',
          version: 'v1',
          groupPriorityMinimum: 1_000,
          versionPriority: 1,
          service: { name: 'peer', namespace: 'hostile', port: peer.port },
          caBundle: Buffer.from(peer.ca).toString('base64'),
        },
      },
    })
  },
  async run(target, judge) {
    const path = '/apis/hostile.example.com/v1/things'
    current = 0
    await until(() => peer.seen > 0, 10_000)
    for (const [index, [name, , ...statuses]] of answers.entries()) {
      current = index
      const { status, headers } = await target.send({ path, headers: { connection: 'close' } })
      judge.expectEach([status], statuses, name)
      judge.expect(headers['location'] === undefined || status === 302, `${name}: the redirect was passed on`)
    }
    judge.expect((await target.send({ path: '/apis' })).status === 200, 'discovery does not answer')
    peer.close()
  },
}
