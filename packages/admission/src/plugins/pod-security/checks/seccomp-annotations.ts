import { quote } from '@pinnace/meta'
import type { CheckPod } from '../check.ts'
import { eachContainer } from '../containers-of.ts'
import { plural } from '../violation-messages.ts'

/** Allows the seccomp profiles of the runtime and localhost, in the legacy annotations. */
// upstream: pod-security-admission/policy/check_seccompProfile_baseline.go, seccompProfileBaseline_1_0
export function seccompAnnotations(labelDomain: string): CheckPod {
  const podKey = `seccomp.security.alpha.${labelDomain}/pod`
  const containerPrefix = `container.${podKey.slice(0, -'pod'.length)}`
  return (spec, { annotations = {} }) => {
    const bad = new Set<string>()
    const check = (key: string): void => {
      const value = Object.hasOwn(annotations, key) ? annotations[key] : undefined
      if (value !== undefined && !isAllowed(value)) bad.add(`${key}=${quote(value)}`)
    }
    check(podKey)
    eachContainer(spec, ({ name }) => check(`${containerPrefix}${name}`))
    if (bad.size === 0) return undefined
    return {
      reason: 'seccompProfile',
      detail: `forbidden ${plural(bad.size, 'annotation')} ${[...bad].sort().join(', ')}`,
    }
  }
}

function isAllowed(value: string): boolean {
  return value === 'runtime/default' || value === 'docker/default' || value.startsWith('localhost/')
}
