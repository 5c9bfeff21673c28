import type { CheckPod } from '../check.ts'
import { containersThat } from '../containers-of.ts'
import { containersNamed } from '../violation-messages.ts'

/** Forbids privileged containers. */
// upstream: pod-security-admission/policy/check_privileged.go
export const privileged: CheckPod = (spec) => {
  const containers = containersThat(spec, ({ securityContext }) => securityContext?.privileged === true)
  if (containers.length === 0) return undefined
  return { reason: 'privileged', detail: `${containersNamed(containers)} must not set securityContext.privileged=true` }
}
