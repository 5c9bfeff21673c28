import type { Attack } from '../attack.ts'
import { many } from '../tools/many.ts'
import { startPeer, type Peer } from '../tools/peer.ts'
import { registerConversion } from '../tools/webhooks.ts'

interface Review {
  readonly request: { readonly uid: string; readonly desiredAPIVersion: string; readonly objects: readonly object[] }
}

const things = (version: string): string => `/apis/hostile.example.com/${version}/things`
const fields = Object.fromEntries(Array.from({ length: 400 }, (_, index) => [`member${index}`, 'a value']))
let peer: Peer

export const attack: Attack = {
  title: 'lists of 2,000 custom resources of 10 KB, and one of 16,000 keys, which a webhook converts',
  limits: { cpuMs: 20_000, residentMiB: 900, stopMs: 75 },
  async server() {
    peer = await startPeer((_request, response, body) => {
      const { uid, desiredAPIVersion, objects } = (JSON.parse(body) as Review).request
      const convertedObjects = objects.map((object) => ({ ...object, apiVersion: desiredAPIVersion }))
      const kind = { apiVersion: 'apiextensions.k8s.io/v1', kind: 'ConversionReview' }
      response.end(JSON.stringify({ ...kind, response: { uid, result: { status: 'Success' }, convertedObjects } }))
    })
    return {}
  },
  async prepare(target) {
    await registerConversion(target, peer)
    const create = (name: string, spec: object): Promise<unknown> =>
      target.send({
        method: 'POST',
        path: things('v1'),
        body: { apiVersion: 'hostile.example.com/v1', kind: 'Thing', metadata: { name }, spec },
      })
    await many(target.pick(2_000, 20), 16, (index) => create(`thing-${index}`, fields))
    const wide = Object.fromEntries(Array.from({ length: target.pick(16_000, 500) }, (_, index) => [`w${index}`, 'v']))
    await create('wide', wide)
  },
  async run(target, judge) {
    const listed = await target.send({ path: things('v2') })
    judge.expectEach([listed.status], [200], 'the list')
    const { items } = JSON.parse(listed.text) as { readonly items: readonly { readonly apiVersion: string }[] }
    judge.expectEach([items.length], [target.pick(2_000, 20) + 2], 'the length of the list')
    judge.expectEach([...new Set(items.map(({ apiVersion }) => apiVersion))], ['hostile.example.com/v2'], 'a version')
    for (const name of ['wide', 'one']) {
      judge.expectEach([(await target.send({ path: `${things('v2')}/${name}` })).status], [200], name)
    }
    peer.close()
  },
}
