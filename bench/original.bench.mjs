import { processCpuMs } from '../scripts/process-cpu.mjs'
import { podTemplate } from './kit/objects.mjs'
import { headersOf, podsPath } from './kit/requests.mjs'

export const title =
  'Beside kube-apiserver (HTTP/2 over TLS, RBAC; bare is kube-apiserver with its etcd, without fsync)'

/** A user of system:masters, as in conformance/differential/sides/tokens.csv. */
const token = 'admin-token'
const json = headersOf(token, { 'content-type': 'application/json' })

export async function run(kit) {
  await import('../conformance/differential/typescript.mjs')
  const { startOriginalStore } = await import('../conformance/differential/sides/original.ts')
  const { launchPinnace } = await import('../conformance/differential/sides/pinnace.ts')
  const etcd = await startOriginalStore(process.env['PINNACE_ORIGINAL'])
  if (etcd === undefined) {
    console.log('  not measured: set PINNACE_ORIGINAL to the folder of the binaries of etcd and kube-apiserver')
    return
  }
  const running = []
  try {
    const original = await etcd.startServer()
    running.push(original)
    const ours = await launchPinnace({})
    running.push(ours)
    const sides = [
      { name: 'kube-apiserver', port: portOf(original), pids: [original.pid, etcd.pid] },
      { name: 'Pinnace', port: portOf(ours), pids: [ours.pid] },
    ]
    await measure(kit, sides)
  } finally {
    for (const server of running) await server.stop()
    await etcd.stop()
  }
}

async function measure(kit, sides) {
  const pods = kit.quick ? 500 : 1_000
  const template = podTemplate()
  const pod = (name, more = {}) =>
    JSON.stringify({ ...template, metadata: { ...template.metadata, name, ...more }, kind: 'Pod', apiVersion: 'v1' })
  const account = JSON.stringify({ metadata: { name: 'default' } })
  for (const side of sides) {
    await send(kit, side, 1, post('/api/v1/namespaces/default/serviceaccounts', account))
    await send(kit, side, pods, { ...post(podsPath, pod('pod-%d')), among: pods })
  }
  const read = (path, more = {}) => ({ path, headers: headersOf(token, more) })
  const protobuf = { accept: 'application/vnd.kubernetes.protobuf' }
  const table = { accept: 'application/json;as=Table;v=v1;g=meta.k8s.io' }
  const patch = (type, body, query = '') => ({
    method: 'PATCH',
    path: `${podsPath}/pod-%d${query}`,
    among: pods,
    body,
    headers: headersOf(token, { 'content-type': `application/${type}` }),
  })
  const applied = pod('pod-%d', { annotations: { at: '%v' } })
  const rows = [
    ['get of a pod', 800, { ...read(`${podsPath}/pod-%d`), among: pods }],
    ['page of 500 pods', 20, read(`${podsPath}?limit=500`)],
    [`list of ${pods} pods`, 8, read(podsPath)],
    [`list of ${pods} pods, protobuf`, 8, read(podsPath, protobuf)],
    [`list of ${pods} pods, table`, 8, read(podsPath, table)],
    ['create of a pod', 300, post(podsPath, pod('new-%d'))],
    ['merge patch of a pod', 300, patch('merge-patch+json', '{"metadata":{"annotations":{"at":"%v"}}}')],
    ['server-side apply of a pod', 300, patch('apply-patch+yaml', applied, '?fieldManager=bench&force=true')],
  ]
  for (const [name, count, request] of rows) await compare(kit, sides, { name, count, request })
}

/** The least of several rounds in turns, as for every row; all processes of a side are counted. */
async function compare(kit, sides, { name, count, request }) {
  const least = sides.map(() => Infinity)
  const rounds = kit.quick ? 2 : 4
  for (let round = -1; round < rounds; round++) {
    for (const [index, side] of sides.entries()) {
      const before = cpuMs(side)
      await send(kit, side, count, request)
      const used = ((cpuMs(side) - before) * 1_000) / count
      if (round >= 0) least[index] = Math.min(least[index], used)
    }
  }
  const [bare, ours] = least
  kit.row({ name, ours, bare, unit: 'µs', aim: 1 })
}

async function send(kit, { name, port }, count, request) {
  const { failed, text } = await kit.load({ protocol: 'tls', port, count, clients: 1, streams: 16, ...request })
  if (failed > 0) throw new Error(`${failed} of ${count} requests to ${name} failed: ${text}`)
}

function post(path, body) {
  return { method: 'POST', path, body, headers: json }
}

function portOf({ url }) {
  return Number(new URL(url).port)
}

function cpuMs({ pids }) {
  return pids.reduce((sum, pid) => sum + processCpuMs(pid), 0)
}
