import { fromLabelSelector } from '@pinnace/meta'
import type { Deployment, ReplicaSet } from '@pinnace/types/apps-v1'
import type { Pod } from '@pinnace/types/core-v1-pods'
import type { Controller } from '../../controller.ts'
import { childrenOf, indexByController } from '../child-index.ts'
import { claimChildren } from '../claim-children.ts'
import { controllerOf } from '../controller-ref.ts'
import { startWorkload } from '../workload-loop.ts'
import { settleSets } from './current-replica-set.ts'
import { deploymentNames } from './deployment-annotations.ts'
import { deploymentCondition } from './deployment-conditions.ts'
import { condition, conditionsNow, countStatus, hasDeadline, writeStatus } from './deployment-status.ts'
import { recreate, rollOver, forgetRevisions } from './roll.ts'
import { isRollbackAsked, rollBack } from './roll-back.ts'
import type { Rollout } from './rollout.ts'
import { isScaled, scaleDeployment } from './scale-deployment.ts'

const kind = { apiVersion: 'apps/v1', kind: 'Deployment' } as const
const setKind = { apiVersion: 'apps/v1', kind: 'ReplicaSet' } as const

/** Rolls one template of pods over into the next, by replica sets. */
// upstream: pkg/controller/deployment/deployment_controller.go, syncDeployment
export const deploymentController: Controller = {
  name: 'deployment-controller',
  isDefault: true,
  needs: () => [kind, setKind],
  start(context) {
    const { client, informers, vocabulary } = context
    const names = deploymentNames(vocabulary)
    const sets = informers.informer<ReplicaSet>(setKind)
    const pods = informers.informer<Pod>({ apiVersion: 'v1', kind: 'Pod' })
    indexByController(pods.store)
    return startWorkload<Deployment>({
      name: 'deployment-controller',
      context,
      kind,
      children: [sets as never],
      selectorOf: ({ spec }) => fromLabelSelector(spec?.selector),
      watch({ loop }) {
        // A deployment that recreates waits for the last of its old pods.
        pods.addHandler({
          delete(pod) {
            const { namespace = '' } = pod.metadata
            const set = sets.store.get(controllerOf(pod)?.name ?? '', namespace)
            const owner = set && controllerOf(set)
            if (owner !== undefined) loop.add(`${namespace}/${owner.name}`)
          },
        })
      },
      async reconcile(deployment, tools, signal) {
        const namespace = deployment.metadata.namespace!
        const deployments = client.resource<Deployment>(kind).namespace(namespace)
        const replicaSets = client.resource<ReplicaSet>(setKind).namespace(namespace)
        const claimed = await claimChildren({
          owner: deployment,
          ownerKind: kind,
          owners: deployments,
          selector: fromLabelSelector(deployment.spec?.selector),
          store: sets.store,
          children: replicaSets,
          signal,
        })
        const rollout: Rollout = { deployment, sets: claimed, names, deployments, replicaSets, tools, signal }
        if (deployment.metadata.deletionTimestamp !== undefined) return writeCounts(rollout)
        await notePause(rollout)
        if (deployment.spec?.paused === true) return scale(rollout)
        if (isRollbackAsked(rollout)) return rollBack(rollout)
        if (isScaled(rollout)) return scale(rollout)
        return deployment.spec?.strategy?.type === 'Recreate'
          ? recreate(rollout, (set) => childrenOf(pods.store, set))
          : rollOver(rollout)
      },
    })
  },
}

async function scale(rollout: Rollout): Promise<void> {
  const split = await settleSets(rollout, { isMade: false })
  await scaleDeployment(rollout, split)
  if (rollout.deployment.spec?.paused === true && !isRollbackAsked(rollout)) await forgetRevisions(rollout, split.old)
  await writeStatus(rollout, countStatus(rollout, split))
}

async function writeCounts(rollout: Rollout): Promise<void> {
  await writeStatus(rollout, countStatus(rollout, await settleSets(rollout, { isMade: false })))
}

// upstream: sync.go, checkPausedConditions
async function notePause(rollout: Rollout): Promise<void> {
  const { deployment } = rollout
  if (!hasDeadline(deployment)) return
  const known = deploymentCondition(deployment.status?.conditions, 'Progressing')
  if (known?.reason === 'ProgressDeadlineExceeded') return
  const isPaused = deployment.spec?.paused === true
  const isNoted = known?.reason === 'DeploymentPaused'
  if (isPaused === isNoted) return
  const next = isPaused
    ? condition('Progressing', 'Unknown', 'DeploymentPaused', 'Deployment is paused')
    : condition('Progressing', 'Unknown', 'DeploymentResumed', 'Deployment is resumed')
  await writeStatus(rollout, conditionsNow(rollout, next))
}
