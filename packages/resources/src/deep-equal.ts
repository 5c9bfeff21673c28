/** Whether two JSON values say the same; the order of keys does not matter, an absent key is not a null one. */
export function isDeepEqual(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (Array.isArray(a)) {
    if (!Array.isArray(b) || a.length !== b.length) return false
    for (let index = 0; index < a.length; index++) if (!isDeepEqual(a[index], b[index])) return false
    return true
  }
  if (Array.isArray(b)) return false
  const left = a as Readonly<Record<string, unknown>>
  const right = b as Readonly<Record<string, unknown>>
  const keys = Object.keys(left)
  if (keys.length !== Object.keys(right).length) return false
  for (const key of keys) if (!Object.hasOwn(right, key) || !isDeepEqual(left[key], right[key])) return false
  return true
}

/** As {@link isDeepEqual}, where absent, null, empty text and empty lists are all the same. */
// upstream: apimachinery/pkg/api/equality – nil and empty slices are equal
export function isSemanticEqual(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (isNothing(a) || isNothing(b)) return isNothing(a) && isNothing(b)
  if (typeof a !== 'object' || typeof b !== 'object') return false
  if (Array.isArray(a)) {
    if (!Array.isArray(b) || a.length !== b.length) return false
    for (let index = 0; index < a.length; index++) if (!isSemanticEqual(a[index], b[index])) return false
    return true
  }
  if (Array.isArray(b)) return false
  const left = a as Readonly<Record<string, unknown>>
  const right = b as Readonly<Record<string, unknown>>
  for (const key of Object.keys(left)) {
    if (!isSemanticEqual(left[key], Object.hasOwn(right, key) ? right[key] : undefined)) return false
  }
  for (const key of Object.keys(right)) if (!Object.hasOwn(left, key) && !isNothing(right[key])) return false
  return true
}

// An empty struct is something: where it stands behind a pointer, it differs from none. Empty maps are dropped when an
// object is read, so they never meet one here.
function isNothing(value: unknown): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
}
