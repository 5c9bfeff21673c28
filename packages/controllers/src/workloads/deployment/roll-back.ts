import { numberIn } from './deployment-annotations.ts'
import { settleSets } from './current-replica-set.ts'
import { isSameTemplate, withoutHash, type Rollout } from './rollout.ts'

/** Whether an older template is asked for. */
export function isRollbackAsked({ deployment, names }: Rollout): boolean {
  return numberIn(deployment, names.rollbackTo) !== undefined
}

/** Takes the template of the revision an annotation asks for (0 is the one before), and the annotation away. */
// upstream: pkg/controller/deployment/rollback.go
export async function rollBack(rollout: Rollout): Promise<void> {
  const { current, old } = await settleSets(rollout, { isMade: true })
  const { names, tools, deployments, signal, deployment } = rollout
  const asked = numberIn(deployment, names.rollbackTo)!
  const all = [...old, current!]
  const revisions = all.map((set) => numberIn(set, names.revision) ?? 0).sort((a, b) => b - a)
  const revision = asked === 0 ? (revisions[1] ?? 0) : asked
  const { [names.rollbackTo]: _, ...annotations } = deployment.metadata.annotations ?? {}
  const found = revision === 0 ? undefined : all.find((set) => numberIn(set, names.revision) === revision)
  let { template } = deployment.spec!
  if (found === undefined) {
    const note = asked === 0 ? 'Unable to find last revision.' : 'Unable to find the revision to rollback to.'
    tools.tell(deployment, 'Warning', 'DeploymentRollbackRevisionNotFound', note)
  } else if (isSameTemplate(found.spec?.template, template, names)) {
    const note = `The rollback revision contains the same template as current deployment ${JSON.stringify(deployment.metadata.name)}`
    tools.tell(deployment, 'Warning', 'DeploymentRollbackTemplateUnchanged', note)
  } else {
    template = withoutHash(found.spec?.template, names.hashLabel)
    const note = `Rolled back deployment ${JSON.stringify(deployment.metadata.name)} to revision ${revision}`
    tools.tell(deployment, 'Normal', 'DeploymentRollback', note)
  }
  const metadata = { ...deployment.metadata, annotations }
  rollout.deployment = await deployments.update(
    { ...deployment, metadata, spec: { ...deployment.spec!, template } },
    { signal },
  )
}
