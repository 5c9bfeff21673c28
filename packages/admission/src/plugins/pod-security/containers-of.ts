import type { Container } from '@pinnace/types/core-v1-containers'
import type { PodSpec } from '@pinnace/types/core-v1-pods'

/** The fields of containers, init containers and ephemeral containers that checks read. */
export type AnyContainer = Pick<
  Container,
  'name' | 'image' | 'ports' | 'securityContext' | 'livenessProbe' | 'readinessProbe' | 'startupProbe' | 'lifecycle'
>

const none: readonly AnyContainer[] = []

/** Calls `visit` for every container of a pod. */
// upstream: pod-security-admission/policy/visitor.go – in the order of messages.
export function eachContainer(spec: PodSpec, visit: (container: AnyContainer) => void): void {
  for (const container of spec.initContainers ?? none) visit(container)
  for (const container of spec.containers ?? none) visit(container)
  for (const container of spec.ephemeralContainers ?? none) visit(container)
}

/** The names of the containers that match. */
export function containersThat(spec: PodSpec, is: (container: AnyContainer) => boolean): readonly string[] {
  const names: string[] = []
  eachContainer(spec, (container) => {
    if (is(container)) names.push(container.name)
  })
  return names
}
