/** Labels as columns print them: `a=b,c=d` in the order of keys, `<none>` where there are none. */
// upstream: apimachinery/pkg/labels, FormatLabels
export function formatLabels(labels: Readonly<Record<string, string>> | undefined | null): string {
  const keys = Object.keys(labels ?? {}).sort()
  return keys.length === 0 ? '<none>' : keys.map((key) => `${key}=${labels![key]}`).join(',')
}

/** Optional text as columns print it. */
export function orUnset(value: string | number | boolean | undefined | null): string {
  return value === undefined || value === null || value === '' ? '<unset>' : String(value)
}

/** Items joined, or `<none>`. */
export function orNone(items: readonly string[] | undefined | null): string {
  return items === undefined || items === null || items.length === 0 ? '<none>' : items.join(',')
}
