import { isEqualJson, StatusError, toStatusError } from '@pinnace/meta'
import type { ReplicaSet } from '@pinnace/types/apps-v1'
import { controllerRef, isControlledBy } from '../controller-ref.ts'
import { contentHash } from '../template-hash.ts'
import { currentAnnotations } from './deployment-annotations.ts'
import { deploymentCondition } from './deployment-conditions.ts'
import { condition, conditionsNow, hasDeadline } from './deployment-status.ts'
import {
  currentReplicas,
  isSameTemplate,
  maxRevision,
  sizeAnnotations,
  splitSets,
  withoutHash,
  type Rollout,
  type SplitSets,
} from './rollout.ts'

/**
 * The replica set of a deployment's template with its revision brought up to date, and all others. Where there is none,
 * it is made if asked for.
 */
// upstream: pkg/controller/deployment/sync.go, getAllReplicaSetsAndSyncRevision
export async function settleSets(rollout: Rollout, { isMade }: { readonly isMade: boolean }): Promise<SplitSets> {
  const { current, old } = splitSets(rollout)
  const revision = maxRevision(old, rollout.names) + 1
  if (current !== undefined) return { current: await refresh(rollout, current, revision), old }
  return { current: isMade ? await make(rollout, revision) : undefined, old }
}

async function refresh(rollout: Rollout, set: ReplicaSet, revision: number): Promise<ReplicaSet> {
  const { deployment, names, replicaSets, signal } = rollout
  const { minReadySeconds: _, ...spec } = set.spec!
  const wanted = deployment.spec!.minReadySeconds
  const annotations = currentAnnotations(deployment, set, revision, names)
  const isSame = (wanted ?? 0) === (set.spec!.minReadySeconds ?? 0)
  if (!isSame || !isEqualJson(annotations, set.metadata.annotations ?? {})) {
    return replicaSets.update(
      {
        ...set,
        metadata: { ...set.metadata, annotations },
        spec: { ...spec, ...(wanted === undefined ? {} : { minReadySeconds: wanted }) },
      },
      { signal },
    )
  }
  const message = `Found new replica set ${JSON.stringify(set.metadata.name)}`
  await noteRevision(rollout, set, condition('Progressing', 'True', 'FoundNewReplicaSet', message), { isNew: false })
  return set
}

/** Writes the revision of the current replica set on the deployment, and how it came to have that. */
async function noteRevision(
  rollout: Rollout,
  set: ReplicaSet,
  progress: ReturnType<typeof condition>,
  { isNew }: { readonly isNew: boolean },
): Promise<void> {
  const { deployment, deployments, names, signal } = rollout
  const revision = set.metadata.annotations?.[names.revision]
  const isNoted = deployment.metadata.annotations?.[names.revision] === revision
  const mustTell =
    hasDeadline(deployment) && (isNew || !deploymentCondition(deployment.status?.conditions, 'Progressing'))
  if (isNoted && !mustTell) return
  const annotations = { ...deployment.metadata.annotations, [names.revision]: revision ?? '' }
  const status = mustTell ? conditionsNow(rollout, progress) : (deployment.status ?? {})
  const next = { ...deployment, metadata: { ...deployment.metadata, annotations }, status }
  rollout.deployment = await deployments.updateStatus(next, { signal })
}

async function make(rollout: Rollout, revision: number): Promise<ReplicaSet> {
  const { deployment, names, replicaSets, tools, signal } = rollout
  const { template, selector, minReadySeconds } = deployment.spec!
  const plain = withoutHash(template, names.hashLabel)
  const hash = contentHash(plain, deployment.status?.collisionCount)
  const labels = { ...plain.metadata?.labels, [names.hashLabel]: hash }
  const name = `${deployment.metadata.name}-${hash}`
  const metadata = {
    name,
    labels,
    annotations: {
      ...currentAnnotations(deployment, { metadata: {} }, revision, names),
      ...sizeAnnotations(rollout),
    },
    ownerReferences: [controllerRef(tools.kind, deployment)],
  }
  const replicas = currentReplicas(rollout, undefined)
  const spec = {
    replicas,
    ...(minReadySeconds === undefined ? {} : { minReadySeconds }),
    selector: { ...selector, matchLabels: { ...selector.matchLabels, [names.hashLabel]: hash } },
    template: { ...plain, metadata: { ...plain.metadata, labels } },
  } as ReplicaSet['spec'] & object
  let made: ReplicaSet
  try {
    made = await replicaSets.create({ metadata, spec }, { signal })
  } catch (error) {
    if (error instanceof StatusError && error.reason === 'AlreadyExists') return takeOver(rollout, name, error)
    await tellFailure(rollout, name, error)
    throw error
  }
  if (replicas > 0) {
    tools.tell(deployment, 'Normal', 'ScalingReplicaSet', `Scaled up replica set ${name} from 0 to ${replicas}`)
  }
  const message = `Created new replica set ${JSON.stringify(name)}`
  await noteRevision(rollout, made, condition('Progressing', 'True', 'NewReplicaSetCreated', message), { isNew: true })
  return made
}

/** The name is taken: by what was made a moment ago, or by somebody else, and then the next name will be another. */
async function takeOver(rollout: Rollout, name: string, error: unknown): Promise<ReplicaSet> {
  const { deployment, deployments, names, replicaSets, signal } = rollout
  const found = await replicaSets.get(name, { signal })
  const isOurs = isControlledBy(found, deployment)
  if (isOurs && isSameTemplate(found.spec?.template, deployment.spec!.template, names)) return found
  const collisionCount = (deployment.status?.collisionCount ?? 0) + 1
  const status = { ...deployment.status, collisionCount }
  rollout.deployment = await deployments.updateStatus({ ...deployment, status }, { signal })
  throw error
}

async function tellFailure(rollout: Rollout, name: string, error: unknown): Promise<void> {
  const { deployment, deployments, signal } = rollout
  if (signal.aborted || !hasDeadline(deployment)) return
  const message = `Failed to create new replica set ${JSON.stringify(name)}: ${toStatusError(error).message}`
  const failed = condition('Progressing', 'False', 'ReplicaSetCreateError', message)
  const status = conditionsNow(rollout, failed)
  if (isEqualJson(status.conditions, deployment.status?.conditions)) return
  rollout.deployment = await deployments.updateStatus({ ...deployment, status }, { signal })
}
