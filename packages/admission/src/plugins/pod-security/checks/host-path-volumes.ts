import type { CheckPod } from '../check.ts'
import { plural, quoted } from '../words.ts'

/** No directory of the node. */
// upstream: pod-security-admission/policy/check_hostPathVolumes.go
export const hostPathVolumes: CheckPod = ({ volumes }) => {
  const names = (volumes ?? []).filter(({ hostPath }) => hostPath !== undefined).map(({ name }) => name)
  if (names.length === 0) return undefined
  return { reason: 'hostPath volumes', detail: `${plural(names.length, 'volume')} ${quoted(names)}` }
}
