// Runs the scenarios one after the other, each in a separate process, prints their rows and writes results.json and,
// where nothing was left out, the table of docs/performance.md.
// Options: --quick, --only=name,name, --merge (with --only: their rows take the place of those measured before)
import { execFileSync, fork } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { printHead, printRow } from './kit/table.mjs'
import { writeTable } from './kit/write-table.mjs'

const here = dirname(fileURLToPath(import.meta.url))
const quick = process.argv.includes('--quick')
const merge = process.argv.includes('--merge') && !quick
const only = process.argv
  .find((argument) => argument.startsWith('--only='))
  ?.slice(7)
  .split(',')
const names = readdirSync(here)
  .filter((file) => file.endsWith('.bench.mjs'))
  .map((file) => file.slice(0, -'.bench.mjs'.length))
  .filter((name) => only === undefined || only.includes(name))
  .sort()

const [{ model } = { model: '' }] = cpus()
/** Where and of what a row was measured: rows of several runs stand together. */
const measured = { commit: headCommit(), model }
const results = []
let failed = false
for (const name of names) {
  try {
    await runScenario(name)
  } catch (error) {
    failed = true
    console.error(`${name}: ${error.message}`)
  }
}
if (only === undefined || (merge && !failed)) {
  const machine = { node: process.version, cpus: cpus().length, model, quick }
  const file = join(here, 'results.json')
  // A row is a ratio within its own run, and says of which commit.
  const kept = only === undefined ? [] : JSON.parse(readFileSync(file, 'utf8')).rows
  const rows = [...kept.filter(({ scenario }) => !names.includes(scenario)), ...results]
  rows.sort((a, b) => (a.scenario < b.scenario ? -1 : a.scenario > b.scenario ? 1 : 0))
  writeFileSync(file, `${JSON.stringify({ machine, rows }, undefined, 2)}\n`)
  if (!quick) writeTable()
}
process.exitCode = failed ? 1 : 0

function headCommit() {
  try {
    return execFileSync('git', ['rev-parse', '--short=8', 'HEAD'], { cwd: here, encoding: 'utf8' }).trim()
  } catch {
    return 'unknown'
  }
}

function runScenario(name) {
  return new Promise((resolve, reject) => {
    const child = fork(join(here, 'kit', 'run-scenario.mjs'), [join(here, `${name}.bench.mjs`), quick ? 'quick' : ''], {
      execArgv: ['--expose-gc'],
    })
    const stop = setTimeout(() => child.kill(), 240_000)
    child.on('message', (message) => {
      if (message.title !== undefined) printHead(message.title)
      if (message.row === undefined) return
      printRow(message.row)
      results.push({ scenario: name, ...message.row, ...measured })
    })
    child.on('exit', (code, signal) => {
      clearTimeout(stop)
      if (code === 0) resolve()
      else reject(new Error(`ended with ${signal ?? code}`))
    })
  })
}
