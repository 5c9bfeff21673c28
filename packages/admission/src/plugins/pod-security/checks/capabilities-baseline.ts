import type { CheckPod } from '../check.ts'
import { containersThat } from '../containers-of.ts'
import { containersNamed, quotedSet } from '../violation-messages.ts'

const allowed = new Set([
  'AUDIT_WRITE',
  'CHOWN',
  'DAC_OVERRIDE',
  'FOWNER',
  'FSETID',
  'KILL',
  'MKNOD',
  'NET_BIND_SERVICE',
  'SETFCAP',
  'SETGID',
  'SETPCAP',
  'SETUID',
  'SYS_CHROOT',
])

/** Allows adding default capabilities only. */
// upstream: pod-security-admission/policy/check_capabilities_baseline.go
export const capabilitiesBaseline: CheckPod = (spec) => {
  const added: string[] = []
  const containers = containersThat(spec, ({ securityContext }) => {
    const bad = securityContext?.capabilities?.add?.filter((capability) => !allowed.has(capability)) ?? []
    added.push(...bad)
    return bad.length > 0
  })
  if (containers.length === 0) return undefined
  return {
    reason: 'non-default capabilities',
    detail: `${containersNamed(containers)} must not include ${quotedSet(added)} in securityContext.capabilities.add`,
  }
}
