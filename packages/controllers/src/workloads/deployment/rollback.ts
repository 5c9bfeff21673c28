import type { Deployment } from '@pinnace/types/apps-v1'
import type { PodTemplateSpec } from '@pinnace/types/core-v1-pods'
import { nameOf, type WithSpec } from '../stored-object.ts'
import { normalEvent, warningEvent, type WorkloadEvent } from '../workload-event.ts'
import { compareRevisions, revisionIn, type DeploymentNames } from './deployment-annotations.ts'
import { isSameTemplate, withoutHash, type StoredReplicaSet } from './replica-sets.ts'
import type { Rollout } from './rollout.ts'
import { createCurrentReplicaSet, syncReplicaSets } from './sync-replica-sets.ts'

/** Whether a deployment carries the annotation that asks for a rollback. */
export function isRollbackRequested(deployment: Deployment, { rollbackTo }: DeploymentNames): boolean {
  return revisionIn(deployment, rollbackTo) !== undefined
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
  const requested = revisionIn(deployment, names.rollbackTo) ?? 0n
  const revisionOf = (set: StoredReplicaSet): bigint => revisionIn(set, names.revision) ?? 0n
  const [, previous = 0n] = sets.map(revisionOf).sort((a, b) => compareRevisions(b, a))
  const revision = requested === 0n ? previous : requested
  const found = revision === 0n ? undefined : sets.find((set) => revisionOf(set) === revision)
  if (found === undefined) {
    const note = requested === 0n ? 'Unable to find last revision.' : 'Unable to find the revision to rollback to.'
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
