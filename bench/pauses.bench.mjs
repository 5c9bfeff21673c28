import { podTemplate } from './kit/objects.mjs'
import { headersOf, podsPath } from './kit/requests.mjs'

export const title = 'Pauses (by the clock: the longest GET /livez, one every 20 ms from another process)'

const everyMs = 20
const mapsPath = '/api/v1/namespaces/default/configmaps'
const meta = 'v=v1;g=meta.k8s.io'

export async function run(kit) {
  const ours = await kit.subject('ours', { stored: kit.quick ? 2_000 : 200_000 })
  const watched = createWatch(kit, ours)
  await watched('nothing else for a second', () => new Promise((resolve) => setTimeout(resolve, 1_000)))
  await lists(kit, ours, watched)
  await watches(kit, ours, watched)
  await states(ours, watched)
  ours.close()
  await collection(kit)
}

/** Adds a row with the longest answer during some work. */
function createWatch(kit, { ports }) {
  const probe = kit.probe()
  return async (name, work) => {
    await probe.ask('begin', { port: ports.http1, everyMs })
    await work()
    const { longest: ms } = await probe.ask('end')
    kit.row({ name, ours: ms, unit: 'ms', aim: 20 })
  }
}

async function request(kit, { ports }, plan) {
  const { failed, text } = await kit.load({ protocol: 'http1', port: ports.http1, clients: 1, count: 1, ...plan })
  if (failed > 0) throw new Error(`${failed} requests failed: ${text}`)
}

/** Lists of everything, in each form, and by a label. */
async function lists(kit, ours, watched) {
  const count = kit.quick ? '2,000' : '200,000'
  const list =
    (accept, query = '') =>
    () =>
      request(kit, ours, {
        path: `${podsPath}${query}`,
        headers: headersOf(ours.token, accept === undefined ? {} : { accept }),
      })
  await watched(`first list of ${count} pods after the start, JSON`, list())
  await watched(`list of ${count} pods, JSON`, list())
  for (const [name, accept] of [
    ['protobuf', 'application/vnd.kubernetes.protobuf'],
    ['table', `application/json;as=Table;${meta}`],
    ['metadata', `application/json;as=PartialObjectMetadataList;${meta}`],
    ['YAML', 'application/yaml'],
  ]) {
    await watched(`list of ${count} pods, ${name}`, list(accept))
  }
  await watched(`first list by a label among ${count} pods`, list(undefined, '?labelSelector=slot%3Dslot-7'))
  await watched(`list by a field among ${count} pods`, list(undefined, '?fieldSelector=spec.nodeName%3Da'))
}

/** 1,000 watchers, 50 writes a second, and creates as fast as they are answered. */
async function watches(kit, ours, watched) {
  const watchers = kit.quick ? 100 : 1_000
  const headers = headersOf(ours.token)
  const path = `${podsPath}?watch=true&resourceVersion=0&fieldSelector=metadata.name=pod-0`
  const patch = {
    method: 'PATCH',
    path: `${podsPath}/pod-0`,
    body: '{"metadata":{"annotations":{"at":"%v"}}}',
    headers: headersOf(ours.token, { 'content-type': 'application/merge-patch+json' }),
  }
  const plan = { protocol: 'http1', port: ours.ports.http1, path, headers, watchers }
  await watched(`${watchers} watchers open`, () => kit.ask('watch', plan))
  await watched(`50 writes a second to ${watchers} watchers`, async () => {
    for (let write = 0; write < (kit.quick ? 20 : 100); write++) {
      const wait = new Promise((resolve) => setTimeout(resolve, 20))
      await request(kit, ours, patch)
      await wait
    }
  })
  await watched(`${watchers} watchers leave`, () => kit.ask('unwatch'))
  const template = podTemplate()
  const body = JSON.stringify({ ...template, metadata: { ...template.metadata, name: 'new-%d' } })
  const json = headersOf(ours.token, { 'content-type': 'application/json' })
  const creates = { method: 'POST', path: podsPath, body, headers: json, clients: 16 }
  await watched('creates, 16 in flight', () => request(kit, ours, { ...creates, count: kit.quick ? 500 : 5_000 }))
}

/** What is done with the whole state. */
async function states(ours, watched) {
  const call = (name) => () => ours.ask('call', { name })
  await watched('a snapshot of the server (fork)', call('forkServer'))
  await watched('compaction of the history', call('compactStore'))
}

/** Objects whose owner is deleted. */
async function collection(kit) {
  const ours = await kit.subject('ours', { controllers: ['garbage-collector-controller'] })
  const watched = createWatch(kit, ours)
  const count = kit.quick ? 500 : 20_000
  const headers = headersOf(ours.token, { 'content-type': 'application/json' })
  const read = async (path) =>
    (await fetch(`http://127.0.0.1:${ours.ports.http1}${path}`, { headers: headersOf(ours.token) })).json()
  await request(kit, ours, { method: 'POST', path: mapsPath, body: '{"metadata":{"name":"owner"}}', headers })
  const { uid } = (await read(`${mapsPath}/owner`)).metadata
  const ownerReferences = [{ apiVersion: 'v1', kind: 'ConfigMap', name: 'owner', uid }]
  const body = JSON.stringify({ metadata: { name: 'map-%d', labels: { owned: 'yes' }, ownerReferences } })
  const create = { method: 'POST', path: mapsPath, body, headers, clients: 16 }
  await watched('creates of objects with an owner, 16 in flight', () => request(kit, ours, { ...create, count }))
  await watched(`garbage collection of ${count.toLocaleString('en')} objects`, async () => {
    await request(kit, ours, { method: 'DELETE', path: `${mapsPath}/owner`, headers })
    for (;;) {
      const { items } = await read(`${mapsPath}?limit=1&labelSelector=owned%3Dyes`)
      if (items.length === 0) return
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
  })
  ours.close()
}
