// Runs the attacks in their full size: README.md in the folder above.
import { availableParallelism } from 'node:os'
import { writePart } from '../../../scripts/pages.mjs'
import { buildPinnace } from '../../differential/sides/pinnace.ts'
import { attackNames } from './attacks.ts'
import { page, part, readReports, toTable, writeReports, type KeptReport } from './figures-table.ts'
import { runAttack } from './run-attack.ts'

// The server that is attacked ends with this process, also if that is interrupted.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !attackNames.includes(name))
if (unknown.length > 0) {
  console.error(`no such attack: ${unknown.join(', ')}. There are: ${attackNames.join(', ')}`)
  process.exitCode = 2
} else process.exitCode = await runAll(asked.length === 0 ? attackNames : asked)

async function runAll(names: readonly string[]): Promise<number> {
  buildPinnace()
  const date = new Date().toISOString().slice(0, 10)
  const machine = `${process.version}, ${availableParallelism()} cores`
  let failed = 0
  for (const name of names) {
    const report = await runAttack(name).catch((error: unknown) => console.log(`FAIL ${name}: ${String(error)}`))
    if (report === undefined) {
      failed++
      continue
    }
    const { figures, facts, failures } = report
    // Kept at once: a run takes long, and may be interrupted.
    keep(name, { ...report, date, machine })
    const { cpuMs, beforeMiB, residentMiB, stopMs, waitMs, failed: unanswered, asked: ticks } = figures
    console.log(
      `${failures.length === 0 ? 'ok  ' : 'FAIL'} ${name}: CPU ${cpuMs} ms, memory ${beforeMiB.toFixed(0)} to ${residentMiB.toFixed(0)} MiB, longest stop ${stopMs.toFixed(0)} ms (waited ${waitMs.toFixed(0)} ms, ${unanswered} of ${ticks} not answered). ${facts.join('; ')}`,
    )
    for (const failure of failures) console.log(`       ${failure}`)
    if (failures.length > 0) failed++
  }
  console.log(`\n${toTable(readReports())}\n\n${names.length - failed} of ${names.length} attacks within their limits`)
  return failed > 0 ? 1 : 0
}

/** Reports of attacks that were not asked for stay; those of attacks that are gone do not. */
function keep(name: string, report: KeptReport): void {
  const all = { ...readReports(), [name]: report }
  const kept = Object.fromEntries(attackNames.flatMap((each) => (all[each] === undefined ? [] : [[each, all[each]]])))
  writeReports(kept)
  writePart(page, part, toTable(kept))
}
