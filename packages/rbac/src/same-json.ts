/** Equal as JSON; what is absent equals what is empty. */
// upstream: apimachinery/pkg/conversion, Equalities.DeepEqual
export function isSameJson(left: unknown, right: unknown): boolean {
  if (left === right) return true
  if (isEmpty(left) || isEmpty(right)) return isEmpty(left) && isEmpty(right)
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return false
  if (Array.isArray(left) || Array.isArray(right)) {
    if (!Array.isArray(left) || !Array.isArray(right) || left.length !== right.length) return false
    return left.every((item, index) => isSameJson(item, right[index]))
  }
  const before = new Map<string, unknown>(Object.entries(right))
  const after = new Map<string, unknown>(Object.entries(left))
  return [...new Set([...before.keys(), ...after.keys()])].every((key) => isSameJson(after.get(key), before.get(key)))
}

function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return true
  if (Array.isArray(value)) return value.length === 0
  return typeof value === 'object' && Object.keys(value).length === 0
}
