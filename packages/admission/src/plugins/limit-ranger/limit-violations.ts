import type { LimitRangeItem } from '@pinnace/types/core-v1'
import type { Pod } from '@pinnace/types/core-v1-pods'
import type { PersistentVolumeClaim } from '@pinnace/types/core-v1-volumes'
import { podResourceList } from './quantities.ts'
import {
  violatedMax,
  violatedMaxRequest,
  violatedMin,
  violatedRatio,
  type Constraint,
  type ContainerResources,
} from './constraints.ts'

type Check = (constraint: Constraint, resources: ContainerResources) => string | undefined

const checks = { min: violatedMin, max: violatedMax, maxLimitRequestRatio: violatedRatio } as const
const claimChecks = { min: violatedMin, max: violatedMaxRequest } as const

/** Returns a message for every limit a pod violates. */
// upstream: limitranger/admission.go, PodValidateLimitFunc
export function podLimitViolations(pod: Pod, limits: readonly LimitRangeItem[]): readonly string[] {
  const { containers = [], initContainers = [] } = pod.spec ?? {}
  return limits.flatMap((item) => {
    if (item.type === 'Pod') {
      const resources = { requests: podResourceList(pod, 'requests'), limits: podResourceList(pod, 'limits') }
      return violationsOf(item, checks, resources)
    }
    if (item.type !== 'Container') return []
    return [...containers, ...initContainers].flatMap(({ resources }) =>
      violationsOf(item, checks, { requests: resources?.requests, limits: resources?.limits }),
    )
  })
}

/** Returns a message for every limit a claim violates. A claim has requests only. */
// upstream: limitranger/admission.go, PersistentVolumeClaimValidateLimitFunc
export function claimLimitViolations(
  { spec }: PersistentVolumeClaim,
  limits: readonly LimitRangeItem[],
): readonly string[] {
  const resources: ContainerResources = { requests: spec?.resources?.requests, limits: undefined }
  return limits.flatMap((item) =>
    item.type === 'PersistentVolumeClaim' ? violationsOf(item, claimChecks, resources) : [],
  )
}

function violationsOf(
  item: LimitRangeItem,
  checksByList: Partial<Record<keyof typeof checks, Check>>,
  resources: ContainerResources,
): readonly string[] {
  return (['min', 'max', 'maxLimitRequestRatio'] as const).flatMap((list) => {
    const check = checksByList[list]
    if (check === undefined) return []
    return Object.entries(item[list] ?? {}).flatMap(
      ([name, enforced]) => check({ type: item.type, name, enforced }, resources) ?? [],
    )
  })
}
