import { describe, expect, it } from 'vitest'
import { startCluster, type Cluster, type Loose } from './support.ts'

const prefix = 'simulate.pinnace.dev/'
const httpGet = { path: '/', port: 80 }

function pod(name: string, annotations: Loose = {}, spec: Loose = {}): Loose {
  const named = Object.fromEntries(Object.entries(annotations).map(([key, value]) => [prefix + key, value]))
  return {
    metadata: { name, annotations: named },
    spec: { containers: [{ name: 'main', image: 'i:1' }], ...spec },
  }
}

const annotate = (cluster: Cluster, name: string, key: string, value: string | null): Promise<unknown> =>
  cluster.of('Pod').patch(name, { metadata: { annotations: { [prefix + key]: value } } })
const isReady = ({ status }: Loose): boolean =>
  status?.conditions?.some(({ type, status: value }: Loose) => type === 'Ready' && value === 'True') === true
const isRunning = ({ status }: Loose): boolean => status?.phase === 'Running'
const initOf = ({ status }: Loose): Loose => status?.initContainerStatuses?.[0]
const mainOf = ({ status }: Loose): Loose => status?.containerStatuses?.[0]

describe('init containers', () => {
  const initContainers = [{ name: 'setup', image: 'i:1' }]

  it('fail as often as an annotation says, with a back-off, and then succeed', async () => {
    await using cluster = await startCluster()
    const failing = { 'init-exit-code': '3', 'init-failures.setup': '2' }
    await cluster.of('Pod').create(pod('p', failing, { initContainers }))
    const waiting = await cluster.waitFor(
      'Pod',
      'p',
      (one) => initOf(one)?.state.waiting?.reason === 'CrashLoopBackOff',
    )
    expect(waiting.status.phase).toBe('Pending')
    expect(initOf(waiting)).toMatchObject({ restartCount: 2, ready: false, lastState: { terminated: { exitCode: 3 } } })
    expect(initOf(waiting).state.waiting.message).toContain(
      'back-off 10s restarting failed container=setup pod=p_default(',
    )
    await cluster.clock.advance(10_000)
    const running = await cluster.waitFor('Pod', 'p', isReady)
    expect(initOf(running)).toMatchObject({ restartCount: 2, ready: true, state: { terminated: { exitCode: 0 } } })
    expect(cluster.failures).toEqual([])
  })

  it('fail a pod that is never restarted', async () => {
    await using cluster = await startCluster()
    await cluster.of('Pod').create(pod('p', { 'init-exit-code': '3' }, { initContainers, restartPolicy: 'Never' }))
    const failed = await cluster.waitFor('Pod', 'p', ({ status }) => status.phase === 'Failed')
    expect(initOf(failed)).toMatchObject({ restartCount: 0, state: { terminated: { exitCode: 3, reason: 'Error' } } })
    expect(mainOf(failed).state).toEqual({ waiting: { reason: 'PodInitializing' } })
  })
})

describe('probes', () => {
  it('of readiness fail while an annotation says so', async () => {
    await using cluster = await startCluster()
    await cluster.of('Pod').create(pod('p'))
    await cluster.waitFor('Pod', 'p', isReady)
    await annotate(cluster, 'p', 'readiness-probe', 'failing')
    const unready = await cluster.waitFor('Pod', 'p', (one) => !isReady(one))
    expect(mainOf(unready)).toMatchObject({ ready: false, restartCount: 0 })
    await annotate(cluster, 'p', 'readiness-probe', null)
    await cluster.waitFor('Pod', 'p', isReady)
  })

  it('of liveness restart a container after the failures that its probe allows', async () => {
    await using cluster = await startCluster()
    const livenessProbe = { httpGet, periodSeconds: 5, failureThreshold: 2 }
    const containers = [{ name: 'main', image: 'i:1', livenessProbe }]
    await cluster.of('Pod').create(pod('p', {}, { containers }))
    await cluster.waitFor('Pod', 'p', isReady)
    await cluster.clock.advance(60_000)
    await annotate(cluster, 'p', 'liveness-probe', 'failing')
    await annotate(cluster, 'p', 'seen', 'x')
    await cluster.clock.advance(9_000)
    expect(mainOf(await cluster.of('Pod').get('p')).restartCount).toBe(0)
    await cluster.clock.advance(1_000)
    const restarted = await cluster.waitFor('Pod', 'p', (one) => mainOf(one).restartCount === 1)
    expect(mainOf(restarted).lastState.terminated).toMatchObject({ exitCode: 137, reason: 'Error' })
    await annotate(cluster, 'p', 'liveness-probe', null)
    await cluster.waitFor('Pod', 'p', isReady)
  })

  it('of startup keep a container from being ready, and restart it', async () => {
    await using cluster = await startCluster()
    const containers = [{ name: 'main', image: 'i:1', startupProbe: { httpGet, periodSeconds: 1 } }]
    await cluster.of('Pod').create(pod('p', { 'startup-probe.main': 'failing' }, { containers }))
    const started = await cluster.waitFor('Pod', 'p', isRunning)
    expect(mainOf(started)).toMatchObject({ ready: false, started: false })
    await cluster.clock.advance(3_000)
    await cluster.waitFor('Pod', 'p', (one) => mainOf(one).restartCount === 1)
  })

  it('that a container does not have do nothing', async () => {
    await using cluster = await startCluster()
    await cluster.of('Pod').create(pod('p', { 'liveness-probe': 'failing', 'startup-probe': 'failing' }))
    await cluster.waitFor('Pod', 'p', isReady)
    await cluster.clock.advance(600_000)
    expect(mainOf(await cluster.of('Pod').get('p')).restartCount).toBe(0)
  })
})

describe('a pod that is never restarted', () => {
  it('ends with success, unless an annotation says otherwise', async () => {
    await using cluster = await startCluster()
    const spec = { restartPolicy: 'Never' }
    await cluster.of('Pod').create(pod('ends', {}, spec))
    await cluster.of('Pod').create(pod('fails', { 'exit-code.main': '2' }, spec))
    await cluster.of('Pod').create(pod('stays', { 'exit-code': 'none' }, spec))
    await cluster.of('Pod').create(pod('later', { 'run-ms': '5000' }, spec))
    await cluster.waitFor('Pod', 'ends', ({ status }) => status.phase === 'Succeeded')
    await cluster.waitFor('Pod', 'fails', ({ status }) => status.phase === 'Failed')
    await cluster.waitFor('Pod', 'stays', isReady)
    await cluster.waitFor('Pod', 'later', isReady)
    await cluster.clock.advance(5_000)
    await cluster.waitFor('Pod', 'later', ({ status }) => status.phase === 'Succeeded')
    expect(isReady(await cluster.of('Pod').get('stays'))).toBe(true)
  })
})

describe('ephemeral containers', () => {
  it('run from when they are added', async () => {
    await using cluster = await startCluster()
    await cluster.of('Pod').create(pod('p'))
    await cluster.waitFor('Pod', 'p', isReady)
    const ephemeralContainers = [{ name: 'debugger', image: 'i:2', targetContainerName: 'main' }]
    const { spec, ...others } = await cluster.of('Pod').get('p')
    await cluster
      .of('Pod')
      .subresource('ephemeralcontainers')
      .update('p', { ...others, spec: { ...spec, ephemeralContainers } })
    const { status } = await cluster.waitFor('Pod', 'p', (one) => one.status.ephemeralContainerStatuses !== undefined)
    expect(status.ephemeralContainerStatuses).toMatchObject([
      { name: 'debugger', image: 'i:2', state: { running: { startedAt: '2030-01-01T00:00:00Z' } }, ready: false },
    ])
    expect(cluster.failures).toEqual([])
  })
})

describe('pods of two address families', () => {
  it('have an address of each, as services and their endpoints do', async () => {
    await using cluster = await startCluster({ podCidr: 'fd00:10:244::/64,10.244.0.0/16' })
    await cluster.of('Pod').create(pod('p'))
    const { status } = await cluster.waitFor('Pod', 'p', isReady)
    expect(status).toMatchObject({
      podIP: 'fd00:10:244::1',
      podIPs: [{ ip: 'fd00:10:244::1' }, { ip: '10.244.0.1' }],
      hostIP: 'fd00:192:168::1',
      hostIPs: [{ ip: 'fd00:192:168::1' }, { ip: '192.168.0.1' }],
    })
    const { status: node } = await cluster.of('Node').get('node-1')
    expect(node.addresses).toEqual([
      { type: 'InternalIP', address: 'fd00:192:168::1' },
      { type: 'InternalIP', address: '192.168.0.1' },
      { type: 'Hostname', address: 'node-1' },
    ])
  })
})
