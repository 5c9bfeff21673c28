import type { CheckPod } from '../check.ts'
import { containersThat } from '../containers-of.ts'
import { containersNamed } from '../violation-messages.ts'

/** Requires `allowPrivilegeEscalation: false`. */
// upstream: pod-security-admission/policy/check_allowPrivilegeEscalation.go
export const allowPrivilegeEscalation: CheckPod = (spec) => {
  const containers = containersThat(spec, (one) => one.securityContext?.allowPrivilegeEscalation !== false)
  if (containers.length === 0) return undefined
  return {
    reason: 'allowPrivilegeEscalation != false',
    detail: `${containersNamed(containers)} must set securityContext.allowPrivilegeEscalation=false`,
  }
}
