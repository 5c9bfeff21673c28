import type { Pod } from '@pinnace/types/core-v1-pods'
import type { AnyContainer } from './containers-of.ts'

type Annotations = Readonly<Record<string, string>> | undefined

/** Whether an update changes fields that checks read. Most fields of a pod are immutable. */
// upstream: pod-security-admission/admission/admission.go, isSignificantPodUpdate
export function isSignificantUpdate(next: Pod, old: Pod, labelDomain: string): boolean {
  const prefix = `container.seccomp.security.alpha.${labelDomain}/`
  const isChanged = (container: AnyContainer, before: AnyContainer | undefined): boolean => {
    const key = `${prefix}${container.name}`
    return (
      before === undefined ||
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
    containers.some((container, index) => isChanged(container, oldContainers[index])) ||
    initContainers.some((container, index) => isChanged(container, oldInit[index])) ||
    ephemeralContainers.some((container) =>
      isChanged(
        container,
        oldEphemeral.find(({ name }) => name === container.name),
      ),
    )
  )
}

function annotationOf(annotations: Annotations, key: string): string {
  return (annotations !== undefined && Object.hasOwn(annotations, key) ? annotations[key] : undefined) ?? ''
}
