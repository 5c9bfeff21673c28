/** Joins reasons: without duplicates, and in brackets if there is more than one. */
// upstream: apimachinery/pkg/util/errors, aggregate
export function joinReasons(reasons: readonly string[]): string {
  const joined = [...new Set(reasons)].join(', ')
  return new Set(reasons).size === 1 ? joined : `[${joined}]`
}
