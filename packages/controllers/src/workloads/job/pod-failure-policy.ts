import type { JobSpec, PodFailurePolicyRule } from '@pinnace/types/batch-v1'
import type { Pod } from '@pinnace/types/core-v1-pods'

/** What the pod failure policy of a job does about a failed pod. */
export interface PodFailureAction {
  readonly action: 'FailJob' | 'FailIndex' | 'Ignore' | 'Count'
  /** The message of the job's condition when the action is FailJob. */
  readonly message: string
}

/** The action of the first rule that matches a failed pod; `Count` when no rule does. */
// upstream: pkg/controller/job/pod_failure_policy.go, matchPodFailurePolicy
export function podFailureAction({ podFailurePolicy }: Pick<JobSpec, 'podFailurePolicy'>, pod: Pod): PodFailureAction {
  for (const [index, rule] of (podFailurePolicy?.rules ?? []).entries()) {
    const match = matchRule(rule, pod)
    if (match === undefined) continue
    const message = `${match} matching ${rule.action} rule at index ${index}`
    return { action: rule.action as PodFailureAction['action'], message }
  }
  return { action: 'Count', message: '' }
}

/** What of a pod matches a rule, as a sentence; `undefined` when nothing does. */
function matchRule({ onExitCodes, onPodConditions }: PodFailurePolicyRule, pod: Pod): string | undefined {
  const { metadata, status } = pod
  const podName = `${metadata.namespace ?? ''}/${metadata.name ?? ''}`
  if (onExitCodes) {
    const { containerName, operator, values } = onExitCodes
    const containers = [...(status?.containerStatuses ?? []), ...(status?.initContainerStatuses ?? [])]
    for (const { name, state } of containers) {
      const code = state?.terminated?.exitCode
      if (code === undefined || code === 0 || (containerName !== undefined && containerName !== name)) continue
      if (values.includes(code) !== (operator === 'In')) continue
      return `Container ${name} for pod ${podName} failed with exit code ${code}`
    }
    return undefined
  }
  const found = (onPodConditions ?? []).find(({ type, status: wanted = 'True' }) =>
    status?.conditions?.some((condition) => condition.type === type && condition.status === wanted),
  )
  return found && `Pod ${podName} has condition ${found.type}`
}
