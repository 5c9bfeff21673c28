import type { CheckPod } from '../check.ts'
import { plural, quoted } from '../violation-messages.ts'

/** Forbids hostPath volumes. */
// upstream: pod-security-admission/policy/check_hostPathVolumes.go
export const hostPathVolumes: CheckPod = ({ volumes }) => {
  const names = (volumes ?? []).filter(({ hostPath }) => hostPath !== undefined).map(({ name }) => name)
  if (names.length === 0) return undefined
  return { reason: 'hostPath volumes', detail: `${plural(names.length, 'volume')} ${quoted(names)}` }
}
