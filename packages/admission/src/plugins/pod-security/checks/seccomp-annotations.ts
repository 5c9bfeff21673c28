import { quote } from '@pinnace/meta'
import type { CheckPod } from '../check.ts'
import { eachContainer } from '../containers-of.ts'
import { plural } from '../words.ts'

/** The seccomp profile of the runtime or one of the node, by the annotations that came before the field. */
// upstream: pod-security-admission/policy/check_seccompProfile_baseline.go, seccompProfileBaseline_1_0
export function seccompAnnotations(labelDomain: string): CheckPod {
  const podKey = `seccomp.security.alpha.${labelDomain}/pod`
  const containerPrefix = `container.${podKey.slice(0, -'pod'.length)}`
  return (spec, { annotations = {} }) => {
    const bad = new Set<string>()
    const look = (key: string): void => {
      if (!Object.hasOwn(annotations, key) || isAllowed(annotations[key]!)) return
      bad.add(`${key}=${quote(annotations[key]!)}`)
    }
    look(podKey)
    eachContainer(spec, ({ name }) => look(`${containerPrefix}${name}`))
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
