import { isEqualJson } from '@pinnace/meta'
import type { Deployment, ReplicaSet } from '@pinnace/types/apps-v1'
import type { PodTemplateSpec } from '@pinnace/types/core-v1-pods'
import type { WithSpec } from '../stored-object.ts'
import { revisionIn, type DeploymentNames } from './deployment-annotations.ts'

/** A replica set as the server stores it. */
export type StoredReplicaSet = WithSpec<ReplicaSet>

/** The replica sets of a deployment: the one of its current template, and all others. */
export interface ReplicaSets {
  readonly current: StoredReplicaSet | undefined
  readonly old: readonly StoredReplicaSet[]
}

/** The number of pods that an object asks for; 0 when absent. */
export function replicasOf({ spec }: { readonly spec?: { readonly replicas?: number } }): number {
  return spec?.replicas ?? 0
}

/** The number of pods that several replica sets ask for. */
export function totalReplicas(sets: readonly ReplicaSet[]): number {
  return sets.reduce((sum, set) => sum + replicasOf(set), 0)
}

/** The number of available pods of several replica sets. */
export function totalAvailable(sets: readonly ReplicaSet[]): number {
  return sets.reduce((sum, { status }) => sum + (status?.availableReplicas ?? 0), 0)
}

/** Replica sets sorted by creation time, oldest first. */
export function byAge<T extends ReplicaSet>(sets: readonly T[]): readonly T[] {
  const age = ({ metadata }: T): string => `${metadata.creationTimestamp ?? ''} ${metadata.name ?? ''}`
  return [...sets].sort((a, b) => (age(a) < age(b) ? -1 : 1))
}

/** Finds the replica set of a deployment's template; the oldest when several match. */
// upstream: FindNewReplicaSet, FindOldReplicaSets
export function splitReplicaSets(
  deployment: WithSpec<Deployment>,
  sets: readonly StoredReplicaSet[],
  names: DeploymentNames,
): ReplicaSets {
  const current = byAge(sets).find(({ spec }) => isSameTemplate(spec.template, deployment.spec.template, names))
  return { current, old: sets.filter((set) => set !== current) }
}

/** Whether two templates are equal apart from the hash label that deployments add. */
// upstream: EqualIgnoreHash
export function isSameTemplate(
  a: PodTemplateSpec | undefined,
  b: PodTemplateSpec | undefined,
  { hashLabel }: DeploymentNames,
): boolean {
  return isEqualJson(withoutHash(a, hashLabel), withoutHash(b, hashLabel))
}

/** A template without the hash label. */
export function withoutHash(template: PodTemplateSpec | undefined, hashLabel: string): PodTemplateSpec {
  const { [hashLabel]: _, ...labels } = template?.metadata?.labels ?? {}
  return { ...template, metadata: { ...template?.metadata, labels } }
}

/** The highest revision of several replica sets; 0 when there is none. */
export function maxRevision(sets: readonly ReplicaSet[], { revision }: DeploymentNames): bigint {
  let newest = 0n
  for (const set of sets) {
    const found = revisionIn(set, revision) ?? 0n
    if (found > newest) newest = found
  }
  return newest
}
