import type { Informer, ResourceClient } from '@pinnace/client'
import { formatMicroTime } from '@pinnace/meta'
import type { Lease } from '@pinnace/types/coordination-v1'
import type { Node } from '@pinnace/types/core-v1-nodes'
import type { ControllerContext, RunningController } from '../../controller.ts'
import { isLostRace } from '../../is-lost-race.ts'
import { isOutdated } from '../../is-outdated.ts'
import { startLoop, type Loop } from '../../reconcile-loop.ts'
import type { Requeue } from '../requeue.ts'
import { nameOf } from '../stored-object.ts'
import { nodeObject, nodeStatus, type SimulatedNode } from './simulated-node.ts'

const nodeKind = { apiVersion: 'v1', kind: 'Node' } as const

/** How long a node lease is valid, in seconds. */
// upstream: kubelet's nodeLeaseDurationSeconds; it renews after a quarter of that
const leaseSeconds = 40
const renewMs = 10_000
/** Milliseconds between two reports of node status. */
// upstream: kubelet's nodeStatusReportFrequency
const heartbeatMs = 300_000

/** Options for {@link startNodeRegistrar}. */
export interface NodeRegistrarOptions {
  readonly nodes: readonly SimulatedNode[]
  /** The addresses of the nodes by name. */
  readonly nodeAddresses: ReadonlyMap<string, readonly string[]>
  /** Nodes are registered without conditions, and stages write their status. */
  readonly isStaged: boolean
}

/**
 * Starts what registers simulated nodes, reports their status and renews their leases. A deleted node is not registered
 * again; when a Node of its name is created, it is used.
 */
export function startNodeRegistrar(context: ControllerContext, options: NodeRegistrarOptions): RunningController {
  return new NodeRegistrar(context, options)
}

class NodeRegistrar implements RunningController {
  readonly #context: ControllerContext
  readonly #byName: ReadonlyMap<string, SimulatedNode>
  readonly #nodeAddresses: ReadonlyMap<string, readonly string[]>
  readonly #known: Informer<Node>
  readonly #nodes: ResourceClient<Node>
  readonly #leases: ResourceClient<Lease>
  readonly #loop: Loop
  /** When the status of a node was last reported, in monotonic milliseconds. */
  readonly #reportedAt = new Map<string, number>()
  readonly #deleted = new Set<string>()
  readonly #isStaged: boolean

  constructor(context: ControllerContext, { nodes, nodeAddresses, isStaged }: NodeRegistrarOptions) {
    const { client, informers, vocabulary } = context
    this.#context = context
    this.#isStaged = isStaged
    this.#byName = new Map(nodes.map((node) => [node.name, node]))
    this.#nodeAddresses = nodeAddresses
    this.#known = informers.informer<Node>(nodeKind)
    this.#nodes = client.resource<Node>(nodeKind)
    this.#leases = client
      .resource<Lease>({ apiVersion: `${vocabulary.group('coordination')}/v1`, kind: 'Lease' })
      .namespace(vocabulary.nodeLeaseNamespace)
    this.#loop = startLoop({
      name: 'simulated-nodes',
      context,
      reconcile: (name, signal) => this.#reconcile(name, signal),
    })
    for (const name of this.#byName.keys()) this.#loop.add(name)
    this.#known.addHandler({
      add: (node) => this.#observeCreation(nameOf(node)),
      update: (node, before) => {
        if (isStaged && isReady(node) && !isReady(before)) this.#loop.add(nameOf(node))
      },
      delete: (node) => this.#observeDeletion(nameOf(node)),
    })
  }

  get isHealthy(): boolean {
    return this.#loop.isHealthy ?? true
  }

  stop(): Promise<void> {
    return this.#loop.stop()
  }

  #observeCreation(name: string): void {
    if (!this.#deleted.delete(name)) return
    this.#reportedAt.delete(name)
    this.#loop.add(name)
  }

  #observeDeletion(name: string): void {
    if (this.#byName.has(name)) this.#deleted.add(name)
  }

  async #reconcile(name: string, signal: AbortSignal): Promise<Requeue> {
    const node = this.#byName.get(name)
    if (node === undefined || this.#deleted.has(name)) return undefined
    try {
      if (this.#isReportDue(name)) await this.#report(node, signal)
      const live = this.#isStaged ? this.#known.store.get(name) : undefined
      if (live !== undefined && isReady(live)) await this.#removeNotReadyTaint(live, signal)
      await this.#renewLease(name, signal)
    } catch (error) {
      if (!isLostRace(error) && !isOutdated(error)) throw error
    }
    return { requeueAfterMs: renewMs }
  }

  #isReportDue(name: string): boolean {
    const reportedAt = this.#reportedAt.get(name)
    if (reportedAt === undefined) return true
    if (this.#isStaged) return false
    return this.#known.store.get(name) !== undefined && this.#context.clock.monotonic() - reportedAt >= heartbeatMs
  }

  /** Registers the node if it does not exist, or updates its status. */
  async #report(node: SimulatedNode, signal: AbortSignal): Promise<void> {
    const { clock, vocabulary } = this.#context
    const { name, capacity } = node
    const addresses = this.#nodeAddresses.get(name) ?? []
    const nowMs = clock.now()
    const live = this.#known.store.get(name)
    if (live === undefined) {
      const next = nodeObject(node, addresses, vocabulary, nowMs)
      const unready = { ...next, status: { ...next.status, conditions: [] } }
      const created = await this.#nodes.create(this.#isStaged ? unready : next, { signal })
      if (!this.#isStaged) await this.#removeNotReadyTaint(created, signal)
    } else if (!this.#isStaged) {
      const stored = live.status
      const status = nodeStatus({ name, addresses, nowMs, stored, ...(capacity === undefined ? {} : { capacity }) })
      const updated = await this.#nodes.updateStatus({ ...live, status }, { signal })
      if (!this.#reportedAt.has(name)) await this.#removeNotReadyTaint(updated, signal)
    }
    this.#reportedAt.set(name, clock.monotonic())
  }

  /** A new node is tainted until it is ready; a simulated one is ready at once. */
  // upstream: plugin/pkg/admission/nodetaint adds the taint, pkg/controller/nodelifecycle removes it
  async #removeNotReadyTaint(node: Node, signal: AbortSignal): Promise<void> {
    const notReady = `node.${this.#context.vocabulary.labelDomain}/not-ready`
    const taints = node.spec?.taints ?? []
    const others = taints.filter(({ key }) => key !== notReady)
    if (others.length === taints.length) return
    await this.#nodes.update({ ...node, spec: { ...node.spec, taints: others } }, { signal })
  }

  async #renewLease(name: string, signal: AbortSignal): Promise<void> {
    const renewTime = formatMicroTime(BigInt(this.#context.clock.now()) * 1000n)
    const spec = { holderIdentity: name, leaseDurationSeconds: leaseSeconds, renewTime }
    try {
      await this.#leases.patch(name, { spec }, { signal })
    } catch (error) {
      if (!isOutdated(error)) throw error
      const uid = this.#known.store.get(name)?.metadata.uid
      const ownerReferences = uid === undefined ? [] : [{ ...nodeKind, name, uid }]
      await this.#leases.create({ metadata: { name, ownerReferences }, spec }, { signal })
    }
  }
}

function isReady({ status }: Node): boolean {
  return status?.conditions?.some(({ type, status: is }) => type === 'Ready' && is === 'True') === true
}
