import { objectKey, parseObjectKey, type Informer } from '@pinnace/client'
import type { Pod } from '@pinnace/types/core-v1-pods'
import type { ControllerContext, RunningController } from '../../controller.ts'
import { isOutdated, unlessOutdated } from '../../is-outdated.ts'
import { startLoop, type Loop } from '../../reconcile-loop.ts'
import { isFinished } from '../pod-state.ts'
import { requeueAfter, type Requeue } from '../requeue.ts'
import { isSameStatus } from '../same-status.ts'
import { isTerminating, nameOf, namespaceOf, uidOf } from '../stored-object.ts'
import { createPodAddresses, type PodAddresses } from './pod-addresses.ts'
import { advanceLife } from './advance-life.ts'
import { endLife } from './container-exits.ts'
import { beginLife, type Moment, type PodLife } from './pod-life.ts'
import { podStatus } from './pod-status.ts'
import { stagesOf, type WorkloadStages } from './stages.ts'

const podKind = { apiVersion: 'v1', kind: 'Pod' } as const

/** The exit code of containers that are terminated: 128 + SIGTERM. */
const terminatedExitCode = 143

// upstream: pkg/kubelet/active_deadline.go
const deadlineExceeded = {
  reason: 'DeadlineExceeded',
  message: 'Pod was active on the node longer than the specified deadline',
}

/** Options for {@link startPodAgent}. */
export interface PodAgentOptions {
  readonly stages: WorkloadStages
  /** The ranges of pod addresses. */
  readonly podCidr: string
  /** The addresses of simulated nodes by name. Pods of other nodes are left alone. */
  readonly nodeAddresses: ReadonlyMap<string, readonly string[]>
}

/** Starts the agent that advances the pods of simulated nodes from stage to stage, and ends deleted ones. */
export function startPodAgent(context: ControllerContext, options: PodAgentOptions): RunningController {
  return new PodAgent(context, options)
}

class PodAgent implements RunningController {
  readonly #context: ControllerContext
  readonly #options: PodAgentOptions
  readonly #pods: Informer<Pod>
  readonly #addresses: PodAddresses
  readonly #loop: Loop
  /** The state of pods by UID. Bounded by the pods of the nodes. */
  readonly #lives = new Map<string, PodLife>()
  /** When terminating pods began to stop, in monotonic milliseconds, by UID. */
  readonly #stoppingSince = new Map<string, number>()

  constructor(context: ControllerContext, options: PodAgentOptions) {
    this.#context = context
    this.#options = options
    this.#pods = context.informers.informer<Pod>(podKind)
    this.#addresses = createPodAddresses(options.podCidr)
    this.#loop = startLoop({
      name: 'simulated-node-agent',
      context,
      workers: 10,
      reconcile: (key, signal) => this.#reconcile(key, signal),
    })
    const observe = (pod: Pod): void => this.#observe(pod)
    this.#pods.addHandler({ add: observe, update: observe, delete: (pod) => this.#forget(pod) })
  }

  get isHealthy(): boolean {
    return this.#loop.isHealthy ?? true
  }

  stop(): Promise<void> {
    return this.#loop.stop()
  }

  #observe(pod: Pod): void {
    const uid = uidOf(pod)
    // INVARIANT: addresses in use are recorded before the first one is assigned: the loop waits for all pods.
    if (isFinished(pod)) {
      this.#lives.delete(uid)
      this.#addresses.release(uid)
    } else if (pod.status?.podIP && pod.spec?.hostNetwork !== true) {
      this.#addresses.reserve(uid, pod.status.podIPs?.map(({ ip }) => ip) ?? [pod.status.podIP])
    }
    if (this.#nodeAddressesOf(pod) !== undefined) this.#loop.add(objectKey(pod))
  }

  #forget(pod: Pod): void {
    const uid = uidOf(pod)
    this.#lives.delete(uid)
    this.#stoppingSince.delete(uid)
    this.#addresses.release(uid)
  }

  #nodeAddressesOf({ spec }: Pod): readonly string[] | undefined {
    return this.#options.nodeAddresses.get(spec?.nodeName ?? '')
  }

  async #reconcile(key: string, signal: AbortSignal): Promise<Requeue> {
    const { name, namespace } = parseObjectKey(key)
    const pod = this.#pods.store.get(name, namespace)
    if (pod === undefined || this.#nodeAddressesOf(pod) === undefined) return undefined
    try {
      if (isTerminating(pod)) return await this.#terminate(pod, signal)
      return isFinished(pod) ? undefined : await this.#advance(pod, signal)
    } catch (error) {
      if (isOutdated(error)) return undefined
      throw error
    }
  }

  async #advance(pod: Pod, signal: AbortSignal): Promise<Requeue> {
    const { clock } = this.#context
    const life = this.#lifeOf(pod)
    const deadlineMs = msUntilActiveDeadline(pod, clock.now())
    if (deadlineMs !== undefined && deadlineMs <= 0 && life.step !== 'ended') {
      life.problem = deadlineExceeded
      endLife(life, terminatedExitCode, this.#now())
    }
    const dueMs = advanceLife(pod, life, stagesOf(pod, this.#options.stages), this.#now())
    const computedMs = clock.monotonic()
    await this.#writeStatus(pod, life, signal)
    if (life.step === 'ended') return undefined
    const next = requeueAfter(dueMs, deadlineMs)
    // The time that the write took counts.
    return next && requeueAfter(next.requeueAfterMs - (clock.monotonic() - computedMs))
  }

  /** Ends a pod that is being deleted, once its stop time has passed, and confirms the deletion. */
  async #terminate(pod: Pod, signal: AbortSignal): Promise<Requeue> {
    const { clock, client } = this.#context
    const uid = uidOf(pod)
    const { deletionGracePeriodSeconds = 0, finalizers = [] } = pod.metadata
    const since = this.#stoppingSince.get(uid) ?? clock.monotonic()
    this.#stoppingSince.set(uid, since)
    const { stopMs } = stagesOf(pod, this.#options.stages)
    const remainingMs = since + Math.min(stopMs, deletionGracePeriodSeconds * 1000) - clock.monotonic()
    if (remainingMs > 0) return { requeueAfterMs: remainingMs }
    // The owner of the finalizer, such as a job, needs to know how the pod ended.
    if (finalizers.length > 0 && !isFinished(pod)) await this.#endWithFinalizer(pod, signal)
    if (deletionGracePeriodSeconds === 0) return undefined
    const pods = client.resource<Pod>(podKind).namespace(namespaceOf(pod))
    await unlessOutdated(pods.delete(nameOf(pod), { gracePeriodSeconds: 0, preconditions: { uid }, signal }))
    return undefined
  }

  async #endWithFinalizer(pod: Pod, signal: AbortSignal): Promise<void> {
    const life = this.#lifeOf(pod)
    if (life.step !== 'ended') endLife(life, terminatedExitCode, this.#now())
    await this.#writeStatus(pod, life, signal)
  }

  async #writeStatus(pod: Pod, life: PodLife, signal: AbortSignal): Promise<void> {
    const { client, clock } = this.#context
    const stages = stagesOf(pod, this.#options.stages)
    const hostIps = this.#nodeAddressesOf(pod) ?? []
    const podIps = pod.spec?.hostNetwork === true ? hostIps : this.#addresses.addressesOf(uidOf(pod))
    const status = podStatus({ pod, life, stages, podIps, hostIps, nowMs: clock.now() })
    if (isSameStatus(status, pod.status)) return
    const pods = client.resource<Pod>(podKind).namespace(namespaceOf(pod))
    await pods.updateStatus({ ...pod, status }, { signal })
  }

  #lifeOf(pod: Pod): PodLife {
    const uid = uidOf(pod)
    const life = this.#lives.get(uid) ?? beginLife(pod, this.#now())
    this.#lives.set(uid, life)
    return life
  }

  #now(): Moment {
    const { clock } = this.#context
    return { monotonicMs: clock.monotonic(), nowMs: clock.now() }
  }
}

/** Milliseconds until a pod's `activeDeadlineSeconds` has passed; `undefined` when it has none or has not started. */
export function msUntilActiveDeadline({ spec, status }: Pod, nowMs: number): number | undefined {
  const seconds = spec?.activeDeadlineSeconds
  if (seconds === undefined || !status?.startTime) return undefined
  return Date.parse(status.startTime) + Number(seconds) * 1000 - nowMs
}
