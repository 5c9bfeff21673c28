import { quote } from '@pinnace/meta'
import type { CheckPod } from '../check.ts'
import { containersThat } from '../containers-of.ts'
import { plural, quoted, setters } from '../violation-messages.ts'

/** Allows the AppArmor profiles RuntimeDefault and Localhost, in fields and in the legacy annotations. */
// upstream: pod-security-admission/policy/check_appArmorProfile.go
export function appArmorProfile(labelDomain: string): CheckPod {
  const prefix = `container.apparmor.security.beta.${labelDomain}/`
  return (spec, { annotations = {} }) => {
    const values = new Set<string>()
    const isBad = (type: string | undefined): boolean => {
      if (type === undefined || type === 'RuntimeDefault' || type === 'Localhost') return false
      values.add(type)
      return true
    }
    const isPod = isBad(spec.securityContext?.appArmorProfile?.type)
    const containers = containersThat(spec, (one) => isBad(one.securityContext?.appArmorProfile?.type))
    const notes = Object.entries(annotations)
      .filter(([key, value]) => key.startsWith(prefix) && !isAllowedAnnotation(value))
      .map(([key, value]) => `${key}=${quote(value)}`)
      .sort()
    if (!isPod && containers.length === 0 && notes.length === 0) return undefined
    const bad = [...[...values].sort(), ...notes]
    const who = [setters(isPod, containers), notes.length === 0 ? '' : plural(notes.length, 'annotation')]
    return {
      reason: plural(bad.length, 'forbidden AppArmor profile'),
      detail: `${who.filter((one) => one !== '').join(' and ')} must not set AppArmor profile type to ${quoted(bad)}`,
    }
  }
}

function isAllowedAnnotation(value: string): boolean {
  return value === '' || value === 'runtime/default' || value.startsWith('localhost/')
}
