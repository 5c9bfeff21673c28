type Json = Readonly<Record<string, unknown>>

/**
 * The result of a merge patch or JSON patch as kube-apiserver prints it in errors: objects that the patch has reached
 * have their members sorted, all others have them in the order of `document`.
 */
// upstream: evanphx/json-patch – what a patch reaches is decoded into maps, the rest stays the text it was.
export function inPatchedOrder(type: 'merge' | 'json', result: unknown, patch: unknown): unknown {
  if (type === 'merge') return sortedAlong(result, patch)
  const operations = patch as readonly Json[]
  return operations.length === 0 ? result : sortedBelow(result, reachedBy(operations))
}

/** The places that a patch reaches, below each other. */
type Reached = Map<string, Reached>

function reachedBy(operations: readonly Json[]): Reached {
  const reached: Reached = new Map()
  for (const { path } of operations) {
    let place = reached
    for (const segment of typeof path === 'string' ? path.split('/').slice(1) : []) {
      const key = unescape(segment)
      let below = place.get(key)
      if (below === undefined) place.set(key, (below = new Map()))
      place = below
    }
  }
  return reached
}

function sortedAlong(value: unknown, patch: unknown): unknown {
  if (!isObject(value) || !isObject(patch)) return value
  return withMembers(value, (key, member) => (isObject(patch[key]) ? sortedAlong(member, patch[key]) : member))
}

function sortedAt(value: unknown, reached: Reached | undefined): unknown {
  return reached === undefined || reached.size === 0 ? value : sortedBelow(value, reached)
}

function sortedBelow(value: unknown, reached: Reached): unknown {
  if (Array.isArray(value)) return value.map((item, index) => sortedAt(item, reached.get(String(index))))
  return isObject(value) ? withMembers(value, (key, member) => sortedAt(member, reached.get(key))) : value
}

function withMembers(value: Json, map: (key: string, member: unknown) => unknown): Json {
  const keys = Object.keys(value).sort()
  return Object.fromEntries(keys.map((key) => [key, map(key, value[key])]))
}

// RFC 6901, section 3
function unescape(segment: string): string {
  return segment.replaceAll('~1', '/').replaceAll('~0', '~')
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
