import type { Container, EphemeralContainer } from '@pinnace/types/core-v1-containers'
import type { PodSpec } from '@pinnace/types/core-v1-pods'

/** A container of any of the three lists. */
export type AnyContainer = Container | EphemeralContainer

/** The three lists, in the order upstream visits them. */
export const containerLists = ['initContainers', 'containers', 'ephemeralContainers'] as const

/** Calls `visit` for every container: init containers, containers, ephemeral containers. */
export function visitContainers(
  spec: PodSpec,
  visit: (container: AnyContainer, list: (typeof containerLists)[number], index: number) => void,
): void {
  for (const list of containerLists) {
    const containers = spec[list]
    if (!containers) continue
    containers.forEach((container, index) => visit(container, list, index))
  }
}

/** Whether a container of any list is as `test` says. */
export function someContainer(spec: PodSpec, test: (container: AnyContainer) => boolean): boolean {
  for (const list of containerLists) {
    const containers = spec[list]
    if (!containers) continue
    for (const container of containers) if (test(container)) return true
  }
  return false
}

/** An init container that keeps running beside the others. */
export function isSidecar(container: Container | undefined): boolean {
  return container?.restartPolicy === 'Always'
}
