import { createPauseRows, read, request, wait } from './kit/longest-pause.mjs'
import { podTemplate } from './kit/objects.mjs'
import { headersOf, podsPath } from './kit/requests.mjs'

export const title = 'Pauses of writes (by the clock: the longest GET /livez, one every 20 ms from another process)'

export async function run(kit) {
  await watches(kit)
  await collection(kit)
  await definitions(kit)
}

/** 1,000 watchers, 50 writes a second, and creates as fast as they are answered, beside many pods. */
async function watches(kit) {
  const ours = await kit.subject('ours', { stored: kit.quick ? 2_000 : 200_000 })
  const row = createPauseRows(kit, ours)
  const watchers = kit.quick ? 100 : 1_000
  const headers = headersOf(ours.token)
  const path = `${podsPath}?watch=true&resourceVersion=0&fieldSelector=metadata.name=pod-0`
  const patch = {
    method: 'PATCH',
    path: `${podsPath}/pod-0`,
    body: '{"metadata":{"annotations":{"at":"%v"}}}',
    headers: headersOf(ours.token, { 'content-type': 'application/merge-patch+json' }),
  }
  // The first request opens the watch cache, which is a row of the other scenario.
  await request(kit, ours, { path: `${podsPath}?limit=1`, headers })
  const plan = { protocol: 'http1', port: ours.ports.http1, path, headers, watchers }
  await row(`${watchers} watchers open`, () => kit.ask('watch', plan))
  await row(`50 writes a second to ${watchers} watchers`, async () => {
    for (let write = 0; write < (kit.quick ? 20 : 200); write++) {
      const next = wait(20)
      await request(kit, ours, patch)
      await next
    }
  })
  await row(`${watchers} watchers leave`, () => kit.ask('unwatch'))
  const template = podTemplate()
  const body = JSON.stringify({ ...template, metadata: { ...template.metadata, name: 'new-%d' } })
  const json = headersOf(ours.token, { 'content-type': 'application/json' })
  const creates = { method: 'POST', path: podsPath, body, headers: json, clients: 16 }
  await row('creates, 16 in flight', () => request(kit, ours, { ...creates, count: kit.quick ? 500 : 5_000 }))
  ours.close()
}

const mapsPath = '/api/v1/namespaces/default/configmaps'

/** Objects whose owner is deleted. */
async function collection(kit) {
  const ours = await kit.subject('ours', { controllers: ['garbage-collector-controller'] })
  const row = createPauseRows(kit, ours)
  const count = kit.quick ? 500 : 20_000
  const headers = headersOf(ours.token, { 'content-type': 'application/json' })
  await request(kit, ours, { method: 'POST', path: mapsPath, body: '{"metadata":{"name":"owner"}}', headers })
  const { uid } = (await read(ours, `${mapsPath}/owner`)).metadata
  const ownerReferences = [{ apiVersion: 'v1', kind: 'ConfigMap', name: 'owner', uid }]
  const body = JSON.stringify({ metadata: { name: 'map-%d', labels: { owned: 'yes' }, ownerReferences } })
  await request(kit, ours, { method: 'POST', path: mapsPath, body, headers, clients: 16, count })
  await row(`garbage collection of ${count.toLocaleString('en')} objects`, async () => {
    await request(kit, ours, { method: 'DELETE', path: `${mapsPath}/owner`, headers })
    const left = `${mapsPath}?limit=1&labelSelector=owned%3Dyes`
    while ((await read(ours, left)).items.length > 0) await wait(200)
  })
  ours.close()
}

const definitionsPath = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'

/** CRDs that are created, and deleted together. */
async function definitions(kit) {
  const ours = await kit.subject('ours')
  const row = createPauseRows(kit, ours)
  const count = kit.quick ? 100 : 1_000
  const headers = headersOf(ours.token, { 'content-type': 'application/json' })
  const definition = {
    metadata: { name: 'kind%ds.example.dev' },
    spec: {
      group: 'example.dev',
      scope: 'Namespaced',
      names: { plural: 'kind%ds', kind: 'Kind%d' },
      versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: schemaOf() } }],
    },
  }
  const create = { method: 'POST', path: definitionsPath, body: JSON.stringify(definition), headers, count }
  const name = count.toLocaleString('en')
  await row(`creates of ${name} CRDs`, () => request(kit, ours, create))
  await row(`deletion of ${name} CRDs`, async () => {
    await request(kit, ours, { method: 'DELETE', path: definitionsPath, headers })
    while ((await read(ours, `${definitionsPath}?limit=1`)).items.length > 0) await wait(200)
  })
  ours.close()
}

function schemaOf() {
  const fields = Array.from({ length: 40 }, (_, index) => [
    `field${index}`,
    { type: 'string', description: `Field ${index} of %d.`, maxLength: 200 },
  ])
  return { type: 'object', properties: { spec: { type: 'object', properties: Object.fromEntries(fields) } } }
}
