// Runs the scenarios one after the other, each in a separate process, prints their rows, and writes results.json and the
// tables of docs/performance.md. Rows that were not measured stay as they are, and are marked as earlier.
// Options: --quick (writes nothing), --only=name,name (writes nothing unless there is --merge), --long (with those that take
// minutes; they also run when they are named)
import { execFileSync, fork } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { printHead, printRow } from './kit/table.mjs'
import { writeTable } from './kit/write-table.mjs'

const here = dirname(fileURLToPath(import.meta.url))
const quick = process.argv.includes('--quick')
const long = process.argv.includes('--long')
const only = process.argv
  .find((argument) => argument.startsWith('--only='))
  ?.slice(7)
  .split(',')
const all = readdirSync(here)
  .filter((file) => file.endsWith('.bench.mjs'))
  .map((file) => file.slice(0, -'.bench.mjs'.length))
  .sort()
const names = all.filter((name) => only === undefined || only.includes(name))

const [{ model } = { model: '' }] = cpus()
/** Where and of what a row was measured: rows of several runs stand together. */
const measured = { commit: headCommit(), model }
// Node reads the certificates of this file when it starts, up to 85 ms of CPU time in every process of a scenario.
const { NODE_EXTRA_CA_CERTS: _certificates, ...env } = process.env
const results = []
let failed = false
for (const name of names) {
  const began = performance.now()
  try {
    await runScenario(name)
    console.log(`  ${name} took ${((performance.now() - began) / 1_000).toFixed(0)} s`)
  } catch (error) {
    failed = true
    console.error(`${name}: ${error.message}`)
  }
}
if (!quick && (only === undefined || process.argv.includes('--merge'))) writeResults()
process.exitCode = failed ? 1 : 0

function writeResults() {
  const file = join(here, 'results.json')
  const earlier = JSON.parse(readFileSync(file, 'utf8')).rows
  // A scenario that failed, or needs programs that are not there, or was left out, keeps the rows of its last run. A
  // scenario that no longer exists does not.
  const run = new Set(results.map(({ scenario }) => scenario))
  const kept = earlier.filter(({ scenario }) => !run.has(scenario) && all.includes(scenario))
  const rows = [...kept, ...results].sort((a, b) => (a.scenario < b.scenario ? -1 : a.scenario > b.scenario ? 1 : 0))
  const machine = { node: process.version, cpus: cpus().length, ...measured }
  writeFileSync(file, `${JSON.stringify({ machine, rows }, undefined, 2)}\n`)
  writeTable()
}

function headCommit() {
  try {
    return execFileSync('git', ['rev-parse', '--short=8', 'HEAD'], { cwd: here, encoding: 'utf8' }).trim()
  } catch {
    return 'unknown'
  }
}

/** The rows of a scenario count only if it runs to its end. */
function runScenario(name) {
  const rows = []
  return new Promise((resolve, reject) => {
    const modes = [quick ? '--quick' : '', long || only !== undefined ? '--long' : '']
    const child = fork(join(here, 'kit', 'run-scenario.mjs'), [join(here, `${name}.bench.mjs`), ...modes], {
      execArgv: ['--expose-gc'],
      env,
    })
    const stop = setTimeout(() => child.kill(), long || only !== undefined ? 900_000 : 600_000)
    child.on('message', (message) => {
      if (message.title !== undefined) printHead(message.title)
      if (message.row === undefined) return
      printRow(message.row)
      rows.push({ scenario: name, ...message.row, ...measured })
    })
    child.on('exit', (code, signal) => {
      clearTimeout(stop)
      if (code === 0) resolve(results.push(...rows))
      else reject(new Error(`ended with ${signal ?? code}`))
    })
  })
}
