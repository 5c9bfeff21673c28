import { createFakeClock, type FakeClock } from '@pinnace/testing'
import { createServer, type Server, type ServerListening, type ServerOptions } from '@pinnace/server'

/** A server that listens, with the pod `web` on a simulated node. */
export interface SimulatedPodServer extends AsyncDisposable {
  readonly server: Server
  readonly listening: ServerListening
  readonly clock: FakeClock
}

/** Starts a server on a fake clock, with a pod that runs. */
export async function startSimulatedPod(options: ServerOptions = {}): Promise<SimulatedPodServer> {
  const clock = createFakeClock(new Date().toISOString())
  const server = await createServer({ vocabulary: 'kubernetes', preset: 'testing', clock, ...options })
  const listening = await server.listen()
  await server.client({ apiVersion: 'v1', kind: 'Node' }).create({
    metadata: { name: 'node-1' },
    status: { nodeInfo: { containerRuntimeVersion: 'simulated://1.0' } },
  } as never)
  const pods = server.client({ apiVersion: 'v1', kind: 'Pod' }).namespace('default')
  const containers = [{ name: 'main', image: 'example.dev/main', ports: [{ containerPort: 8080 }] }]
  const spec = { nodeName: 'node-1', containers }
  const pod = await pods.create({ metadata: { name: 'web', labels: { app: 'web' } }, spec } as never)
  const startedAt = new Date(clock.now()).toISOString()
  const status = {
    phase: 'Running',
    podIP: '10.244.0.1',
    podIPs: [{ ip: '10.244.0.1' }],
    conditions: [{ type: 'Ready', status: 'True' }],
    containerStatuses: [
      { name: 'main', ready: true, restartCount: 0, image: 'i', imageID: 'i', state: { running: { startedAt } } },
    ],
  }
  await pods.updateStatus({ ...pod, status } as never)
  return { server, listening, clock, [Symbol.asyncDispose]: () => server.close({ graceMs: 0 }) }
}
