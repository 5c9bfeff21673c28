// What it costs an informer to know 10,000 pods, and to hear of a change, against the plain calls of the same client.
import { createClient, createInformer } from '../packages/client/dist/index.js'
import { createServer } from '../packages/server/dist/index.js'
import { fill, podTemplate } from './kit/objects.mjs'

export const title = 'Informers (bare is a list put into a map, or a watch, by the same client)'

const kind = { apiVersion: 'v1', kind: 'Pod' }

export async function run(kit) {
  const many = kit.quick ? 2_000 : 10_000
  const changes = kit.quick ? 200 : 1_000
  const server = await openServer(many)
  // An informer leaves parsed objects in the cache of its server: a list of the same server would not have to parse them.
  const other = await openServer(many)
  const [pods, plainPods] = [server, other].map((one) => one.connect().resource(kind).namespace('default'))
  const { kubeconfig } = await server.listen()
  const elsewhere = await createClient({ kubeconfig, vocabulary: 'kubernetes' })
  const remote = elsewhere.resource(kind).namespace('default')
  try {
    for (const [where, client, plain] of [
      ['in process', pods, plainPods],
      ['over HTTPS', remote, remote],
    ]) {
      for (const streaming of [true, false]) {
        await kit.compare({
          name: `catching up with ${many} pods ${where}, ${streaming ? 'by a stream' : 'by pages'}`,
          operations: many,
          ours: () => catchUp(client, many, streaming),
          bare: () => keep(plain),
          // A short run fits into the server's cache of parsed objects: then a list costs next to nothing.
          ...(kit.quick && where === 'in process' ? {} : { aim: 1.3 }),
        })
      }
      await kit.compare({
        name: `a change heard by an informer ${where}`,
        operations: changes,
        ours: () => hear(pods, client, changes),
        bare: () => watch(pods, client, changes),
        aim: 1.3,
      })
    }
  } finally {
    await elsewhere.close()
    await server.close()
    await other.close()
  }
}

async function openServer(many) {
  const server = await createServer({ vocabulary: 'kubernetes', preset: 'testing' })
  const pods = server.connect().resource(kind).namespace('default')
  const template = JSON.stringify(podTemplate())
  for (let index = 0; index < many; index++) await pods.create(JSON.parse(fill(template, index)))
  return server
}

async function catchUp(client, many, streaming) {
  const informer = createInformer({ client, streaming })
  informer.start()
  await informer.synced
  if (informer.store.size !== many) throw new Error(`the informer knows ${informer.store.size} of ${many}`)
  await informer.stop()
}

/** Reads the collection once, as a client without an informer does. */
async function keep(client) {
  const { items } = await client.list()
  return new Map(items.map((item) => [`${item.metadata.namespace}/${item.metadata.name}`, item]))
}

async function change(pods, count) {
  for (let index = 0; index < count; index++) {
    await pods.patch('pod-0', { metadata: { labels: { change: `${index}-${performance.now()}` } } })
  }
}

/** Changes are delivered in order, so the run ends with the last one. */
async function hear(pods, client, count) {
  const informer = createInformer({ client, fieldSelector: 'metadata.name=pod-0' })
  let heard = 0
  const all = new Promise((resolve) => {
    informer.addHandler({ update: () => ++heard === count && resolve() })
  })
  informer.start()
  await informer.synced
  await change(pods, count)
  await all
  await informer.stop()
}

async function watch(pods, client, count) {
  const { metadata } = await pods.get('pod-0')
  const events = client.watch({ fieldSelector: 'metadata.name=pod-0', resourceVersion: metadata.resourceVersion })
  let heard = 0
  const first = events.next()
  const writing = change(pods, count)
  for (let event = await first; !event.done; event = await events.next()) if (++heard === count) break
  await writing
  await events.return()
}
