import { readFileSync, writeFileSync } from 'node:fs'
import type { Report } from './run-attack.ts'

/** What is kept of a run. */
export interface KeptReport extends Report {
  /** `2026-11-23` */
  readonly date: string
  /** `v20.20.2, 2 cores` */
  readonly machine: string
}

/** Reports by the name of the attack. */
export type KeptReports = Readonly<Record<string, KeptReport>>

/** The page that shows them, and the name of the part. */
export const page = 'docs/guide/hardening.md'
export const part = 'attacks'

const file = new URL('../figures.json', import.meta.url)

/** Reads the newest report of every attack. */
export function readReports(): KeptReports {
  return JSON.parse(readFileSync(file, 'utf8')) as KeptReports
}

/** Writes them down. */
export function writeReports(reports: KeptReports): void {
  writeFileSync(file, `${JSON.stringify(reports, null, 2)}\n`)
}

/** The table of the page. */
export function toTable(reports: KeptReports): string {
  const rows = Object.values(reports)
  const dates = [...new Set(rows.map(({ date }) => date))].toSorted()
  const machines = [...new Set(rows.map(({ machine }) => machine))].toSorted()
  return [
    `Measured on ${dates.join(', ')} (Node.js ${machines.join('; ')}). A limit stands in parentheses.`,
    '',
    '| attack | CPU, ms | most memory, MiB | longest stop, ms | result |',
    '|---|---|---|---|---|',
    ...rows
      .toSorted((a, b) => (a.title < b.title ? -1 : 1))
      .map(({ title, limits, figures, facts, failures }) => {
        const result = failures.length > 0 ? `FAILED: ${failures.join('; ')}` : facts.join('; ') || 'as expected'
        const cells = [
          title,
          withLimit(figures.cpuMs, limits.cpuMs),
          withMemory(figures, limits),
          withLimit(figures.stopMs, limits.stopMs),
          result,
        ]
        return `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`
      }),
  ].join('\n')
}

function withMemory({ residentMiB, beforeMiB }: Report['figures'], limits: Report['limits']): string {
  const figure = withLimit(residentMiB, limits.residentMiB)
  return limits.addedMiB === undefined
    ? figure
    : `${figure}, ${withLimit(residentMiB - beforeMiB, limits.addedMiB)} of them added`
}

function withLimit(figure: number, limit: number | undefined): string {
  const rounded = Math.round(figure).toLocaleString('en-US')
  return limit === undefined ? rounded : `${rounded} (${limit.toLocaleString('en-US')})`
}
