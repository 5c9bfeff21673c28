import type { ApiObject } from '@pinnace/meta'
import type { Node } from '@pinnace/types/core-v1-nodes'
import type { Pod, TopologySpreadConstraint } from '@pinnace/types/core-v1-pods'
import { nameOf } from '../stored-object.ts'
import type { AssignedPod, AssignedPods, NodeLoad } from './assigned-pods.ts'
import type { DefaultSpread } from './default-spread.ts'
import { deviceClaims, type DeviceClaims, type DeviceView } from './device-claims.ts'
import { hasHostPortConflict } from './host-ports.ts'
import { selectsNode } from './node-affinity.ts'
import {
  createAffinityFilter,
  createAffinityScore,
  hasPodAffinityTerms,
  type AffinityFilter,
  type AffinityScore,
  type ScheduledPod,
} from './pod-affinity.ts'
import { estimatedRequests, fitProblems, podRequests, type MilliQuantities } from './resource-fit.ts'
import { untoleratedTaint } from './tolerations.ts'
import { createTopologySpread, type TopologySpread } from './topology-spread.ts'
import { volumeConstraints, type VolumeConstraints, type VolumeView } from './volume-constraints.ts'

/** What a node for a pod is chosen from. */
export interface Cluster {
  readonly nodes: readonly Node[]
  readonly assigned: AssignedPods
  readonly namespace: (name: string) => ApiObject | undefined
  /** The key of the taint that stands for `spec.unschedulable`. */
  readonly unschedulableTaint: string
  /** @default volumes are ignored */
  readonly volumes?: VolumeView
  /** @default resource claims are ignored */
  readonly devices?: DeviceView | undefined
  /** Spreads pods without constraints. @default they are not spread */
  readonly defaultSpread?: DefaultSpread
}

/** What a pod asks of a node. */
export interface SchedulingRequest {
  readonly pod: Pod
  readonly requests: MilliQuantities
  /** The requests with an estimate for containers that name none. */
  readonly estimated: MilliQuantities
  readonly affinityProblem: AffinityFilter
  readonly affinityScore: AffinityScore
  readonly spread: TopologySpread
  readonly volumes: VolumeConstraints
  readonly devices: DeviceClaims
  readonly unschedulableTaint: string
}

/** Reads what a pod asks of a node, once for all nodes. */
export function createRequest(pod: Pod, cluster: Cluster): SchedulingRequest {
  const { nodes, assigned, namespace, unschedulableTaint, volumes } = cluster
  const byName = new Map(nodes.map((node) => [nameOf(node), node]))
  const onNodes = (pods: readonly AssignedPod[]): readonly ScheduledPod[] =>
    pods.flatMap(({ pod: other, node: name }) => {
      const node = byName.get(name)
      return node === undefined ? [] : [{ pod: other, node }]
    })
  const { affinity, topologySpreadConstraints = [] } = pod.spec ?? {}
  const prefersPods = affinity?.podAffinity !== undefined || affinity?.podAntiAffinity !== undefined
  const all = prefersPods || topologySpreadConstraints.some(isHard) ? onNodes(assigned.all()) : []
  // A pod without affinity terms is affected only by the terms of other pods.
  const opposing = hasPodAffinityTerms(pod) ? all : onNodes(assigned.withAntiAffinity())
  return {
    pod,
    requests: podRequests(pod),
    estimated: estimatedRequests(pod),
    affinityProblem: createAffinityFilter(pod, { scheduled: opposing, namespace }),
    affinityScore: createAffinityScore(pod, {
      scheduled: prefersPods ? all : onNodes(assigned.withPreferences()),
      namespace,
    }),
    spread: createTopologySpread(pod, { nodes, scheduled: all, assigned, defaults: cluster.defaultSpread }),
    volumes: volumeConstraints(pod, volumes),
    devices: deviceClaims(pod, cluster.devices),
    unschedulableTaint,
  }
}

function isHard({ whenUnsatisfiable }: TopologySpreadConstraint): boolean {
  return whenUnsatisfiable === 'DoNotSchedule'
}

/** Why a node does not suit a pod. */
export interface NodeProblems {
  /** The problems found by the first rule that fails. */
  readonly reasons: readonly string[]
  /** Whether the deletion of pods could help. */
  readonly isResolvable: boolean
}

/** Why a node does not suit a pod; `undefined` when it does. */
// upstream: the order is that of pkg/scheduler/apis/config/v1/default_plugins.go
export function problemsOf(request: SchedulingRequest, node: Node, load: NodeLoad): NodeProblems | undefined {
  const lasting = lastingProblem(request, node)
  if (lasting !== undefined) return { reasons: [lasting], isResolvable: false }
  const { pod, requests, affinityProblem, spread, volumes, devices } = request
  const { pods, used } = load
  const resolvable = (reasons: readonly string[]): NodeProblems => ({ reasons, isResolvable: true })
  if (hasHostPortConflict(pod, pods.values())) {
    return resolvable(["node(s) didn't have free ports for the requested pod ports"])
  }
  const insufficient = fitProblems(requests, node, { podCount: pods.size, used })
  if (insufficient.length > 0) return resolvable(insufficient)
  const volumeProblem = volumes.problemOf(node)
  if (volumeProblem !== undefined) return { reasons: [volumeProblem], isResolvable: false }
  const problem = spread.problem(node) ?? affinityProblem(node)
  if (problem !== undefined) return resolvable([problem])
  const deviceProblem = devices.problemOf(node)
  return deviceProblem === undefined ? undefined : { reasons: [deviceProblem], isResolvable: false }
}

/** A problem that no deletion of pods can solve. */
function lastingProblem({ pod, unschedulableTaint }: SchedulingRequest, node: Node): string | undefined {
  const tolerations = pod.spec?.tolerations ?? []
  const unschedulable = { key: unschedulableTaint, effect: 'NoSchedule' }
  if (node.spec?.unschedulable === true && untoleratedTaint([unschedulable], tolerations)) {
    return 'node(s) were unschedulable'
  }
  const taint = untoleratedTaint(node.spec?.taints ?? [], tolerations)
  if (taint !== undefined) return `node(s) had untolerated taint {${taint.key}: ${taint.value ?? ''}}`
  return selectsNode(pod, node) ? undefined : "node(s) didn't match Pod's node affinity/selector"
}
