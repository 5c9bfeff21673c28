import type { Informer } from '@pinnace/client'
import { fromLabelSelector } from '@pinnace/meta'
import type { Deployment, ReplicaSet } from '@pinnace/types/apps-v1'
import type { Pod } from '@pinnace/types/core-v1-pods'
import type { Controller } from '../../controller.ts'
import { childrenOf, indexByController } from '../child-index.ts'
import { claimChildren } from '../claim-children.ts'
import { controllerOf } from '../controller-ref.ts'
import type { Requeue } from '../requeue.ts'
import { hasSpec, isTerminating, namespaceOf } from '../stored-object.ts'
import { startWorkloadController, type WorkloadTools } from '../workload-loop.ts'
import { deploymentNames, type DeploymentNames } from './deployment-annotations.ts'
import { deploymentCondition, progressing, type NewCondition } from './deployment-conditions.ts'
import { countStatus, hasProgressDeadline, withStatusCondition } from './deployment-status.ts'
import { recreate } from './recreate.ts'
import { deleteOldReplicaSets } from './revision-history.ts'
import { isRollbackRequested, rollBack } from './rollback.ts'
import { rollingUpdate } from './rolling-update.ts'
import { scaleReplicaSet, writeStatus, type Rollout } from './rollout.ts'
import { isScalingEvent, scaledSizes } from './scaling.ts'
import { syncReplicaSets } from './sync-replica-sets.ts'

const kind = { apiVersion: 'apps/v1', kind: 'Deployment' } as const
const setKind = { apiVersion: 'apps/v1', kind: 'ReplicaSet' } as const

/** Rolls out the pod template of deployments with replica sets. */
// upstream: pkg/controller/deployment/deployment_controller.go, syncDeployment
export const deploymentController: Controller = {
  name: 'deployment-controller',
  isDefault: true,
  needs: () => [kind, setKind],
  start(context) {
    const { informers, vocabulary } = context
    const names = deploymentNames(vocabulary)
    const sets = informers.informer<ReplicaSet>(setKind)
    const pods = informers.informer<Pod>({ apiVersion: 'v1', kind: 'Pod' })
    indexByController(pods.store)
    return startWorkloadController<Deployment>({
      name: 'deployment-controller',
      context,
      kind,
      selectorOf: ({ spec }) => fromLabelSelector(spec?.selector),
      watch(tools) {
        tools.watchChildren(sets)
        watchDeletedPods(tools, sets, pods)
      },
      async reconcile(deployment, tools, signal) {
        const rollout = await startRollout(deployment, { tools, sets, names, signal })
        return rollout && advanceRollout(rollout, pods)
      },
    })
  },
}

/** Wakes the deployment of a deleted pod: strategy Recreate waits for the last old pod. */
function watchDeletedPods(tools: WorkloadTools<Deployment>, sets: Informer<ReplicaSet>, pods: Informer<Pod>): void {
  pods.addHandler({
    delete(pod) {
      const namespace = namespaceOf(pod)
      const set = sets.store.get(controllerOf(pod)?.name ?? '', namespace)
      const owner = set && controllerOf(set)
      if (owner !== undefined) tools.loop.add(`${namespace}/${owner.name}`)
    },
  })
}

async function startRollout(
  deployment: Deployment,
  options: {
    readonly tools: WorkloadTools<Deployment>
    readonly sets: Informer<ReplicaSet>
    readonly names: DeploymentNames
    readonly signal: AbortSignal
  },
): Promise<Rollout | undefined> {
  if (!hasSpec(deployment)) return undefined
  const { tools, sets, names, signal } = options
  const { client } = tools.context
  const namespace = namespaceOf(deployment)
  const deployments = client.resource<Deployment>(kind).namespace(namespace)
  const replicaSets = client.resource<ReplicaSet>(setKind).namespace(namespace)
  const claimed = await claimChildren({
    owner: deployment,
    ownerKind: kind,
    owners: deployments,
    selector: fromLabelSelector(deployment.spec.selector),
    store: sets.store,
    children: replicaSets,
    signal,
  })
  return { deployment, sets: claimed.filter(hasSpec), names, deployments, replicaSets, tools, signal }
}

async function advanceRollout(rollout: Rollout, pods: Informer<Pod>): Promise<Requeue> {
  if (isTerminating(rollout.deployment)) return writeCounts(rollout)
  await recordPause(rollout)
  const { deployment, sets, names } = rollout
  if (deployment.spec.paused === true) return scale(rollout)
  if (isRollbackRequested(deployment, names)) return rollBack(rollout).then(() => undefined)
  if (isScalingEvent(deployment, sets, names)) return scale(rollout)
  return deployment.spec.strategy?.type === 'Recreate'
    ? recreate(rollout, (set) => childrenOf(pods.store, set))
    : rollingUpdate(rollout)
}

// upstream: sync.go, sync
async function scale(rollout: Rollout): Promise<undefined> {
  const { names, tools } = rollout
  const split = await syncReplicaSets(rollout)
  for (const size of scaledSizes(rollout.deployment, split, names)) await scaleReplicaSet(rollout, size)
  const { deployment } = rollout
  if (deployment.spec.paused === true && !isRollbackRequested(deployment, names)) {
    await deleteOldReplicaSets(rollout, split.old)
  }
  await writeStatus(rollout, countStatus(deployment, split, tools.context.clock.now()))
}

// upstream: sync.go, syncStatusOnly
async function writeCounts(rollout: Rollout): Promise<undefined> {
  const split = await syncReplicaSets(rollout)
  await writeStatus(rollout, countStatus(rollout.deployment, split, rollout.tools.context.clock.now()))
}

async function recordPause(rollout: Rollout): Promise<void> {
  const { deployment, tools } = rollout
  const change = pauseCondition(deployment)
  if (change === undefined) return
  await writeStatus(rollout, withStatusCondition(deployment, change, tools.context.clock.now()))
}

/** The condition that reports that a deployment has been paused or resumed; `undefined` when neither has happened. */
// upstream: sync.go, checkPausedConditions
export function pauseCondition(deployment: Deployment): NewCondition | undefined {
  if (!hasProgressDeadline(deployment)) return undefined
  const known = deploymentCondition(deployment.status?.conditions, 'Progressing')
  if (known?.reason === 'ProgressDeadlineExceeded') return undefined
  const isPaused = deployment.spec?.paused === true
  const isReported = known?.reason === 'DeploymentPaused'
  if (isPaused === isReported) return undefined
  return isPaused
    ? progressing('Unknown', 'DeploymentPaused', 'Deployment is paused')
    : progressing('Unknown', 'DeploymentResumed', 'Deployment is resumed')
}
