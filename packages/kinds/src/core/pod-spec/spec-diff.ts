import { formatFieldValue, isSemanticEqual } from '@pinnace/meta'

type Fields = Readonly<Record<string, unknown>>

/**
 * What differs between two specs, one line a difference: `-` before what is stored, `+` before what was sent, the
 * fields around them by their names, what is the same only counted. For people; its form is no promise.
 */
// upstream: the messages end in the output of google/go-cmp, which has the same shape and is no promise either
export function formatDiff(live: unknown, next: unknown, title: string): string {
  const lines: string[] = []
  addDifference(lines, live, next, { label: title, indent: '\t', isTop: true })
  return lines.map((line) => `${line}\n`).join('')
}

function addDifference(
  lines: string[],
  live: unknown,
  next: unknown,
  { label, indent, isTop }: { readonly label: string; readonly indent: string; readonly isTop: boolean },
): void {
  const own = isTop ? '' : indent
  const colon = isTop || label === '' ? label : `${label}: `
  const end = isTop ? '' : ','
  if (Array.isArray(live) && Array.isArray(next)) {
    lines.push(`  ${own}${colon}[]{`)
    addElements(lines, live, next, indent)
    lines.push(`  ${own}}${end}`)
  } else if (isStruct(live) && isStruct(next)) {
    lines.push(`  ${own}${colon}{`)
    addFields(lines, live, next, isTop ? indent : `${indent}\t`)
    lines.push(`  ${own}}${end}`)
  } else {
    if (live !== undefined) lines.push(`- ${own}${colon}${formatFieldValue(live)}${end}`)
    if (next !== undefined) lines.push(`+ ${own}${colon}${formatFieldValue(next)}${end}`)
  }
}

function addFields(lines: string[], live: Fields, next: Fields, indent: string): void {
  let same = 0
  for (const name of new Set([...Object.keys(live), ...Object.keys(next)])) {
    const before = Object.hasOwn(live, name) ? live[name] : undefined
    const after = Object.hasOwn(next, name) ? next[name] : undefined
    if (before === undefined && after === undefined) continue
    if (isSemanticEqual(before, after)) same++
    else
      addDifference(lines, before, after, {
        label: `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`,
        indent,
        isTop: false,
      })
  }
  if (same > 0) lines.push(`  ${indent}... // ${same} identical ${same === 1 ? 'field' : 'fields'}`)
}

function addElements(lines: string[], live: readonly unknown[], next: readonly unknown[], indent: string): void {
  let same = 0
  for (let index = 0; index < Math.max(live.length, next.length); index++) {
    if (isSemanticEqual(live[index], next[index])) same++
    else addDifference(lines, live[index], next[index], { label: '', indent: `${indent}\t`, isTop: false })
  }
  if (same > 0) lines.push(`  ${indent}\t... // ${same} identical ${same === 1 ? 'element' : 'elements'}`)
}

function isStruct(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
