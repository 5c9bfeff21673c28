import type { Deployment } from '@pinnace/types/apps-v1'
import type { PodTemplateSpec } from '@pinnace/types/core-v1-pods'
import { nameOf, type WithSpec } from '../stored-object.ts'
import { normalEvent, warningEvent, type WorkloadEvent } from '../workload-event.ts'
import { numberIn, type DeploymentNames } from './deployment-annotations.ts'
import { isSameTemplate, withoutHash, type StoredReplicaSet } from './replica-sets.ts'
import type { Rollout } from './rollout.ts'
import { createCurrentReplicaSet, syncReplicaSets } from './sync-replica-sets.ts'

/** Whether a deployment carries the annotation that asks for a rollback. */
export function isRollbackRequested(deployment: Deployment, { rollbackTo }: DeploymentNames): boolean {
  return numberIn(deployment, rollbackTo) !== undefined
}

/** Sets the template of the requested revision and removes the annotation. */
// upstream: pkg/controller/deployment/rollback.go
export async function rollBack(rollout: Rollout): Promise<void> {
  const { current: known, old } = await syncReplicaSets(rollout)
  const current = known ?? (await createCurrentReplicaSet(rollout, old))
  const { names, tools, deployments, signal, deployment } = rollout
  const { template, event } = planRollback(deployment, [...old, current], names)
  tools.recordEvent(deployment, event)
  const { [names.rollbackTo]: _, ...annotations } = deployment.metadata.annotations ?? {}
  const metadata = { ...deployment.metadata, annotations }
  const spec = { ...deployment.spec, template }
  const written = await deployments.update({ ...deployment, metadata, spec }, { signal })
  rollout.deployment = { ...written, spec }
}

/** The template a deployment gets by a rollback, and the Event that reports it. Revision 0 is the one before the latest. */
export function planRollback(
  deployment: WithSpec<Deployment>,
  sets: readonly StoredReplicaSet[],
  names: DeploymentNames,
): { readonly template: PodTemplateSpec; readonly event: WorkloadEvent } {
  const { template } = deployment.spec
  const requested = numberIn(deployment, names.rollbackTo) ?? 0
  const revisionOf = (set: StoredReplicaSet): number => numberIn(set, names.revision) ?? 0
  const [, previous = 0] = sets.map(revisionOf).sort((a, b) => b - a)
  const revision = requested === 0 ? previous : requested
  const found = revision === 0 ? undefined : sets.find((set) => revisionOf(set) === revision)
  if (found === undefined) {
    const note = requested === 0 ? 'Unable to find last revision.' : 'Unable to find the revision to rollback to.'
    return { template, event: warningEvent('DeploymentRollbackRevisionNotFound', note) }
  }
  const name = JSON.stringify(nameOf(deployment))
  if (isSameTemplate(found.spec.template, template, names)) {
    const note = `The rollback revision contains the same template as current deployment ${name}`
    return { template, event: warningEvent('DeploymentRollbackTemplateUnchanged', note) }
  }
  const note = `Rolled back deployment ${name} to revision ${revision}`
  return {
    template: withoutHash(found.spec.template, names.hashLabel),
    event: normalEvent('DeploymentRollback', note),
  }
}
