import { isEqualJson } from '@pinnace/meta'
import type { Toleration } from '@pinnace/types/core-v1-selectors'

/** Merges two lists. Tolerations that another one covers are omitted; of two equal ones, the first is kept. */
// upstream: pkg/util/tolerations, MergeTolerations
export function mergeTolerations(first: readonly Toleration[], second: readonly Toleration[]): readonly Toleration[] {
  const all = [...first, ...second]
  const merged: Toleration[] = []
  all.forEach((one, index) => {
    const isCovered =
      merged.some((other) => covers(other, one)) ||
      all.slice(index + 1).some((later) => !isEqualJson(later, one) && covers(later, one))
    if (!isCovered) merged.push(one)
  })
  return merged
}

/** Whether every toleration is covered by one of `allowed`. */
// upstream: pkg/util/tolerations, VerifyAgainstWhitelist
export function areAllCovered(tolerations: readonly Toleration[], allowed: readonly Toleration[]): boolean {
  return tolerations.every((one) => allowed.some((other) => covers(other, one)))
}

/** Whether `wide` tolerates all taints that `narrow` does. */
// upstream: pkg/util/tolerations, isSuperset
function covers(wide: Toleration, narrow: Toleration): boolean {
  if (isEqualJson(wide, narrow)) return true
  const { key = '', operator = '', value = '', effect = '', tolerationSeconds } = wide
  const isEveryKey = key === '' && operator === 'Exists'
  if ((narrow.key ?? '') !== key && !isEveryKey) return false
  if (effect !== '' && (narrow.effect ?? '') !== effect) return false
  if (effect === 'NoExecute' && tolerationSeconds !== undefined) {
    if (narrow.tolerationSeconds === undefined || narrow.tolerationSeconds > tolerationSeconds) return false
  }
  if (operator === 'Exists') return true
  const isEqual = operator === '' || operator === 'Equal'
  return isEqual && narrow.operator === 'Equal' && (narrow.value ?? '') === value
}
