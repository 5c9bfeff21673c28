import type { Taint } from '@pinnace/types/core-v1-nodes'
import type { Pod } from '@pinnace/types/core-v1-pods'

type Toleration = NonNullable<NonNullable<Pod['spec']>['tolerations']>[number]

/** The first taint with effect NoSchedule or NoExecute that no toleration matches. */
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
  const actual = taint.value ?? ''
  if (operator === 'Equal' || operator === '') return key !== '' && value === actual
  const [bound, number] = [Number(value), Number(actual)]
  if (value === '' || actual === '' || !Number.isInteger(bound) || !Number.isInteger(number)) return false
  return operator === 'Lt' ? number < bound : operator === 'Gt' && number > bound
}
