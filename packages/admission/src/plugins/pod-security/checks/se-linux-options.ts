import type { SELinuxOptions } from '@pinnace/types/core-v1-containers'
import type { CheckPod } from '../check.ts'
import { containersThat } from '../containers-of.ts'
import { plural, quotedSet, setters } from '../violation-messages.ts'

const types = ['', 'container_t', 'container_init_t', 'container_kvm_t']

// upstream: pod-security-admission/policy/check_seLinuxOptions.go
export const seLinuxOptionsSince0: CheckPod = seLinuxOptions(types)
export const seLinuxOptionsSince31: CheckPod = seLinuxOptions([...types, 'container_engine_t'])

/** Allows the SELinux types for containers, and forbids user and role. */
function seLinuxOptions(allowed: readonly string[]): CheckPod {
  return (spec) => {
    const badTypes = new Set<string>()
    let isUserSet = false
    let isRoleSet = false
    const isBad = (options: SELinuxOptions | undefined): boolean => {
      if (options === undefined) return false
      const { type = '', user = '', role = '' } = options
      const isTypeBad = !allowed.includes(type)
      if (isTypeBad) badTypes.add(type)
      isUserSet ||= user !== ''
      isRoleSet ||= role !== ''
      return isTypeBad || user !== '' || role !== ''
    }
    const isPod = isBad(spec.securityContext?.seLinuxOptions)
    const containers = containersThat(spec, (one) => isBad(one.securityContext?.seLinuxOptions))
    if (!isPod && containers.length === 0) return undefined
    const bad: string[] = []
    if (badTypes.size > 0) bad.push(`${plural(badTypes.size, 'type')} ${quotedSet(badTypes)}`)
    if (isUserSet) bad.push('user may not be set')
    if (isRoleSet) bad.push('role may not be set')
    const who = setters(isPod, containers)
    return {
      reason: 'seLinuxOptions',
      detail: `${who} set forbidden securityContext.seLinuxOptions: ${bad.join('; ')}`,
    }
  }
}
