import type { CheckPod } from '../check.ts'
import { containersThat } from '../containers-of.ts'
import { containersNamed, quotedSet } from '../violation-messages.ts'

/** Requires the default `/proc` mount. */
// upstream: pod-security-admission/policy/check_procMount_baseline.go and check_procMount_restricted.go
export const procMount: CheckPod = (spec) => {
  const values: string[] = []
  const containers = containersThat(spec, ({ securityContext }) => {
    const value = securityContext?.procMount
    if (value === undefined || value === 'Default') return false
    values.push(value)
    return true
  })
  if (containers.length === 0) return undefined
  return {
    reason: 'procMount',
    detail: `${containersNamed(containers)} must not set securityContext.procMount to ${quotedSet(values)}`,
  }
}
