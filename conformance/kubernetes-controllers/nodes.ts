import type { Anything, Api } from './api.ts'

const names = ['node-1', 'node-2']
const leases = '/apis/coordination.k8s.io/v1/namespaces/kube-node-lease/leases'
const pauseMs = 300

/** Nodes that run no containers: they renew their leases, and report the pods that are assigned to them as running. */
export class Nodes {
  readonly #api: Api
  #isStopped = false
  #loop: Promise<void> | undefined
  /** The first failure of a report; undefined if there was none. */
  failure: unknown

  constructor(api: Api) {
    this.#api = api
  }

  async start(): Promise<void> {
    for (const name of names) {
      await this.#api.create('/api/v1/nodes', { metadata: { name, labels: { 'kubernetes.io/hostname': name } } })
      await this.#api.patch(`/api/v1/nodes/${name}/status`, { status: nodeStatus() })
      await this.#api.create(leases, { metadata: { name }, spec: { holderIdentity: name, leaseDurationSeconds: 40 } })
    }
    this.#loop = this.#run()
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    await this.#loop
  }

  async #run(): Promise<void> {
    while (!this.#isStopped) {
      try {
        await this.#report()
      } catch (error) {
        this.failure ??= error
      }
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
  }

  async #report(): Promise<void> {
    const renewTime = new Date().toISOString().replace('Z', '000Z')
    for (const name of names) await this.#api.patch(`${leases}/${name}`, { spec: { renewTime } })
    for (const pod of await this.#api.list('/api/v1/pods')) await this.#reportPod(pod)
  }

  async #reportPod(pod: Anything): Promise<void> {
    const { namespace, name, deletionTimestamp } = pod.metadata
    const path = `/api/v1/namespaces/${namespace}/pods/${name}`
    if (pod.spec.nodeName === undefined) return
    if (deletionTimestamp !== undefined) await this.#api.remove(path, { gracePeriodSeconds: 0 })
    else if (pod.status.phase === 'Pending') await this.#api.patch(`${path}/status`, { status: podStatus(pod) })
  }
}

function nodeStatus(): object {
  const time = new Date().toISOString()
  return {
    capacity: { cpu: '8', memory: '16Gi', pods: '110' },
    allocatable: { cpu: '8', memory: '16Gi', pods: '110' },
    conditions: [
      { type: 'Ready', status: 'True', reason: 'KubeletReady', lastHeartbeatTime: time, lastTransitionTime: time },
    ],
  }
}

/** Pods that are not restarted have ended; all others run and are ready. */
function podStatus({ spec, metadata }: Anything): object {
  const time = new Date().toISOString().replace(/\.\d+Z/, 'Z')
  const hasEnded = spec.restartPolicy === 'Never'
  const state = hasEnded
    ? { terminated: { exitCode: 0, startedAt: time, finishedAt: time } }
    : { running: { startedAt: time } }
  const ready = hasEnded ? 'False' : 'True'
  const podIP = `10.1.${metadata.uid.charCodeAt(0)}.${(Number.parseInt(metadata.uid.slice(0, 2), 16) % 250) + 1}`
  return {
    phase: hasEnded ? 'Succeeded' : 'Running',
    startTime: time,
    podIP,
    podIPs: [{ ip: podIP }],
    conditions: ['Initialized', 'Ready', 'ContainersReady', 'PodScheduled'].map((type) => ({
      type,
      status: type.includes('Ready') ? ready : 'True',
      lastTransitionTime: time,
    })),
    containerStatuses: spec.containers.map(({ name, image }: Anything) => ({
      name,
      image,
      imageID: image,
      ready: !hasEnded,
      started: !hasEnded,
      restartCount: 0,
      state,
    })),
  }
}
