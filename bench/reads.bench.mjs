import { headersOf, podsPath, sizeOf } from './kit/requests.mjs'

export const title = 'Reads (CPU of the serving process)'

export async function run(kit) {
  const ours = await kit.subject('ours', { pods: 10_000 })
  const bare = await kit.subject('bare')
  const headers = headersOf(ours.token)

  const podBytes = await sizeOf(ours, `${podsPath}/pod-5000`)
  kit.row({ name: 'bytes of a pod', ours: podBytes, unit: 'bytes' })
  for (const protocol of ['http1', 'http2', 'tls']) {
    await kit.serve({
      name: `get, ${protocol}`,
      protocol,
      count: 8_000,
      // Each protocol has code of its own that has to be compiled.
      warm: protocol === 'http1' ? 24_000 : 12_000,
      ours: { server: ours, request: { path: `${podsPath}/pod-%d`, among: 10_000, headers } },
      bare: { server: bare, request: { path: `/bytes/${podBytes}`, headers } },
      aim: 1.43,
    })
  }

  const lists = [
    { name: 'list of 1', path: `${podsPath}?fieldSelector=metadata.name%3Dpod-77`, count: 4_000 },
    { name: 'list of 100 (page)', path: `${podsPath}?limit=100`, count: 1_000 },
    { name: 'list of 100 by a label among 10,000', path: `${podsPath}?labelSelector=slot%3Dslot-7`, count: 400 },
  ]
  for (const { name, path, count } of lists) {
    const bytes = await sizeOf(ours, path)
    for (const protocol of ['http1', 'tls']) {
      await kit.serve({
        name: `${name}, ${protocol}`,
        protocol,
        count,
        ours: { server: ours, request: { path, headers } },
        bare: { server: bare, request: { path: `/bytes/${bytes}`, headers } },
      })
    }
  }

  const bytes = await sizeOf(ours, podsPath)
  kit.row({ name: 'bytes of a list of 10,000', ours: bytes / 1e6, unit: 'MB' })
  for (const protocol of ['http1', 'http2']) {
    await kit.serve({
      name: `list of 10,000, repeated, ${protocol}`,
      protocol,
      count: 16,
      clients: 2,
      streams: 1,
      ours: { server: ours, request: { path: podsPath, headers } },
      bare: { server: bare, request: { path: `/bytes/${bytes}`, headers } },
      aim: 1.5,
    })
  }
  await fresh(kit, ours, bare, bytes, headers)
  await peak(kit, ours, bare, bytes, headers)
}

// A write before every list, so that nothing that was kept can be sent again.
async function fresh(kit, ours, bare, bytes, headers) {
  const patch = {
    protocol: 'http1',
    port: ours.ports.http1,
    method: 'PATCH',
    count: 1,
    clients: 1,
    among: 1,
    path: `${podsPath}/pod-%d`,
    body: '{"metadata":{"annotations":{"at":"%v"}}}',
    headers: { ...headers, 'content-type': 'application/merge-patch+json' },
  }
  const once = async (server, path) => {
    const plan = { protocol: 'http1', port: server.ports.http1, count: 1, clients: 1, path, headers }
    const before = await server.cpu()
    await kit.load(plan)
    return (await server.cpu()) - before
  }
  const oursTimes = []
  const bareTimes = []
  for (let round = 0; round < kit.rounds * 2; round++) {
    await kit.load(patch)
    oursTimes.push(await once(ours, podsPath))
    bareTimes.push(await once(bare, `/bytes/${bytes}`))
  }
  kit.row({
    name: 'list of 10,000, fresh, http1',
    ours: Math.min(...oursTimes),
    bare: Math.min(...bareTimes),
    unit: 'µs',
    aim: 4,
  })
}

async function peak(kit, ours, bare, bytes, headers) {
  const grown = []
  for (const [server, path] of [
    [ours, podsPath],
    [bare, `/bytes/${bytes}`],
  ]) {
    if (!(await server.ask('forgetPeak'))) return
    const before = await server.ask('peak')
    await kit.load({ protocol: 'http1', port: server.ports.http1, count: 16, clients: 8, path, headers })
    grown.push(((await server.ask('peak')) - before) / 1e6)
  }
  kit.row({
    name: 'list of 10,000 to 8 clients, memory peak',
    ours: grown[0] - Math.max(0, grown[1]),
    unit: 'MB',
    aim: 5,
  })
}
