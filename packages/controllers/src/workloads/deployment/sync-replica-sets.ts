import { isEqualJson, StatusError, toStatusError } from '@pinnace/meta'
import type { Deployment, ReplicaSet } from '@pinnace/types/apps-v1'
import { contentHash } from '../content-hash.ts'
import { controllerRef, isControlledBy } from '../controller-ref.ts'
import { nameOf, type WithSpec } from '../stored-object.ts'
import { normalEvent } from '../workload-event.ts'
import { currentAnnotations, type DeploymentNames } from './deployment-annotations.ts'
import { deploymentCondition, progressing, type NewCondition } from './deployment-conditions.ts'
import { hasProgressDeadline, withStatusCondition } from './deployment-status.ts'
import {
  isSameTemplate,
  maxRevision,
  splitReplicaSets,
  withoutHash,
  type ReplicaSets,
  type StoredReplicaSet,
} from './replica-sets.ts'
import { currentReplicaSetSize, sizeAnnotations } from './rolling-limits.ts'
import { updateDeploymentStatus, type Rollout } from './rollout.ts'

/** Finds a deployment's replica sets and brings revision, annotations and `minReadySeconds` of the current one up to date. */
// upstream: pkg/controller/deployment/sync.go, getAllReplicaSetsAndSyncRevision
export async function syncReplicaSets(rollout: Rollout): Promise<ReplicaSets> {
  const { current, old } = splitReplicaSets(rollout.deployment, rollout.sets, rollout.names)
  return { current: current && (await syncCurrent(rollout, current, old)), old }
}

async function syncCurrent(
  rollout: Rollout,
  set: StoredReplicaSet,
  old: readonly StoredReplicaSet[],
): Promise<StoredReplicaSet> {
  const { deployment, names, replicaSets, signal } = rollout
  const { minReadySeconds: stored, ...spec } = set.spec
  const { minReadySeconds: wanted } = deployment.spec
  const annotations = currentAnnotations(deployment, set, maxRevision(old, names) + 1n, names)
  if ((wanted ?? 0) !== (stored ?? 0) || !isEqualJson(annotations, set.metadata.annotations ?? {})) {
    const next = {
      ...set,
      metadata: { ...set.metadata, annotations },
      spec: { ...spec, ...(wanted === undefined ? {} : { minReadySeconds: wanted }) },
    }
    const written = await replicaSets.update(next, { signal })
    return { ...written, spec: written.spec ?? next.spec }
  }
  const found = progressing('True', 'FoundNewReplicaSet', `Found new replica set ${JSON.stringify(nameOf(set))}`)
  const mustReport = deploymentCondition(deployment.status?.conditions, 'Progressing') === undefined
  await recordRevision(rollout, set, mustReport ? found : undefined)
  return set
}

/** Writes the revision of the current replica set on the deployment, and a condition if one is given. */
async function recordRevision(
  rollout: Rollout,
  set: StoredReplicaSet,
  condition: NewCondition | undefined,
): Promise<void> {
  const { deployment, names, tools } = rollout
  const revision = set.metadata.annotations?.[names.revision] ?? ''
  const reported = hasProgressDeadline(deployment) ? condition : undefined
  if (deployment.metadata.annotations?.[names.revision] === revision && reported === undefined) return
  const annotations = { ...deployment.metadata.annotations, [names.revision]: revision }
  const metadata = { ...deployment.metadata, annotations }
  const status =
    reported === undefined
      ? (deployment.status ?? {})
      : withStatusCondition(deployment, reported, tools.context.clock.now())
  await updateDeploymentStatus(rollout, { metadata, status })
}

/** Creates the replica set of a deployment's current template. */
// upstream: sync.go, getNewReplicaSet
export async function createCurrentReplicaSet(
  rollout: Rollout,
  old: readonly StoredReplicaSet[],
): Promise<StoredReplicaSet> {
  const { deployment, names, replicaSets, tools, signal } = rollout
  const next = currentReplicaSet(deployment, old, names)
  const { name } = next.metadata
  let created: ReplicaSet
  try {
    created = await replicaSets.create(next, { signal })
  } catch (error) {
    if (error instanceof StatusError && error.reason === 'AlreadyExists') return resolveCollision(rollout, name, error)
    await reportCreateError(rollout, name, error)
    throw error
  }
  const { replicas } = next.spec
  if (replicas > 0) {
    const note = `Scaled up replica set ${name} from 0 to ${replicas}`
    tools.recordEvent(deployment, normalEvent('ScalingReplicaSet', note))
  }
  const stored = { ...created, spec: created.spec ?? next.spec }
  const message = `Created new replica set ${JSON.stringify(name)}`
  await recordRevision(rollout, stored, progressing('True', 'NewReplicaSetCreated', message))
  return stored
}

/** A replica set that is about to be created. */
export interface ReplicaSetToCreate {
  readonly metadata: ReplicaSet['metadata'] & { readonly name: string }
  readonly spec: StoredReplicaSet['spec'] & { readonly replicas: number }
}

/** Builds the replica set of a deployment's current template, named after the hash of the template. */
export function currentReplicaSet(
  deployment: WithSpec<Deployment>,
  old: readonly StoredReplicaSet[],
  names: DeploymentNames,
): ReplicaSetToCreate {
  const { template, selector, minReadySeconds } = deployment.spec
  const plain = withoutHash(template, names.hashLabel)
  const hash = contentHash(plain, deployment.status?.collisionCount)
  const labels = { ...plain.metadata?.labels, [names.hashLabel]: hash }
  const revision = maxRevision(old, names) + 1n
  return {
    metadata: {
      name: `${nameOf(deployment)}-${hash}`,
      labels,
      annotations: {
        ...currentAnnotations(deployment, { metadata: {} }, revision, names),
        ...sizeAnnotations(deployment, names),
      },
      ownerReferences: [controllerRef({ apiVersion: 'apps/v1', kind: 'Deployment' }, deployment)],
    },
    spec: {
      replicas: currentReplicaSetSize(deployment, { current: undefined, old }),
      ...(minReadySeconds === undefined ? {} : { minReadySeconds }),
      selector: { ...selector, matchLabels: { ...selector.matchLabels, [names.hashLabel]: hash } },
      template: { ...plain, metadata: { ...plain.metadata, labels } },
    },
  }
}

/**
 * Uses the replica set that has the name, if it is this deployment's with the same template. Otherwise increments the
 * collision count, so that the next attempt uses another name, and throws.
 */
async function resolveCollision(rollout: Rollout, name: string, error: StatusError): Promise<StoredReplicaSet> {
  const { deployment, names, replicaSets, signal } = rollout
  const found = await replicaSets.get(name, { signal })
  const { spec } = found
  const isOurs = isControlledBy(found, deployment) && isSameTemplate(spec?.template, deployment.spec.template, names)
  if (isOurs && spec !== undefined) return { ...found, spec }
  const collisionCount = (deployment.status?.collisionCount ?? 0) + 1
  await updateDeploymentStatus(rollout, { status: { ...deployment.status, collisionCount } })
  throw error
}

async function reportCreateError(rollout: Rollout, name: string, error: unknown): Promise<void> {
  const { deployment, tools, signal } = rollout
  if (signal.aborted || !hasProgressDeadline(deployment)) return
  const message = `Failed to create new replica set ${JSON.stringify(name)}: ${toStatusError(error).message}`
  const failed = progressing('False', 'ReplicaSetCreateError', message)
  const status = withStatusCondition(deployment, failed, tools.context.clock.now())
  if (isEqualJson(status.conditions, deployment.status?.conditions)) return
  await updateDeploymentStatus(rollout, { status })
}
