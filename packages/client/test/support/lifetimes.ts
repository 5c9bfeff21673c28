// Scripts that are run as processes of their own: see process-lifetime.long.test.ts.
import { createServer as createHttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  createEventRecorder,
  createHttpTransport,
  createInformer,
  createLeaderElector,
  createResourceClient,
  createSharedInformers,
  createWorkQueue,
  runWorkers,
  type Lease,
  type RecordedEvent,
  type ResourceClient,
  type Transport,
} from '@pinnace/client'
import { kubernetesVocabulary, StatusError, type ApiObject } from '@pinnace/meta'
import { createServer, type Server } from '@pinnace/server'

const kind = { group: '', version: 'v1', kind: 'Namespace', resource: 'namespaces', scope: 'Cluster' } as const
const soonMs = 300

const open = (): Promise<Server> => createServer({ vocabulary: 'kubernetes' })
/** Does something later, without keeping the process alive for it. */
const later = (work: () => unknown, ms = soonMs): void => void setTimeout(() => void work(), ms).unref()

/** A client whose first requests fail, so that an informer must wait before it tries again. */
function failing({ transport }: { readonly transport: Transport }, failures: number): ResourceClient<ApiObject> {
  let left = failures
  const faulty: Transport = {
    ...transport,
    watch: (target, options) => {
      if (left-- > 0) throw new StatusError('ServiceUnavailable', 'not yet', { code: 503 })
      return transport.watch(target, options)
    },
  }
  return createResourceClient<ApiObject>(faulty, kind)
}

function elector(
  server: Server,
  identity: string,
  onStartedLeading: () => void,
): ReturnType<typeof createLeaderElector> {
  const leases = server.connect().resource<Lease>({ apiVersion: 'coordination.k8s.io/v1', kind: 'Lease' })
  const durations = { leaseDurationMs: 900, renewDeadlineMs: 600, retryPeriodMs: 200 }
  return createLeaderElector({ leases, namespace: 'default', name: 'loops', identity, onStartedLeading, ...durations })
}

const lifetimes: Readonly<Record<string, () => Promise<void>>> = {
  async 'a watch that is read'() {
    const namespaces = (await open()).connect().resource(kind)
    later(() => namespaces.create({ metadata: { name: 'team' } }))
    for await (const { object } of namespaces.watch()) if (object.metadata.name === 'team') break
  },

  async 'the sync of an informer that is awaited'() {
    const server = await open()
    const informer = createInformer({ client: failing(server.connect(), 2) })
    informer.start()
    await informer.synced
    if (informer.store.get('default') === undefined) throw new Error('the store is empty')
  },

  async 'the sync of shared informers that is awaited'() {
    const client = (await open()).connect()
    const shared = createSharedInformers({
      client: { ...client, resource: () => failing(client, 2) as ResourceClient<never> },
    })
    shared.informer(kind)
    shared.start()
    await shared.synced()
  },

  async 'a key that is awaited before it is due'() {
    const queue = createWorkQueue()
    queue.addAfter('key', soonMs)
    if ((await queue.get()) !== 'key') throw new Error('another key')
  },

  async 'a candidate that waits for the lease of another'() {
    const server = await open()
    const first = elector(server, 'first', () => {})
    first.start()
    while (!first.isLeader) await new Promise((resolve) => setImmediate(resolve))
    const second = elector(server, 'second', () => {
      console.log('leads')
      void second.stop()
    })
    second.start()
    later(() => first.stop())
  },

  async 'events that are flushed'() {
    const events = (await open()).connect().resource<RecordedEvent>({ apiVersion: 'events.k8s.io/v1', kind: 'Event' })
    let failures = 1
    const flaky: ResourceClient<RecordedEvent> = {
      ...events,
      namespace: (name) => ({
        ...events.namespace(name),
        async create(event) {
          if (failures-- > 0) throw new Error('cut')
          return events.namespace(name).create(event)
        },
      }),
    }
    const recorder = createEventRecorder({
      events: flaky,
      reportingController: 'example.dev/robots',
      // A wait of some 300 ms.
      random: { uid: () => 'uid', bytes: (length) => new Uint8Array(length).fill(8) },
    })
    const regarding = { apiVersion: 'v1', kind: 'Namespace', name: 'default' }
    recorder.record({ type: 'Normal', reason: 'Greeted', action: 'Greeting', note: 'hello', regarding })
    await recorder.flush()
    if ((await events.list()).items.length !== 1) throw new Error('no event')
  },

  async 'a call that waits to be tried again'() {
    let tries = 0
    const busy = createHttpServer((_, response) => {
      if (++tries === 1) response.writeHead(429, { 'retry-after': '1', connection: 'close' }).end()
      else
        response
          .writeHead(200, { connection: 'close' })
          .end(JSON.stringify({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'team' } }))
    })
    await new Promise<void>((resolve) => void busy.listen(0, '127.0.0.1', resolve))
    const endpoint = { server: `http://127.0.0.1:${(busy.address() as AddressInfo).port}` }
    const transport = createHttpTransport({ endpoint, vocabulary: kubernetesVocabulary })
    busy.unref()
    await createResourceClient(transport, kind).get('team')
  },

  async 'a server with informers, workers and events that nothing waits for'() {
    const server = await open()
    const client = server.connect()
    const shared = createSharedInformers({ client, resyncMs: 1000 })
    const queue = createWorkQueue()
    shared.informer(kind).on('add', ({ metadata }) => queue.add(metadata.name ?? ''))
    shared.start()
    await shared.synced()
    const informer = createInformer({ client: failing(client, 1000) })
    informer.start()
    const worked: string[] = []
    runWorkers({
      queue,
      reconcile: async (key) => {
        worked.push(key)
        return { requeueAfterMs: 60_000 }
      },
    })
    while (!worked.includes('default')) await new Promise((resolve) => setImmediate(resolve))
    const events = client.resource<RecordedEvent>({ apiVersion: 'events.k8s.io/v1', kind: 'Event' })
    const recorder = createEventRecorder({ events, reportingController: 'example.dev/robots' })
    const regarding = { apiVersion: 'v1', kind: 'Namespace', name: 'default' }
    recorder.record({ type: 'Normal', reason: 'Greeted', action: 'Greeting', note: 'hello', regarding })
    await recorder.flush()
  },

  async 'a sync that is given up'() {
    const server = await open()
    const shared = createSharedInformers({
      client: { ...server.connect(), resource: () => failing(server.connect(), 1000) as ResourceClient<never> },
    })
    shared.informer(kind)
    shared.start()
    const given = new AbortController()
    setTimeout(() => given.abort(new Error('enough')), soonMs)
    await shared.synced(given.signal).catch(() => {})
  },

  async 'a candidate of a background task'() {
    const server = await open()
    const leases = server.connect().resource<Lease>({ apiVersion: 'coordination.k8s.io/v1', kind: 'Lease' })
    const names = { namespace: 'default', name: 'loops', identity: 'one' }
    createLeaderElector({ leases, ...names, keepAlive: false, onStartedLeading: () => {} }).start()
    await new Promise((resolve) => setTimeout(resolve, soonMs))
  },
}

const [, , name = ''] = process.argv
await lifetimes[name]?.()
console.log('done')
