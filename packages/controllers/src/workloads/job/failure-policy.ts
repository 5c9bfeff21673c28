import type { JobSpec, PodFailurePolicyRule } from '@pinnace/types/batch-v1'
import type { Pod } from '@pinnace/types/core-v1-pods'

/** What a job's policy says of a pod that has failed. */
export interface FailureVerdict {
  readonly action: 'FailJob' | 'FailIndex' | 'Ignore' | 'Count'
  /** For the condition of a job that fails by it. */
  readonly message: string
}

/** The first rule a failed pod matches decides; without one it counts. */
// upstream: pkg/controller/job/pod_failure_policy.go, matchPodFailurePolicy
export function judgeFailure({ podFailurePolicy }: JobSpec, pod: Pod): FailureVerdict {
  for (const [index, rule] of (podFailurePolicy?.rules ?? []).entries()) {
    const why = matches(rule, pod)
    if (why === undefined) continue
    const { name = '', namespace = '' } = pod.metadata
    const message = `${why.replace('POD', () => `${namespace}/${name}`)} matching ${rule.action} rule at index ${index}`
    return { action: rule.action as FailureVerdict['action'], message }
  }
  return { action: 'Count', message: '' }
}

function matches({ onExitCodes, onPodConditions }: PodFailurePolicyRule, { status }: Pod): string | undefined {
  if (onExitCodes) {
    const { containerName, operator, values } = onExitCodes
    const all = [...(status?.containerStatuses ?? []), ...(status?.initContainerStatuses ?? [])]
    for (const { name, state } of all) {
      const code = state?.terminated?.exitCode
      if (code === undefined || code === 0 || (containerName !== undefined && containerName !== name)) continue
      if (values.includes(code) === (operator === 'In'))
        return `Container ${name} for pod POD failed with exit code ${code}`
    }
    return undefined
  }
  const found = (onPodConditions ?? []).find(({ type, status: wanted = 'True' }) =>
    status?.conditions?.some((condition) => condition.type === type && condition.status === wanted),
  )
  return found && `Pod POD has condition ${found.type}`
}
