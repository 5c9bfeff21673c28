/** Joins quoted items: `"a", "b"`. */
// upstream: pod-security-admission/policy/helpers.go, joinQuote – without escapes.
export function quoted(items: Iterable<string>): string {
  const list = [...items]
  return list.length === 0 ? '' : `"${list.join('", "')}"`
}

/** As {@link quoted}, sorted and without duplicates. */
export function quotedSet(items: Iterable<string>): string {
  return quoted([...new Set(items)].sort())
}

/** The singular or plural of a word. */
export function plural(count: number, one: string, several = `${one}s`): string {
  return count === 1 ? one : several
}

/** Names containers: `container "a"`, `containers "a", "b"`. */
export function containersNamed(names: readonly string[]): string {
  return `${plural(names.length, 'container')} ${quoted(names)}`
}

/** Names the pod and containers that set a field: `pod and container "a"`. */
export function setters(isPod: boolean, containers: readonly string[]): string {
  return [...(isPod ? ['pod'] : []), ...(containers.length > 0 ? [containersNamed(containers)] : [])].join(' and ')
}
