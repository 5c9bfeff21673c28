import { podTemplate } from './kit/objects.mjs'
import { headersOf, podsPath } from './kit/requests.mjs'

export const title = 'Growth over the number of stored pods'

export async function run(kit) {
  const template = JSON.stringify(podTemplate())
  for (const pods of kit.quick ? [1_000, 10_000] : [1_000, 50_000]) {
    const ours = await kit.subject('ours', { warm: kit.quick ? 500 : 2_500 })
    const headers = headersOf(ours.token)
    // What is compiled and opened on first use is no part of what a pod costs.
    await ours.ask('call', { name: 'seed', value: { from: 0, to: 10 } })
    await averageBytes(ours, headers)
    const before = await ours.ask('memory')
    await ours.ask('call', { name: 'seed', value: { from: 10, to: pods + 10 } })
    const after = await ours.ask('memory')
    const bytes = await averageBytes(ours, headers)
    const each = (after.used - before.used) / pods
    const count = `${pods.toLocaleString('en')} pods`
    kit.row({ name: `memory of a pod, history included, ${count}`, ours: each, bare: bytes, unit: 'bytes', aim: 1.3 })

    const json = { ...headers, 'content-type': 'application/json' }
    const merge = { ...headers, 'content-type': 'application/merge-patch+json' }
    const created = fillName(template)
    // Warm: what a request costs once everything it uses has been compiled.
    const warm = { protocol: 'http1', port: ours.ports.http1, path: `${podsPath}/pod-%d`, among: pods }
    await kit.load({ ...warm, count: 4_000, headers })
    await kit.load({
      ...warm,
      count: 2_000,
      method: 'PATCH',
      body: '{"metadata":{"annotations":{"a":"%v"}}}',
      headers: merge,
    })
    const rows = [
      ['get', { path: `${podsPath}/pod-%d`, among: pods, headers }, 2_000],
      ['page of 10', { path: `${podsPath}?limit=10`, headers }, 1_000],
      ['list of 1 by its name', { path: `${podsPath}?fieldSelector=metadata.name%3Dpod-7`, headers }, 1_000],
      ['1 in 100 by a label, each', { path: `${podsPath}?labelSelector=slot%3Dslot-7`, headers }, 20, pods / 100],
      ['create', { method: 'POST', path: podsPath, body: created, headers: json }, 1_000],
      [
        'merge patch',
        {
          method: 'PATCH',
          path: `${podsPath}/pod-%d`,
          among: pods,
          body: '{"metadata":{"annotations":{"a":"%v"}}}',
          headers: merge,
        },
        1_000,
      ],
    ]
    for (const [name, request, many, divide = 1] of rows) {
      const requests = kit.quick ? Math.ceil(many / 4) : many
      let least = Infinity
      for (let round = 0; round < Math.ceil(kit.rounds / 2); round++) {
        const start = await ours.cpu()
        const { failed, text } = await kit.load({
          protocol: 'http1',
          port: ours.ports.http1,
          count: requests,
          ...request,
        })
        if (failed > 0) throw new Error(`${name}: ${text}`)
        least = Math.min(least, ((await ours.cpu()) - start) / requests / divide)
      }
      kit.row({ name: `${name}, ${count}`, ours: least, unit: 'µs' })
    }
    ours.close()
  }
}

function fillName(template) {
  const pod = JSON.parse(template)
  pod.metadata.name = 'new-%d'
  return JSON.stringify(pod)
}

async function averageBytes(ours, headers) {
  const response = await fetch(`http://127.0.0.1:${ours.ports.http1}${podsPath}?limit=100`, { headers })
  const { items } = await response.json()
  const head = '"kind":"Pod","apiVersion":"v1",'.length
  return items.reduce((sum, item) => sum + Buffer.byteLength(JSON.stringify(item)) + head, 0) / items.length
}
