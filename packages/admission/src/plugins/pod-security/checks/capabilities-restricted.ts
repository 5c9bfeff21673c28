import type { CheckPod } from '../check.ts'
import { containersThat } from '../containers-of.ts'
import { containersNamed, quotedSet } from '../violation-messages.ts'

/** Requires all capabilities to be dropped, and allows adding NET_BIND_SERVICE only. */
// upstream: pod-security-admission/policy/check_capabilities_restricted.go
export const capabilitiesRestricted: CheckPod = (spec) => {
  const added: string[] = []
  const keeping = containersThat(spec, (one) => one.securityContext?.capabilities?.drop?.includes('ALL') !== true)
  const adding = containersThat(spec, ({ securityContext }) => {
    const bad = securityContext?.capabilities?.add?.filter((capability) => capability !== 'NET_BIND_SERVICE') ?? []
    added.push(...bad)
    return bad.length > 0
  })
  if (keeping.length === 0 && adding.length === 0) return undefined
  const details: string[] = []
  if (keeping.length > 0) details.push(`${containersNamed(keeping)} must set securityContext.capabilities.drop=["ALL"]`)
  if (adding.length > 0) {
    const names = containersNamed(adding)
    details.push(`${names} must not include ${quotedSet(added)} in securityContext.capabilities.add`)
  }
  return { reason: 'unrestricted capabilities', detail: details.join('; ') }
}
