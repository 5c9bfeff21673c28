import { writePart } from '../../../scripts/pages.mjs'
import type { Area } from '../cases/case.ts'
import type { AreaFigures, Explanation } from './verdict.ts'

const page = 'docs/fidelity.md'

/** What the page is made of. */
export interface Summary {
  readonly areas: readonly Area[]
  readonly figures: ReadonlyMap<string, AreaFigures>
  readonly explanations: readonly Explanation[]
  /** `1.36.3` */
  readonly version: string
  readonly date: string
}

/** Writes the figures of a complete run and the explained differences into docs/fidelity.md. */
export function writePage(summary: Summary): void {
  writePart(page, 'areas', formatAreas(summary))
  writePart(page, 'explained', formatExplanations(summary.explanations))
}

/** The table of areas. */
function formatAreas({ areas, figures, version, date }: Summary): string {
  const sum: AreaFigures = { compared: 0, identical: 0, explained: 0, unexplained: 0 }
  const rows = areas.map(({ name, title }) => {
    const row = figures.get(name) ?? { compared: 0, identical: 0, explained: 0, unexplained: 0 }
    for (const key of ['compared', 'identical', 'explained', 'unexplained'] as const) sum[key] += row[key]
    return formatRow(`${name}: ${title}`, row)
  })
  return [
    `kube-apiserver ${version}, ${date}:`,
    '',
    '| area | compared | identical | explained | unexplained | identical |',
    '|---|--:|--:|--:|--:|--:|',
    ...rows,
    formatRow('**sum**', sum),
  ].join('\n')
}

function formatRow(name: string, { compared, identical, explained, unexplained }: AreaFigures): string {
  const share = compared === 0 ? '' : `${((100 * identical) / compared).toFixed(1)} %`
  const cells = [compared, identical, explained, unexplained].map((value) => value.toLocaleString('en-US'))
  return `| ${[name, ...cells, share].join(' | ')} |`
}

/** The table of explained differences. */
function formatExplanations(explanations: readonly Explanation[]): string {
  const rows = explanations.map(({ area, difference, reason, row, everywhere }) => {
    const where = everywhere === true ? 'nearly all' : (area ?? 'all')
    return `| ${where} | \`${difference.replaceAll('|', '\\|')}\` | [${reason}](${row}) |`
  })
  return ['| area | difference | reason |', '|---|---|---|', ...rows].join('\n')
}
