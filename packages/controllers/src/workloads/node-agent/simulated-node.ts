import { formatTime, type Vocabulary } from '@pinnace/meta'
import type { Node, NodeCondition, Taint } from '@pinnace/types/core-v1-nodes'
import { release } from '../../controller-identity.ts'

/** A node that exists as an API object only. */
export interface SimulatedNode {
  readonly name: string
  readonly labels?: Readonly<Record<string, string>>
  readonly taints?: readonly Taint[]
  /**
   * Its resources, all of them allocatable.
   * @default { cpu: '32', memory: '256Gi', 'ephemeral-storage': '1Ti', pods: '110' }
   */
  readonly capacity?: Readonly<Record<string, string>>
}

const defaultCapacity = { cpu: '32', memory: '256Gi', 'ephemeral-storage': '1Ti', pods: '110' }

/** The nodes of the option `nodes`: a number stands for `node-1`, `node-2` and so on. */
export function simulatedNodes(nodes: number | readonly SimulatedNode[]): readonly SimulatedNode[] {
  if (typeof nodes !== 'number') return nodes
  if (!Number.isInteger(nodes) || nodes < 0 || nodes > 5000) {
    throw new TypeError('nodes must be a number from 0 to 5000, or a list of nodes')
  }
  return Array.from({ length: nodes }, (_, index) => ({ name: `node-${index + 1}` }))
}

/** The Node object that the agent registers. */
export function nodeObject(
  node: SimulatedNode,
  addresses: readonly string[],
  { labelDomain }: Vocabulary,
  nowMs: number,
): Node {
  const { name, labels = {}, taints, capacity = defaultCapacity } = node
  return {
    metadata: {
      name,
      labels: {
        [`${labelDomain}/arch`]: 'amd64',
        [`${labelDomain}/hostname`]: name,
        [`${labelDomain}/os`]: 'linux',
        ...labels,
      },
    },
    ...(taints === undefined ? {} : { spec: { taints } }),
    status: nodeStatus({ name, addresses, capacity, nowMs, stored: undefined }),
  } as Node
}

/** The status that the agent reports. */
export function nodeStatus(options: {
  readonly name: string
  readonly addresses: readonly string[]
  readonly capacity?: Readonly<Record<string, string>>
  readonly nowMs: number
  readonly stored: Node['status'] | undefined
}): NonNullable<Node['status']> {
  const { name, addresses, capacity = defaultCapacity, nowMs, stored } = options
  const id = `simulated-${name}`
  return {
    ...stored,
    capacity,
    allocatable: capacity,
    addresses: [...addresses.map((address) => ({ type: 'InternalIP', address })), { type: 'Hostname', address: name }],
    conditions: conditionsOf(stored?.conditions ?? [], nowMs),
    nodeInfo: {
      machineID: id,
      systemUUID: id,
      bootID: id,
      kernelVersion: 'simulated',
      osImage: 'simulated',
      containerRuntimeVersion: 'simulated://1.0',
      kubeletVersion: `${release}-simulated`,
      kubeProxyVersion: '',
      operatingSystem: 'linux',
      architecture: 'amd64',
    },
  }
}

// upstream: pkg/kubelet/nodestatus/setters.go
const conditions = [
  ['MemoryPressure', 'False', 'SufficientMemory', 'has sufficient memory available'],
  ['DiskPressure', 'False', 'NoDiskPressure', 'has no disk pressure'],
  ['PIDPressure', 'False', 'SufficientPID', 'has sufficient PID available'],
  ['Ready', 'True', 'NodeReady', 'is posting ready status'],
] as const

function conditionsOf(stored: readonly NodeCondition[], nowMs: number): readonly NodeCondition[] {
  const now = formatTime(nowMs)
  const reported = conditions.map(([type, status, reason, text]): NodeCondition => {
    const known = stored.find((condition) => condition.type === type && condition.status === status)
    const lastTransitionTime = known?.lastTransitionTime ?? now
    return { type, status, lastHeartbeatTime: now, lastTransitionTime, reason, message: `simulated node ${text}` }
  })
  const names = new Set<string>(conditions.map(([type]) => type))
  return [...stored.filter(({ type }) => !names.has(type)), ...reported]
}
