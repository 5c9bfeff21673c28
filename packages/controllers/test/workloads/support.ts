import { createClientOver, type Client, type ResourceClient, type Transport } from '@pinnace/client'
import type { ApiObject } from '@pinnace/meta'
import { createFakeClock, createTestServer, eventually, type FakeClock, type TestServer } from '@pinnace/testing'
import {
  simulateWorkloads,
  startControllers,
  type Controllers,
  type SimulateWorkloadsOptions,
} from '../../src/index.ts'

/** An object as tests look at it. */
// oxlint-disable-next-line typescript/no-explicit-any -- tests read fields of every kind
export type Loose = any

/** A server with simulated workloads, on a clock that stands still. */
export interface Cluster {
  readonly server: TestServer
  readonly clock: FakeClock
  readonly controllers: Controllers
  readonly failures: readonly string[]
  /** A client of the namespace `default`, or of the cluster. */
  of(kind: string): ResourceClient<ApiObject & Loose>
  pods(selector?: string): Promise<Loose[]>
  /** Waits until a kind's object is as wanted; answers it. */
  waitFor(kind: string, name: string, holds: (object: Loose) => boolean): Promise<Loose>
  events(): Promise<string[]>
  [Symbol.asyncDispose](): Promise<void>
}

const groups: Readonly<Record<string, string>> = {
  ControllerRevision: 'apps/v1',
  CronJob: 'batch/v1',
  DaemonSet: 'apps/v1',
  Deployment: 'apps/v1',
  EndpointSlice: 'discovery.k8s.io/v1',
  Event: 'events.k8s.io/v1',
  HorizontalPodAutoscaler: 'autoscaling/v2',
  Ingress: 'networking.k8s.io/v1',
  Job: 'batch/v1',
  Lease: 'coordination.k8s.io/v1',
  PodDisruptionBudget: 'policy/v1',
  DeviceClass: 'resource.k8s.io/v1',
  ReplicaSet: 'apps/v1',
  ResourceClaim: 'resource.k8s.io/v1',
  ResourceClaimTemplate: 'resource.k8s.io/v1',
  ResourceSlice: 'resource.k8s.io/v1',
  PriorityClass: 'scheduling.k8s.io/v1',
  StatefulSet: 'apps/v1',
  StorageClass: 'storage.k8s.io/v1',
}

/** Built-in controllers that workloads rely on. */
const besides = ['garbage-collector-controller', 'endpoints-controller', 'endpointslice-controller']

const clusterKinds = new Set([
  'DeviceClass',
  'Namespace',
  'Node',
  'PersistentVolume',
  'PriorityClass',
  'ResourceSlice',
  'StorageClass',
])

/** Starts a server and what simulates its workloads, and waits for the nodes. */
export async function startCluster(
  options: SimulateWorkloadsOptions & { readonly controllers?: readonly string[] } = {},
): Promise<Cluster> {
  const clock = createFakeClock()
  const server = await createTestServer({
    clock,
    // The store keeps a timer for what expires, and tests look for timers that are left.
    eventTtlSeconds: 0,
  })
  const failures: string[] = []
  const additional = simulateWorkloads(options)
  const controllers = startControllers({
    client: server.connect(),
    clock,
    additional,
    controllers: options.controllers ?? [...besides, ...additional.map(({ name }) => name)],
    onError: (error, { controller, key }) => void failures.push(`${controller} ${key ?? ''}: ${String(error)}`),
  })
  await controllers.started
  const of = (kind: string): ResourceClient<Loose> => {
    const client = server.client<Loose>({ apiVersion: groups[kind] ?? 'v1', kind })
    return clusterKinds.has(kind) ? client : client.namespace('default')
  }
  const cluster: Cluster = {
    server,
    clock,
    controllers,
    failures,
    of,
    pods: async (labelSelector = '') =>
      [...(await of('Pod').list({ labelSelector })).items].sort((a, b) => (a.metadata.name < b.metadata.name ? -1 : 1)),
    waitFor(kind, name, holds) {
      return eventually(() => of(kind).get(name), holds)
    },
    events: async () => (await of('Event').list()).items.map(({ reason, note }: Loose) => `${reason}: ${note}`),
    async [Symbol.asyncDispose]() {
      await controllers.stop()
      await server.close()
    },
  }
  const wanted = typeof options.nodes === 'object' ? options.nodes.length : (options.nodes ?? 1)
  await eventually(
    async () => (await of('Node').list()).items,
    (items) => items.length === wanted,
  )
  return cluster
}

/** A client of the cluster's server with some of its calls replaced. */
export function clientWith({ server }: Cluster, change: (inner: Transport) => Partial<Transport>): Client {
  const { transport } = server.connect()
  return createClientOver({ transport: { ...transport, ...change(transport) }, vocabulary: server.vocabulary })
}

/** Options for {@link startAgain}. */
export interface StartAgainOptions extends SimulateWorkloadsOptions {
  /** @default a client of the server */
  readonly client?: Client
  /** @default those of {@link startCluster} */
  readonly controllers?: readonly string[]
}

/** Starts controllers beside those of a cluster, which have been stopped or do other work. */
export async function startAgain(cluster: Cluster, options: StartAgainOptions = {}): Promise<Controllers> {
  const { server, clock } = cluster
  const { client = server.connect(), controllers, ...simulated } = options
  const additional = simulateWorkloads(simulated)
  const names = controllers ?? [...besides, ...additional.map(({ name }) => name)]
  const started = startControllers({ client, clock, additional, controllers: names, onError: () => {} })
  await started.started
  return started
}

/** Reads until the value is as expected, and moves the clock on before each read. */
export function eventuallyLater<T>(
  { clock }: Cluster,
  read: () => Promise<T>,
  isExpected: (value: T) => boolean,
  stepMs = 1000,
): Promise<T> {
  return eventually(async () => {
    await clock.advance(stepMs)
    return read()
  }, isExpected)
}

/** A template of pods of one container. */
export function template(labels: Loose = { app: 'web' }, spec: Loose = {}, annotations?: Loose): Loose {
  return {
    metadata: { labels, ...(annotations ? { annotations } : {}) },
    spec: { containers: [{ name: 'main', image: 'example.dev/web:1' }], ...spec },
  }
}

/** A deployment of pods `app=web`. */
export function deployment(spec: Loose = {}, metadata: Loose = {}): Loose {
  return {
    metadata: { name: 'web', ...metadata },
    spec: { replicas: 3, selector: { matchLabels: { app: 'web' } }, template: template(), ...spec },
  }
}

/** Whether a rollout is over. */
export function isRolledOut({ metadata, spec, status }: Loose): boolean {
  return (
    status?.observedGeneration === metadata.generation &&
    (status.replicas ?? 0) === spec.replicas &&
    (status.updatedReplicas ?? 0) === spec.replicas &&
    (status.availableReplicas ?? 0) === spec.replicas
  )
}
