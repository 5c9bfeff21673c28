import type { CheckPod } from '../check.ts'
import { containersThat } from '../containers-of.ts'
import { containersNamed, setters } from '../violation-messages.ts'

const reason = 'runAsNonRoot != true'

/** Requires `runAsNonRoot: true` for every container, in its own or the pod's security context. */
// upstream: pod-security-admission/policy/check_runAsNonRoot.go
export const runAsNonRoot: CheckPod = (spec) => {
  const ofPod = spec.securityContext?.runAsNonRoot
  const saying = containersThat(spec, ({ securityContext }) => securityContext?.runAsNonRoot === false)
  if (ofPod === false || saying.length > 0) {
    const who = setters(ofPod === false, saying)
    return { reason, detail: `${who} must not set securityContext.runAsNonRoot=false` }
  }
  if (ofPod === true) return undefined
  const silent = containersThat(spec, ({ securityContext }) => securityContext?.runAsNonRoot === undefined)
  if (silent.length === 0) return undefined
  return { reason, detail: `pod or ${containersNamed(silent)} must set securityContext.runAsNonRoot=true` }
}
