import type { Taint } from '@pinnace/types/core-v1-nodes'
import type { Pod } from '@pinnace/types/core-v1-pods'

/** A toleration of a pod. */
export type Toleration = NonNullable<NonNullable<Pod['spec']>['tolerations']>[number]

/** The first taint with effect NoSchedule or NoExecute that no toleration matches. */
// upstream: component-helpers/scheduling/corev1/helpers.go, FindMatchingUntoleratedTaint
export function untoleratedTaint(taints: readonly Taint[], tolerations: readonly Toleration[]): Taint | undefined {
  return taints.find((taint) => taint.effect !== 'PreferNoSchedule' && findToleration(taint, tolerations) === undefined)
}

/** The first toleration that matches a taint. */
export function findToleration(taint: Taint, tolerations: readonly Toleration[]): Toleration | undefined {
  return tolerations.find((toleration) => tolerates(toleration, taint))
}

/** The number of taints with effect PreferNoSchedule that no toleration matches. */
// upstream: pkg/scheduler/framework/plugins/tainttoleration, countIntolerableTaintsPreferNoSchedule
export function avoidedTaints(taints: readonly Taint[], tolerations: readonly Toleration[]): number {
  const relevant = tolerations.filter(({ effect = '' }) => effect === '' || effect === 'PreferNoSchedule')
  return taints.filter((taint) => taint.effect === 'PreferNoSchedule' && findToleration(taint, relevant) === undefined)
    .length
}

// upstream: api/core/v1/toleration.go, ToleratesTaint
function tolerates({ effect = '', key = '', operator = 'Equal', value = '' }: Toleration, taint: Taint): boolean {
  if (effect !== '' && effect !== taint.effect) return false
  if (key !== '' && key !== taint.key) return false
  if (operator === 'Exists') return true
  const actual = taint.value ?? ''
  if (operator === 'Equal' || operator === '') return key !== '' && value === actual
  const [bound, number] = [Number(value), Number(actual)]
  if (value === '' || actual === '' || !Number.isInteger(bound) || !Number.isInteger(number)) return false
  return operator === 'Lt' ? number < bound : operator === 'Gt' && number > bound
}
