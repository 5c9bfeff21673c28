import type { CheckPod } from '../check.ts'
import { containersThat } from '../containers-of.ts'
import { setters } from '../violation-messages.ts'

/** Forbids Windows HostProcess containers. */
// upstream: pod-security-admission/policy/check_windowsHostProcess.go
export const windowsHostProcess: CheckPod = (spec) => {
  const isPod = spec.securityContext?.windowsOptions?.hostProcess === true
  const containers = containersThat(spec, (one) => one.securityContext?.windowsOptions?.hostProcess === true)
  if (!isPod && containers.length === 0) return undefined
  const who = setters(isPod, containers)
  return { reason: 'hostProcess', detail: `${who} must not set securityContext.windowsOptions.hostProcess=true` }
}
