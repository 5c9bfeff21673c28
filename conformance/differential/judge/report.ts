import type { AreaFigures, Cause, Verdict } from './verdict.ts'

/** The figures of each area and their sum, as lines. */
export function formatFigures(figures: ReadonlyMap<string, AreaFigures>): string {
  const sum: AreaFigures = { compared: 0, identical: 0, explained: 0, unexplained: 0 }
  const rows = [...figures].map(([area, row]) => {
    for (const key of ['compared', 'identical', 'explained', 'unexplained'] as const) sum[key] += row[key]
    return formatRow(area, row)
  })
  const head = [
    'area'.padEnd(12),
    ...['compared', 'identical', 'explained', 'unexplained'].map((word) => word.padStart(11)),
  ]
  return [head.join(' '), ...rows, formatRow('sum', sum)].join('\n')
}

function formatRow(area: string, { compared, identical, explained, unexplained }: AreaFigures): string {
  const share = compared === 0 ? '' : `  ${((100 * identical) / compared).toFixed(2)} % identical`
  return `${area.padEnd(12)} ${[compared, identical, explained, unexplained].map((n) => String(n).padStart(11)).join(' ')}${share}`
}

/** The causes of differences, most frequent first, with kinds and examples. */
export function formatCauses(verdict: Verdict, examples: number, filter: string | undefined): string {
  const contains = (text: string): boolean => text.includes(filter ?? '')
  const isWanted = ({ signature, examples: kept }: Cause): boolean =>
    contains(signature) || kept.some(({ request, text }) => contains(request) || contains(text))
  const causes = [...verdict.causes.values()].filter(isWanted).sort((a, b) => b.count - a.count)
  return causes.map((cause) => formatCause(cause, examples)).join('\n')
}

/** How many requests and differences each explanation covers, most requests first, with examples. */
export function formatExplained(verdict: Verdict, shown: number): string {
  const used = verdict.explanations().filter(({ differences }) => differences > 0)
  const lines = used
    .sort((a, b) => b.requests - a.requests)
    .flatMap(({ explanation: { area = 'all', difference, reason }, requests, differences, examples }) => [
      `${String(requests).padStart(6)} requests, ${differences} differences explained, ${area}: ${difference}`,
      `       ${reason}`,
      ...examples.slice(0, shown).flatMap(({ request, text }) => [`    ${request}`, `      ${short(text, 600)}`]),
    ])
  return lines.join('\n')
}

function formatCause({ area, signature, count, only, kinds, examples }: Cause, shown: number): string {
  const most = [...kinds].sort((a, b) => b[1] - a[1])
  const named = most.slice(0, 5).map(([kind, n]) => `${kind} ${n}`)
  const more = most.length > 5 ? `, ${most.length - 5} more kinds` : ''
  const lines = examples
    .slice(0, shown)
    .flatMap(({ request, body, text }) => [
      `    ${request}`,
      ...(body === undefined ? [] : [`      ${short(typeof body === 'string' ? body : JSON.stringify(body), 300)}`]),
      `      ${short(text, 600)}`,
    ])
  return [
    `${String(count).padStart(6)} (only ${only}) ${area}: ${signature}\n    in ${named.join(', ')}${more}`,
    ...lines,
  ].join('\n')
}

function short(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length)}…` : text
}
