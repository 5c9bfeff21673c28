// What the controllers cost beside the deletes they ask for, and what an informer costs beside the list it reads.
import { createInformer } from '../packages/client/dist/index.js'
import { startControllers } from '../packages/controllers/dist/index.js'
import { systemClock } from '../packages/meta/dist/index.js'
import { createServer } from '../packages/server/dist/index.js'
import { createTestServer } from '../packages/testing/dist/index.js'
import { fill, podTemplate } from './kit/objects.mjs'

export const title = 'Controllers, in process (CPU; bare is the same deletes, or the list, through the client)'

const kinds = twentyKinds()

export async function run(kit) {
  const count = kit.quick ? 2_000 : 10_000
  const rounds = kit.quick ? 2 : 3

  const emptied = await inTurns(rounds, [() => emptyNamespace(count, true), () => emptyNamespace(count, false)])
  report(kit, `namespace of ${count} objects of 20 kinds, an object`, 'of a namespace', emptied)

  const collected = await inTurns(rounds, [() => deleteOwner(count, true), () => deleteOwner(count, false)])
  report(kit, `${count} dependents collected, one`, 'dependents', collected)

  const foreground = await inTurns(rounds, [
    () => deleteOwner(count, true, 'Foreground'),
    () => deleteOwner(count, false),
  ])
  report(kit, `  the same, their owner deleted in the foreground`, 'dependents, in the foreground', foreground)

  await createdPods(kit)

  const server = await createServer({ preset: 'testing' })
  const configMaps = server.client({ apiVersion: 'v1', kind: 'ConfigMap' }).namespace('default')
  for (let number = 0; number < count; number++) await configMaps.create(configMap(number))
  await kit.compare({
    name: `an informer catches up with ${count} objects`,
    operations: count,
    async ours() {
      const informer = createInformer({ client: configMaps })
      informer.start()
      await informer.synced
      await informer.stop()
    },
    bare: () => configMaps.list(),
  })
  await kit.compare({
    name: '  with their metadata only',
    operations: count,
    async ours() {
      const informer = createInformer({ client: server.connect().metadata({ apiVersion: 'v1', kind: 'ConfigMap' }) })
      informer.start()
      await informer.synced
      await informer.stop()
    },
    bare: () => configMaps.list(),
  })
  await server.close()
}

/** What the default controllers add to the creates of pods, which several of them watch. */
async function createdPods(kit) {
  const template = JSON.parse(fill(JSON.stringify(podTemplate()), 1))
  const servers = [await createTestServer({ controllers: true }), await createTestServer()]
  const [ours, bare] = servers.map((server) => {
    const pods = server.client({ apiVersion: 'v1', kind: 'Pod' }).namespace('default')
    let number = 0
    return async () => {
      for (let count = 0; count < 200; count++) {
        await pods.create({ ...template, metadata: { ...template.metadata, name: `created-${number++}` } })
      }
      // Controllers handle what they have heard.
      await new Promise((resolve) => setImmediate(resolve))
    }
  })
  const name = 'create of a pod with the default controllers; bare is without'
  await kit.compare({ name, unit: 'µs', operations: 200, ours, bare, aim: 1.15 })
  for (const server of servers) await server.close()
}

function report(kit, name, what, [ours, bare]) {
  kit.row({ name, ours: ours.cpu, bare: bare.cpu, unit: 'µs' })
  kit.row({ name: `  ${what} a second, by the clock`, ours: ours.rate, unit: '/s' })
}

/** Deletes a namespace and waits for its end, or deletes the same objects one by one. */
async function emptyNamespace(count, isControlled) {
  const server = await createServer({ preset: 'testing' })
  const client = server.connect()
  const controllers = startControllers({ client, controllers: isControlled ? ['namespace-controller'] : [] })
  await controllers.started
  const namespaces = client.resource({ apiVersion: 'v1', kind: 'Namespace' })
  await namespaces.create({ metadata: { name: 'full' } })
  for (let number = 0; number < count; number++) {
    const { content, ...kind } = kinds[number % kinds.length]
    await client
      .resource(kind)
      .namespace('full')
      .create({ metadata: { name: `object-${number}` }, ...content })
  }
  const measured = await measure(count, async () => {
    if (isControlled) {
      const gone = await untilDeleted(namespaces, 1)
      await namespaces.delete('full')
      await gone.end
      return
    }
    for (let number = 0; number < count; number++) {
      await client
        .resource(kinds[number % kinds.length])
        .namespace('full')
        .delete(`object-${number}`)
    }
  })
  await controllers.stop()
  await server.close()
  return measured
}

/** Deletes an owner and waits for the end of its dependents, or deletes as many objects one by one. */
async function deleteOwner(count, isControlled, propagationPolicy = 'Background') {
  const server = await createServer({ preset: 'testing' })
  const client = server.connect()
  const configMaps = client.resource({ apiVersion: 'v1', kind: 'ConfigMap' }).namespace('default')
  const owner = await configMaps.create({ metadata: { name: 'owner' } })
  const { apiVersion, kind, metadata } = owner
  const reference = { apiVersion, kind, name: metadata.name, uid: metadata.uid, blockOwnerDeletion: true }
  for (let number = 0; number < count; number++) await configMaps.create(configMap(number, [reference]))
  const controllers = startControllers({ client, controllers: isControlled ? ['garbage-collector-controller'] : [] })
  await controllers.started
  const measured = await measure(count, async () => {
    if (isControlled) {
      const gone = await untilDeleted(configMaps, count + 1)
      await configMaps.delete('owner', { propagationPolicy })
      await gone.end
      return
    }
    for (let number = 0; number < count; number++) await configMaps.delete(`map-${number}`)
  })
  await controllers.stop()
  await server.close()
  return measured
}

async function measure(count, act) {
  globalThis.gc?.()
  const cpu = process.cpuUsage()
  const began = systemClock.monotonic()
  await act()
  const { user, system } = process.cpuUsage(cpu)
  return { cpu: (user + system) / count, rate: (count * 1000) / (systemClock.monotonic() - began) }
}

/** The least CPU and the highest rate of several rounds. */
async function inTurns(rounds, runs) {
  const best = runs.map(() => ({ cpu: Infinity, rate: 0 }))
  for (let round = 0; round < rounds; round++) {
    for (const [index, act] of runs.entries()) {
      const { cpu, rate } = await act()
      best[index] = { cpu: Math.min(best[index].cpu, cpu), rate: Math.max(best[index].rate, rate) }
    }
  }
  return best
}

/** A watch from now on, told of the end of `count` objects. */
async function untilDeleted(objects, count) {
  const { metadata } = await objects.list({ limit: 1 })
  let left = count
  const end = (async () => {
    for await (const { type } of objects.watch({ resourceVersion: metadata.resourceVersion })) {
      if (type === 'DELETED' && --left === 0) return
    }
  })()
  return { end }
}

function configMap(number, ownerReferences) {
  const data = { level: 'info', number: String(number) }
  const owned = ownerReferences === undefined ? {} : { ownerReferences }
  return { metadata: { name: `map-${number}`, labels: { app: 'web' }, ...owned }, data }
}

function twentyKinds() {
  const template = { metadata: { labels: { app: 'x' } }, spec: { containers: [{ name: 'c', image: 'i' }] } }
  const selector = { matchLabels: { app: 'x' } }
  const once = { spec: { ...template.spec, restartPolicy: 'Never' } }
  const networking = 'networking.platform.io/v1'
  const rbac = 'rbac.authorization.platform.io'
  const rows = [
    ['v1', 'ConfigMap', { data: { a: 'b' } }],
    ['v1', 'Secret', {}],
    ['v1', 'ServiceAccount', {}],
    ['v1', 'Pod', { spec: template.spec }],
    ['v1', 'PodTemplate', { template }],
    ['v1', 'LimitRange', { spec: { limits: [] } }],
    ['v1', 'Endpoints', {}],
    ['v1', 'ReplicationController', { spec: { selector: { app: 'x' }, template } }],
    ['apps/v1', 'ControllerRevision', { revision: 1, data: {} }],
    ['apps/v1', 'Deployment', { spec: { selector, template } }],
    ['apps/v1', 'ReplicaSet', { spec: { selector, template } }],
    ['apps/v1', 'DaemonSet', { spec: { selector, template } }],
    ['apps/v1', 'StatefulSet', { spec: { serviceName: 's', selector, template } }],
    ['batch/v1', 'Job', { spec: { template: once } }],
    [networking, 'NetworkPolicy', { spec: { podSelector: {} } }],
    [networking, 'Ingress', { spec: { defaultBackend: { service: { name: 's', port: { number: 80 } } } } }],
    ['policy/v1', 'PodDisruptionBudget', { spec: { selector } }],
    [`${rbac}/v1`, 'Role', { rules: [] }],
    [`${rbac}/v1`, 'RoleBinding', { roleRef: { apiGroup: rbac, kind: 'Role', name: 'r' }, subjects: [] }],
    ['coordination.platform.io/v1', 'Lease', { spec: {} }],
  ]
  return rows.map(([apiVersion, kind, content]) => ({ apiVersion, kind, content }))
}
