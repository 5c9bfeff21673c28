import type { LimitRangeItem } from '@pinnace/types/core-v1'
import type { Pod } from '@pinnace/types/core-v1-pods'
import type { PersistentVolumeClaim } from '@pinnace/types/core-v1-volumes'
import { amountsOfPod } from './amounts.ts'
import { brokenMax, brokenMaxRequest, brokenMin, brokenRatio, type Asked, type Constraint } from './constraints.ts'

type Check = (constraint: Constraint, asked: Asked) => string | undefined

/** What a pod does that the limits do not allow, a sentence each. */
// upstream: limitranger/admission.go, PodValidateLimitFunc
export function brokenByPod(pod: Pod, limits: readonly LimitRangeItem[]): readonly string[] {
  const broken: string[] = []
  for (const item of limits) {
    if (item.type === 'Container') {
      for (const { resources } of pod.spec!.containers) checkAll(item, asked(resources), broken)
      for (const { resources } of pod.spec!.initContainers ?? []) checkAll(item, asked(resources), broken)
    } else if (item.type === 'Pod') {
      checkAll(item, { requests: amountsOfPod(pod, 'requests'), limits: amountsOfPod(pod, 'limits') }, broken)
    }
  }
  return broken
}

/** The same of a claim, which only asks. */
// upstream: limitranger/admission.go, PersistentVolumeClaimValidateLimitFunc
export function brokenByClaim({ spec }: PersistentVolumeClaim, limits: readonly LimitRangeItem[]): readonly string[] {
  const broken: string[] = []
  const claimed: Asked = { requests: spec?.resources?.requests, limits: undefined }
  for (const item of limits) {
    if (item.type !== 'PersistentVolumeClaim') continue
    check(item, 'min', brokenMin, claimed, broken)
    check(item, 'max', brokenMaxRequest, claimed, broken)
  }
  return broken
}

function asked(resources: Partial<Asked> | undefined): Asked {
  return { requests: resources?.requests, limits: resources?.limits }
}

function checkAll(item: LimitRangeItem, what: Asked, broken: string[]): void {
  check(item, 'min', brokenMin, what, broken)
  check(item, 'max', brokenMax, what, broken)
  check(item, 'maxLimitRequestRatio', brokenRatio, what, broken)
}

function check(
  item: LimitRangeItem,
  list: 'min' | 'max' | 'maxLimitRequestRatio',
  isBroken: Check,
  what: Asked,
  broken: string[],
): void {
  for (const [name, enforced] of Object.entries(item[list] ?? {})) {
    const problem = isBroken({ type: item.type, name, enforced }, what)
    if (problem !== undefined) broken.push(problem)
  }
}
