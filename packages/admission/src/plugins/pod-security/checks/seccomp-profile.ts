import type { SeccompProfile } from '@pinnace/types/core-v1-containers'
import type { PodSpec } from '@pinnace/types/core-v1-pods'
import type { CheckPod, Violation } from '../check.ts'
import { containersThat } from '../containers-of.ts'
import { containersNamed, quotedSet, setters } from '../violation-messages.ts'

/** Allows the seccomp profiles RuntimeDefault and Localhost, and none. */
// upstream: pod-security-admission/policy/check_seccompProfile_baseline.go, seccompProfileBaseline_1_19
export const seccompBaseline: CheckPod = (spec) => badProfiles(spec)

/** As {@link seccompBaseline}, and requires a profile for every container. */
// upstream: pod-security-admission/policy/check_seccompProfile_restricted.go
export const seccompRestricted: CheckPod = (spec) => {
  const bad = badProfiles(spec)
  if (bad !== undefined || spec.securityContext?.seccompProfile !== undefined) return bad
  const containers = containersThat(spec, ({ securityContext }) => securityContext?.seccompProfile === undefined)
  if (containers.length === 0) return undefined
  const who = `pod or ${containersNamed(containers)}`
  return {
    reason: 'seccompProfile',
    detail: `${who} must set securityContext.seccompProfile.type to "RuntimeDefault" or "Localhost"`,
  }
}

function badProfiles(spec: PodSpec): Violation | undefined {
  const types: string[] = []
  const isBad = (profile: SeccompProfile | undefined): boolean => {
    if (profile === undefined || profile.type === 'RuntimeDefault' || profile.type === 'Localhost') return false
    types.push(profile.type)
    return true
  }
  const isPod = isBad(spec.securityContext?.seccompProfile)
  const containers = containersThat(spec, (one) => isBad(one.securityContext?.seccompProfile))
  if (!isPod && containers.length === 0) return undefined
  const who = setters(isPod, containers)
  return {
    reason: 'seccompProfile',
    detail: `${who} must not set securityContext.seccompProfile.type to ${quotedSet(types)}`,
  }
}
