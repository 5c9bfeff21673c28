type Json = Readonly<Record<string, unknown>>

/**
 * The result of a merge patch or JSON patch as kube-apiserver prints it in errors: objects that the patch has reached
 * have their members sorted, all others have them in the order of `document`.
 */
// upstream: evanphx/json-patch – what a patch reaches is decoded into maps, the rest stays the text it was.
export function inPatchedOrder(type: 'merge' | 'json', result: unknown, patch: unknown): unknown {
  if (type === 'merge') return sortedAlong(result, patch)
  const paths = (patch as readonly Json[]).map(({ path }) => (typeof path === 'string' ? path.split('/').slice(1) : []))
  return sortedAt(result, paths)
}

function sortedAlong(value: unknown, patch: unknown): unknown {
  if (!isObject(value) || !isObject(patch)) return value
  return withMembers(value, (key, member) => (isObject(patch[key]) ? sortedAlong(member, patch[key]) : member))
}

function sortedAt(value: unknown, paths: readonly (readonly string[])[]): unknown {
  if (paths.length === 0) return value
  const below = (key: string): readonly (readonly string[])[] =>
    paths.filter(([first, ...rest]) => rest.length > 0 && unescape(first ?? '') === key).map(([, ...rest]) => rest)
  if (Array.isArray(value)) return value.map((item, index) => sortedAt(item, below(String(index))))
  return isObject(value) ? withMembers(value, (key, member) => sortedAt(member, below(key))) : value
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
