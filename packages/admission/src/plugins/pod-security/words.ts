/** `"a", "b"`. */
// upstream: pod-security-admission/policy/helpers.go, joinQuote – nothing in them is escaped.
export function quoted(items: Iterable<string>): string {
  const list = [...items]
  return list.length === 0 ? '' : `"${list.join('", "')}"`
}

/** As {@link quoted}, in the order of their bytes, each once. */
export function quotedSet(items: Iterable<string>): string {
  return quoted([...new Set(items)].sort())
}

/** The word for one, or for several. */
export function plural(count: number, one: string, several = `${one}s`): string {
  return count === 1 ? one : several
}

/** `container "a"`, `containers "a", "b"`. */
export function containersNamed(names: readonly string[]): string {
  return `${plural(names.length, 'container')} ${quoted(names)}`
}

/** `pod and container "a"`: who has set something. */
export function setters(isPod: boolean, containers: readonly string[]): string {
  return [...(isPod ? ['pod'] : []), ...(containers.length > 0 ? [containersNamed(containers)] : [])].join(' and ')
}
