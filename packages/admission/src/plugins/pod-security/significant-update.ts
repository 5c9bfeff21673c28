import type { Pod } from '@pinnace/types/core-v1-pods'
import type { AnyContainer } from './containers-of.ts'

type Annotations = Readonly<Record<string, string>> | undefined

/** Whether an update changes what is judged. Nearly nothing of a pod can be changed at all. */
// upstream: pod-security-admission/admission/admission.go, isSignificantPodUpdate
export function isSignificantUpdate(next: Pod, old: Pod, labelDomain: string): boolean {
  const prefix = `container.seccomp.security.alpha.${labelDomain}/`
  const isChanged = (container: AnyContainer, before: AnyContainer): boolean => {
    const key = `${prefix}${container.name}`
    return (
      container.image !== before.image ||
      annotationOf(next.metadata.annotations, key) !== annotationOf(old.metadata.annotations, key)
    )
  }
  const { containers = [], initContainers = [], ephemeralContainers = [] } = next.spec ?? {}
  const {
    containers: oldContainers = [],
    initContainers: oldInit = [],
    ephemeralContainers: oldEphemeral = [],
  } = old.spec ?? {}
  return (
    containers.length !== oldContainers.length ||
    initContainers.length !== oldInit.length ||
    containers.some((container, index) => isChanged(container, oldContainers[index]!)) ||
    initContainers.some((container, index) => isChanged(container, oldInit[index]!)) ||
    ephemeralContainers.some((container) => {
      const before = oldEphemeral.find(({ name }) => name === container.name)
      return before === undefined || isChanged(container, before)
    })
  )
}

function annotationOf(annotations: Annotations, key: string): string {
  return annotations !== undefined && Object.hasOwn(annotations, key) ? annotations[key]! : ''
}
