import type { Pod } from '@pinnace/types/core-v1-pods'
import { formatMilli } from '../autoscaler/pod-metrics.ts'
import { annotationPrefix } from '../node-agent/annotated.ts'
import { milliOf } from '../volumes/find-volume.ts'

/** What a container uses, as `metrics.k8s.io` has it. */
export interface ContainerUsage {
  readonly name: string
  readonly usage: { readonly cpu: string; readonly memory: string }
}

const resources = ['cpu', 'memory'] as const

/**
 * What the containers of a pod use, as its annotations say; undefined for a pod that says nothing or does not run. What an
 * annotation says of the whole pod is used by its first container.
 */
export function podUsage({ metadata, spec, status }: Pod): readonly ContainerUsage[] | undefined {
  if (status?.phase !== 'Running' || metadata.deletionTimestamp) return undefined
  const { annotations = {} } = metadata
  const containers = spec?.containers ?? []
  const values = resources.map((resource) => {
    const ofContainers = containers.map(({ name }) => annotations[`${annotationPrefix}${resource}.${name}`])
    const isByContainer = ofContainers.some((value) => value !== undefined)
    return isByContainer ? ofContainers : [annotations[annotationPrefix + resource]]
  })
  if (values.every((list) => list.every((value) => value === undefined))) return undefined
  const [cpu = [], memory = []] = values
  return containers.map(({ name }, index) => ({
    name,
    usage: { cpu: cpu[index] ?? '0', memory: memory[index] ?? '0' },
  }))
}

/** What all containers of pods use together. */
export function sumOfUsage(pods: readonly (readonly ContainerUsage[])[]): ContainerUsage['usage'] {
  const sum = (resource: 'cpu' | 'memory'): string =>
    formatMilli(pods.flat().reduce((total, { usage }) => total + milliOf(usage[resource]), 0n))
  return { cpu: sum('cpu'), memory: sum('memory') }
}
