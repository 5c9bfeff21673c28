import type { LabelSelector } from '@pinnace/types/meta-v1'

/** Labels as columns print them: `a=b,c=d` in the order of keys, `<none>` where there are none. */
// upstream: apimachinery/pkg/labels, FormatLabels
export function formatLabels(labels: Readonly<Record<string, string>> | undefined | null): string {
  if (labels === undefined || labels === null) return '<none>'
  const keys = Object.keys(labels).sort()
  return keys.length === 0 ? '<none>' : keys.map((key) => `${key}=${labels[key]}`).join(',')
}

/** Optional text as columns print it. */
export function orUnset(value: string | number | boolean | undefined | null): string {
  return value === undefined || value === null || value === '' ? '<unset>' : String(value)
}

/** A selector as columns print it: `a=b,c in (d,e),!f`, `<none>` where it selects everything. */
// upstream: apimachinery/pkg/apis/meta/v1/helpers.go, FormatLabelSelector
export function formatSelector(selector: LabelSelector | undefined): string {
  const parts: (readonly [string, string])[] = []
  for (const [key, value] of Object.entries(selector?.matchLabels ?? {})) parts.push([key, `${key}=${value}`])
  for (const { key, operator, values = [] } of selector?.matchExpressions ?? []) {
    const list = [...values].sort().join(',')
    if (operator === 'In') parts.push([key, `${key} in (${list})`])
    else if (operator === 'NotIn') parts.push([key, `${key} notin (${list})`])
    else if (operator === 'Exists') parts.push([key, key])
    else if (operator === 'DoesNotExist') parts.push([key, `!${key}`])
    else return '<error>'
  }
  if (parts.length === 0) return '<none>'
  parts.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
  return parts.map(([, text]) => text).join(',')
}
