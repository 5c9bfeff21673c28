import type { Taint } from '@pinnace/types/core-v1-nodes'
import type { Pod } from '@pinnace/types/core-v1-pods'

type Toleration = NonNullable<NonNullable<Pod['spec']>['tolerations']>[number]

/** The first taint of these that a pod does not tolerate, of those that keep pods away. */
// upstream: component-helpers/scheduling/corev1/helpers.go, FindMatchingUntoleratedTaint
export function untoleratedTaint(taints: readonly Taint[], tolerations: readonly Toleration[]): Taint | undefined {
  return taints.find(
    (taint) => taint.effect !== 'PreferNoSchedule' && !tolerations.some((toleration) => tolerates(toleration, taint)),
  )
}

// upstream: api/core/v1/toleration.go, ToleratesTaint
function tolerates({ effect = '', key = '', operator = 'Equal', value = '' }: Toleration, taint: Taint): boolean {
  if (effect !== '' && effect !== taint.effect) return false
  if (key !== '' && key !== taint.key) return false
  if (operator === 'Exists') return true
  const is = taint.value ?? ''
  if (operator === 'Equal' || operator === '') return key !== '' && value === is
  const [wanted, given] = [Number(value), Number(is)]
  if (value === '' || is === '' || !Number.isInteger(wanted) || !Number.isInteger(given)) return false
  return operator === 'Lt' ? given < wanted : operator === 'Gt' && given > wanted
}
