import { podTemplate } from './kit/objects.mjs'
import { headersOf, podsPath } from './kit/requests.mjs'

export const title = 'Creates on 64 connections of HTTP/1.1, beside 64 streams of HTTP/2 (CPU of the serving process)'

export async function run(kit) {
  const server = await kit.subject('ours', { pods: 0 })
  const request = {
    method: 'POST',
    path: podsPath,
    body: JSON.stringify(podTemplate()),
    headers: headersOf(server.token, { 'content-type': 'application/json' }),
  }
  const rounds = kit.quick ? 2 : 4
  for (const [name, http1, http2] of [
    ['in the clear', 'http1', 'http2'],
    ['over TLS', 'https', 'tls'],
  ]) {
    const plans = [
      { protocol: http1, clients: 64 },
      { protocol: http2, clients: 4, streams: 16 },
    ]
    const least = [Infinity, Infinity]
    for (let round = -1; round < rounds; round++) {
      for (const [index, plan] of plans.entries()) {
        // The first round warms up. Connections are opened anew in each: there are enough requests that handshakes hardly count.
        const count = kit.quick ? 1_000 : round < 0 ? 8_000 : 4_000
        const before = await server.cpu()
        const { failed, text } = await kit.load({ ...plan, port: server.ports[plan.protocol], count, ...request })
        if (failed > 0) throw new Error(`${name}: ${failed} of ${count} creates failed: ${text}`)
        const used = ((await server.cpu()) - before) / count
        if (round >= 0) least[index] = Math.min(least[index], used)
      }
    }
    const [ours, bare] = least
    kit.row({ name: `create on 64 connections, ${name}; bare is HTTP/2`, ours, bare, unit: 'µs', aim: 1.1 })
  }
}
