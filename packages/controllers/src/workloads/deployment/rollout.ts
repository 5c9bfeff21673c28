import type { ResourceClient } from '@pinnace/client'
import { isEqualJson } from '@pinnace/meta'
import type { Deployment, ReplicaSet } from '@pinnace/types/apps-v1'
import type { PodTemplateSpec } from '@pinnace/types/core-v1-pods'
import { scaledValue } from '../int-or-percent.ts'
import type { WorkloadTools } from '../workload-loop.ts'
import { numberIn, type DeploymentNames } from './deployment-annotations.ts'

/** One look at a deployment, and what it takes to act on it. */
export interface Rollout {
  /** As it was last read or written. */
  deployment: Deployment
  readonly sets: readonly ReplicaSet[]
  readonly names: DeploymentNames
  readonly deployments: ResourceClient<Deployment>
  readonly replicaSets: ResourceClient<ReplicaSet>
  readonly tools: WorkloadTools<Deployment>
  readonly signal: AbortSignal
}

/** The replica set of the template, and all others. */
export interface SplitSets {
  readonly current: ReplicaSet | undefined
  readonly old: readonly ReplicaSet[]
}

/** How many pods a replica set wants. */
export function replicasOf({ spec }: { readonly spec?: { readonly replicas?: number } }): number {
  return spec?.replicas ?? 0
}

/** How many pods several replica sets want. */
export function totalReplicas(sets: readonly ReplicaSet[]): number {
  return sets.reduce((sum, set) => sum + replicasOf(set), 0)
}

/** How many of the pods of several replica sets are available. */
export function totalAvailable(sets: readonly ReplicaSet[]): number {
  return sets.reduce((sum, { status }) => sum + (status?.availableReplicas ?? 0), 0)
}

/** Replica sets by age. */
export function byAge(sets: readonly ReplicaSet[]): readonly ReplicaSet[] {
  const age = ({ metadata }: ReplicaSet): string => `${metadata.creationTimestamp ?? ''} ${metadata.name ?? ''}`
  return [...sets].sort((a, b) => (age(a) < age(b) ? -1 : 1))
}

/** Finds the replica set of a deployment's template: the oldest, where there are several. */
// upstream: FindNewReplicaSet, FindOldReplicaSets
export function splitSets({ deployment, sets, names }: Rollout): SplitSets {
  const template = deployment.spec!.template
  const current = byAge(sets).find(({ spec }) => isSameTemplate(spec?.template, template, names))
  return { current, old: sets.filter((set) => set !== current) }
}

/** Whether two templates are the same but for the hash that replica sets write on theirs. */
// upstream: EqualIgnoreHash
export function isSameTemplate(
  a: PodTemplateSpec | undefined,
  b: PodTemplateSpec | undefined,
  { hashLabel }: DeploymentNames,
): boolean {
  return isEqualJson(withoutHash(a, hashLabel), withoutHash(b, hashLabel))
}

/** A template without the hash. */
export function withoutHash(template: PodTemplateSpec | undefined, hashLabel: string): PodTemplateSpec {
  const { [hashLabel]: _, ...labels } = template?.metadata?.labels ?? {}
  const { labels: __, ...metadata } = template?.metadata ?? {}
  return { ...template, metadata: { ...metadata, labels } } as PodTemplateSpec
}

/** The highest revision among replica sets. */
export function maxRevision(sets: readonly ReplicaSet[], { revision }: DeploymentNames): number {
  return Math.max(0, ...sets.map((set) => numberIn(set, revision) ?? 0))
}

/** How many pods may be too many, and how many too few, while one template is rolled over into another. */
// upstream: ResolveFenceposts
export function fenceposts({ spec }: Deployment): { readonly maxSurge: number; readonly maxUnavailable: number } {
  const { replicas = 1, strategy } = spec!
  if (strategy?.type !== 'RollingUpdate' || replicas === 0) return { maxSurge: 0, maxUnavailable: 0 }
  const maxSurge = scaledValue(strategy.rollingUpdate?.maxSurge, replicas, 'up')
  const maxUnavailable = scaledValue(strategy.rollingUpdate?.maxUnavailable, replicas, 'down')
  // Where shares of few pods come to nothing, one may be away: else nothing would ever move.
  if (maxSurge === 0 && maxUnavailable === 0) return { maxSurge, maxUnavailable: 1 }
  return { maxSurge, maxUnavailable: Math.min(maxUnavailable, replicas) }
}

/** How many pods the replica set of the template may have now. */
// upstream: NewRSNewReplicas
export function currentReplicas({ deployment, sets }: Rollout, current: ReplicaSet | undefined): number {
  const wanted = replicasOf(deployment)
  if (deployment.spec!.strategy?.type !== 'RollingUpdate') return wanted
  const has = current === undefined ? 0 : replicasOf(current)
  const others = totalReplicas(sets.filter(({ metadata }) => metadata.uid !== current?.metadata.uid))
  const limit = wanted + fenceposts(deployment).maxSurge
  if (others + has >= limit) return has
  return has + Math.min(limit - others - has, wanted - has)
}

/** What a replica set is told of its deployment's size. */
export function sizeAnnotations({ deployment, names }: Rollout): Record<string, string> {
  const wanted = replicasOf(deployment)
  return {
    [names.desiredReplicas]: String(wanted),
    [names.maxReplicas]: String(wanted + fenceposts(deployment).maxSurge),
  }
}

/** Gives a replica set another size, and says so. */
// upstream: pkg/controller/deployment/sync.go, scaleReplicaSet
export async function scaleSet(rollout: Rollout, set: ReplicaSet, replicas: number): Promise<boolean> {
  const { deployment, replicaSets, tools, signal } = rollout
  const before = replicasOf(set)
  const annotations = { ...set.metadata.annotations, ...sizeAnnotations(rollout) }
  if (before === replicas && isEqualJson(annotations, set.metadata.annotations ?? {})) return false
  const next = { ...set, metadata: { ...set.metadata, annotations }, spec: { ...set.spec!, replicas } }
  await replicaSets.update(next, { signal })
  if (before === replicas) return false
  const direction = before < replicas ? 'up' : 'down'
  const note = `Scaled ${direction} replica set ${set.metadata.name} from ${before} to ${replicas}`
  const { name = '', namespace = '' } = set.metadata
  tools.tell(deployment, 'Normal', 'ScalingReplicaSet', note, {
    apiVersion: 'apps/v1',
    kind: 'ReplicaSet',
    name,
    namespace,
  })
  return true
}
