import { headersOf, podsPath, sizeOf } from './kit/requests.mjs'

export const title = 'Lists of 10,000 pods in other forms than stored JSON (CPU of the serving process)'

const meta = 'g=meta.k8s.io;v=v1'
const protobuf = 'application/vnd.kubernetes.protobuf'
const forms = [
  { name: 'protobuf', accept: protobuf, aim: 1.5 },
  { name: 'metadata in protobuf', accept: `${protobuf};as=PartialObjectMetadataList;${meta}` },
  { name: 'metadata in JSON', accept: `application/json;as=PartialObjectMetadataList;${meta}` },
  { name: 'table', accept: `application/json;as=Table;${meta}` },
]

export async function run(kit) {
  const ours = await kit.subject('ours', { pods: 10_000 })
  const bare = await kit.subject('bare')
  for (const { name, accept, aim } of forms) {
    const headers = { ...headersOf(ours.token), accept }
    const bytes = await sizeOf(ours, podsPath, { accept })
    kit.row({ name: `bytes of a list, ${name}`, ours: bytes / 1e6, unit: 'MB' })
    const request = { path: podsPath, headers }
    const ready = { path: `/bytes/${bytes}`, headers }
    await kit.serve({
      name: `list of 10,000, ${name}, repeated`,
      protocol: 'http1',
      count: 8,
      clients: 1,
      streams: 1,
      ours: { server: ours, request },
      bare: { server: bare, request: ready },
      ...(aim === undefined ? {} : { aim }),
    })
    await afterWrites(kit, { name, ours, bare, request, ready })
    if (name === 'table') await besideJson(kit, ours, request)
  }
}

/** A table is made for each answer, because of its ages. */
async function besideJson(kit, ours, request) {
  await kit.serve({
    name: 'list of 10,000, table; bare is the list in JSON',
    protocol: 'http1',
    count: 8,
    clients: 1,
    streams: 1,
    ours: { server: ours, request },
    bare: { server: ours, request: { path: podsPath, headers: headersOf(ours.token) } },
    aim: 3,
  })
}

// One object changes before every list, so that no list that was kept can be sent again.
async function afterWrites(kit, { name, ours, bare, request, ready }) {
  const patch = {
    protocol: 'http1',
    port: ours.ports.http1,
    method: 'PATCH',
    count: 1,
    clients: 1,
    among: 1,
    path: `${podsPath}/pod-%d`,
    body: '{"metadata":{"annotations":{"at":"%v"}}}',
    headers: { ...headersOf(ours.token), 'content-type': 'application/merge-patch+json' },
  }
  const once = async (server, asked) => {
    const before = await server.cpu()
    await kit.load({ protocol: 'http1', port: server.ports.http1, count: 1, clients: 1, ...asked })
    return (await server.cpu()) - before
  }
  const times = { ours: [], bare: [] }
  for (let round = 0; round < kit.rounds * 2; round++) {
    await kit.load(patch)
    times.ours.push(await once(ours, request))
    times.bare.push(await once(bare, ready))
  }
  kit.row({
    name: `list of 10,000, ${name}, after a write`,
    ours: Math.min(...times.ours),
    bare: Math.min(...times.bare),
    unit: 'µs',
  })
}
