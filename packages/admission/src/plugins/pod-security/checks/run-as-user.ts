import type { CheckPod } from '../check.ts'
import { containersThat } from '../containers-of.ts'
import { setters } from '../violation-messages.ts'

/** Forbids `runAsUser: 0`. */
// upstream: pod-security-admission/policy/check_runAsUser.go
export const runAsUser: CheckPod = (spec) => {
  const isPod = spec.securityContext?.runAsUser === 0
  const containers = containersThat(spec, ({ securityContext }) => securityContext?.runAsUser === 0)
  if (!isPod && containers.length === 0) return undefined
  return { reason: 'runAsUser=0', detail: `${setters(isPod, containers)} must not set runAsUser=0` }
}
