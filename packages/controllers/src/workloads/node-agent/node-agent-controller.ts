import { objectKey, parseObjectKey } from '@pinnace/client'
import { formatMicroTime } from '@pinnace/meta'
import type { Lease } from '@pinnace/types/coordination-v1'
import type { Node } from '@pinnace/types/core-v1-nodes'
import type { Pod } from '@pinnace/types/core-v1-pods'
import type { Controller, ControllerContext } from '../../controller.ts'
import { isLostRace } from '../../is-lost-race.ts'
import { isOutdated, unlessOutdated } from '../../is-outdated.ts'
import { startLoop } from '../../reconcile-loop.ts'
import { hasEnded } from '../pod-state.ts'
import { isSameStatus } from '../same-status.ts'
import { createPodAddresses, nodeAddress, parseRange } from './pod-addresses.ts'
import { advanceLife, beginLife, endLife, type Moment, type PodLife } from './pod-life.ts'
import { podStatus } from './pod-status.ts'
import { nodeObject, nodeStatus, type SimulatedNode } from './simulated-node.ts'
import { stagesOf, type WorkloadStages } from './stages.ts'

const podKind = { apiVersion: 'v1', kind: 'Pod' } as const
const nodeKind = { apiVersion: 'v1', kind: 'Node' } as const

// upstream: kubelet's nodeLeaseDurationSeconds, a quarter of which is between two renewals; nodeStatusReportFrequency
const leaseSeconds = 40
const renewMs = 10_000
const heartbeatMs = 300_000

/** Options for {@link nodeAgentController}. */
export interface NodeAgentOptions {
  readonly nodes: readonly SimulatedNode[]
  readonly stages: WorkloadStages
  /** Where pods have their addresses from. */
  readonly podCidr: string
}

/** The agent of all simulated nodes: registers them, and takes pods that are bound to them through their lives. */
export function nodeAgentController({ nodes, stages, podCidr }: NodeAgentOptions): Controller {
  parseRange(podCidr)
  const addresses = new Map(nodes.map(({ name }, index) => [name, nodeAddress(index)]))
  return {
    name: 'simulated-node-agent',
    isDefault: true,
    start(context) {
      const { client, clock, informers } = context
      const pods = informers.informer<Pod>(podKind)
      const podAddresses = createPodAddresses(podCidr)
      const lives = new Map<string, PodLife>()
      const stopping = new Map<string, number>()
      const moment = (): Moment => ({ monotonicMs: clock.monotonic(), nowMs: clock.now() })
      const forget = ({ metadata: { uid = '' } }: Pod): void => {
        lives.delete(uid)
        stopping.delete(uid)
        podAddresses.release(uid)
      }
      const write = async (pod: Pod, life: PodLife, signal: AbortSignal): Promise<void> => {
        const { uid = '', namespace = '' } = pod.metadata
        const hostIp = addresses.get(pod.spec!.nodeName!)!
        const podIp = pod.spec?.hostNetwork === true ? hostIp : podAddresses.addressOf(uid)
        const place = { podIp, hostIp }
        const status = podStatus(pod, life, stagesOf(pod, stages), place, clock.now())
        if (isSameStatus(status, pod.status)) return
        await client
          .resource<Pod>(podKind)
          .namespace(namespace)
          .updateStatus({ ...pod, status }, { signal })
      }
      /** Stops a pod that is to go, and confirms that it has. */
      const stop = async (pod: Pod, signal: AbortSignal): Promise<{ requeueAfterMs: number } | void> => {
        const { name = '', namespace = '', uid = '', deletionGracePeriodSeconds = 0, finalizers = [] } = pod.metadata
        const since = stopping.get(uid) ?? clock.monotonic()
        stopping.set(uid, since)
        const stopMs = Math.min(stagesOf(pod, stages).stopMs, deletionGracePeriodSeconds * 1000)
        const leftMs = since + stopMs - clock.monotonic()
        if (leftMs > 0) return { requeueAfterMs: leftMs }
        // Whoever holds it back wants to know how it ended.
        if ((finalizers ?? []).length > 0 && !hasEnded(pod)) {
          const life = lives.get(uid) ?? beginLife(pod, moment())
          if (life.step !== 'ended') endLife(life, 143, moment())
          lives.set(uid, life)
          await write(pod, life, signal)
        }
        if (deletionGracePeriodSeconds === 0) return undefined
        const options = { gracePeriodSeconds: 0, preconditions: { uid }, signal }
        await unlessOutdated(client.resource<Pod>(podKind).namespace(namespace).delete(name, options))
        return undefined
      }
      const podLoop = startLoop({
        name: 'simulated-node-agent',
        context,
        workers: 10,
        async reconcile(key, signal) {
          const { name, namespace } = parseObjectKey(key)
          const pod = pods.store.get(name, namespace)
          if (pod === undefined || !addresses.has(pod.spec?.nodeName ?? '')) return undefined
          try {
            if (pod.metadata.deletionTimestamp !== undefined) return await stop(pod, signal)
            if (hasEnded(pod)) return undefined
            const uid = pod.metadata.uid!
            const life = lives.get(uid) ?? beginLife(pod, moment())
            lives.set(uid, life)
            const deadlineMs = untilDeadline(pod, clock.now())
            if (deadlineMs !== undefined && deadlineMs <= 0 && life.step !== 'ended') {
              life.problem = { reason: 'DeadlineExceeded', message: deadlineMessage }
              endLife(life, 143, moment())
            }
            const dueMs = advanceLife(pod, life, stagesOf(pod, stages), moment())
            const waits = [dueMs, deadlineMs].filter((ms) => ms !== undefined && ms >= 0)
            const lookedMs = clock.monotonic()
            await write(pod, life, signal)
            return waits.length === 0 || life.step === 'ended'
              ? undefined
              : { requeueAfterMs: Math.max(0, Math.min(...(waits as number[])) - (clock.monotonic() - lookedMs)) }
          } catch (error) {
            if (isOutdated(error)) return undefined
            throw error
          }
        },
      })
      const look = (pod: Pod): void => {
        const { uid = '' } = pod.metadata
        // INVARIANT: known before the first new address is given out: the loop waits until all pods have been told of.
        if (hasEnded(pod)) {
          lives.delete(uid)
          podAddresses.release(uid)
        } else if (pod.status?.podIP && pod.spec?.hostNetwork !== true) podAddresses.reserve(uid, pod.status.podIP)
        if (addresses.has(pod.spec?.nodeName ?? '')) podLoop.add(objectKey(pod))
      }
      pods.addHandler({ add: look, update: look, delete: forget })
      const nodeLoop = startNodeLoop(context, nodes, addresses)
      return {
        get isHealthy() {
          return (podLoop.isHealthy ?? true) && (nodeLoop.isHealthy ?? true)
        },
        async stop() {
          await Promise.all([podLoop.stop(), nodeLoop.stop()])
        },
      }
    },
  }
}

const deadlineMessage = 'Pod was active on the node longer than the specified deadline'

// upstream: pkg/kubelet/active_deadline.go
function untilDeadline({ spec, status }: Pod, nowMs: number): number | undefined {
  const seconds = spec?.activeDeadlineSeconds
  if (seconds === undefined || !status?.startTime) return undefined
  return Date.parse(status.startTime) + Number(seconds) * 1000 - nowMs
}

/** Registers nodes, once, and keeps saying that they are there. A node that is deleted stays deleted, until somebody
 * makes it again. */
function startNodeLoop(
  context: ControllerContext,
  nodes: readonly SimulatedNode[],
  addresses: ReadonlyMap<string, string>,
): ReturnType<typeof startLoop> {
  const { client, clock, informers, vocabulary } = context
  const known = informers.informer<Node>(nodeKind)
  const nodeClient = client.resource<Node>(nodeKind)
  const leases = client
    .resource<Lease>({ apiVersion: `${vocabulary.group('coordination')}/v1`, kind: 'Lease' })
    .namespace(vocabulary.nodeLeaseNamespace)
  const byName = new Map(nodes.map((node) => [node.name, node]))
  const registered = new Map<string, number>()
  const removed = new Set<string>()
  const beat = async (node: SimulatedNode, live: Node | undefined, signal: AbortSignal): Promise<void> => {
    const { name, capacity } = node
    const address = addresses.get(name)!
    const nowMs = clock.now()
    if (live === undefined) {
      const made = await nodeClient.create(nodeObject(node, address, vocabulary, nowMs), { signal })
      await openNode(made, signal)
    } else {
      const stored = live.status
      const status = nodeStatus({ name, address, nowMs, stored, ...(capacity === undefined ? {} : { capacity }) })
      const updated = await nodeClient.updateStatus({ ...live, status }, { signal })
      if (!registered.has(name)) await openNode(updated, signal)
    }
    registered.set(name, clock.monotonic())
  }
  /** A new node takes no pods until it is known to be ready; this one is. */
  // upstream: plugin/pkg/admission/nodetaint sets the taint, pkg/controller/nodelifecycle takes it away
  const openNode = async (made: Node, signal: AbortSignal): Promise<void> => {
    const notReady = `node.${vocabulary.labelDomain}/not-ready`
    const taints = (made.spec?.taints ?? []).filter(({ key }) => key !== notReady)
    if (taints.length === (made.spec?.taints ?? []).length) return
    await nodeClient.update({ ...made, spec: { ...made.spec, taints } }, { signal })
  }
  const renew = async (name: string, live: Node | undefined, signal: AbortSignal): Promise<void> => {
    const renewTime = formatMicroTime(BigInt(clock.now()) * 1000n)
    const spec = { holderIdentity: name, leaseDurationSeconds: leaseSeconds, renewTime }
    try {
      await leases.patch(name, { spec }, { signal })
    } catch (error) {
      if (!isOutdated(error)) throw error
      const uid = live?.metadata.uid
      const ownerReferences = uid === undefined ? [] : [{ ...nodeKind, name, uid }]
      await leases.create({ metadata: { name, ownerReferences }, spec }, { signal })
    }
  }
  const loop = startLoop({
    name: 'simulated-nodes',
    context,
    async reconcile(name, signal) {
      const node = byName.get(name)!
      const live = known.store.get(name)
      const since = registered.get(name)
      if (removed.has(name)) return undefined
      try {
        if (since === undefined || (live !== undefined && clock.monotonic() - since >= heartbeatMs)) {
          await beat(node, live, signal)
        }
        await renew(name, known.store.get(name), signal)
      } catch (error) {
        if (!isLostRace(error) && !isOutdated(error)) throw error
      }
      return { requeueAfterMs: renewMs }
    },
  })
  for (const { name } of nodes) loop.add(name)
  known.addHandler({
    add({ metadata: { name = '' } }) {
      if (!removed.delete(name)) return
      registered.delete(name)
      loop.add(name)
    },
    delete({ metadata: { name = '' } }) {
      if (byName.has(name)) removed.add(name)
    },
  })
  return loop
}
