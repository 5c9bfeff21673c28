import type { Container } from '@pinnace/types/core-v1-containers'
import type { PodSpec } from '@pinnace/types/core-v1-pods'

/** What checks look at in a container of any sort. */
export type AnyContainer = Pick<
  Container,
  'name' | 'image' | 'ports' | 'securityContext' | 'livenessProbe' | 'readinessProbe' | 'startupProbe' | 'lifecycle'
>

const none: readonly AnyContainer[] = []

/** Calls back for every container of a pod. */
// upstream: pod-security-admission/policy/visitor.go – the order messages name them in.
export function eachContainer(spec: PodSpec, visit: (container: AnyContainer) => void): void {
  for (const container of spec.initContainers ?? none) visit(container)
  for (const container of spec.containers ?? none) visit(container)
  for (const container of spec.ephemeralContainers ?? none) visit(container)
}

/** The names of those of which something is true. */
export function containersThat(spec: PodSpec, is: (container: AnyContainer) => boolean): readonly string[] {
  const names: string[] = []
  eachContainer(spec, (container) => {
    if (is(container)) names.push(container.name)
  })
  return names
}
