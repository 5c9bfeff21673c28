// Measures control planes as envtest starts them: the time and CPU until /healthz, the memory then, and the time of the
// suite of this module. `node measure.mjs NAME=DIR…` compares directories of programs, in turns; the least of each counts.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { measureStart, startDaemon } from './measure-start.mjs'

const turns = Number(process.env.TURNS ?? 5)
const subjects = process.argv.slice(2).map((argument) => argument.split('='))
const folder = mkdtempSync(join(tmpdir(), 'pinnace-measure-'))
const suite = join(folder, 'suite.test')
spawnSync('go', ['test', '-c', '-o', suite, './internal/controller'], { cwd: import.meta.dirname, stdio: 'inherit' })
const results = new Map(subjects.map(([name]) => [name, []]))
try {
  for (let turn = 0; turn < turns; turn++) {
    for (const [name, assets] of subjects) {
      const temporary = mkdtempSync(join(folder, `${name}-`))
      const env = { ...process.env, TMPDIR: temporary, KUBEBUILDER_ASSETS: assets }
      const daemon = name === 'warm' ? await startDaemon(assets, env) : undefined
      try {
        // What is compiled at the first start of a warm process is not that of the others.
        if (daemon !== undefined) await measureStart(assets, env, daemon.pid)
        const start = await measureStart(assets, env, daemon?.pid)
        results.get(name).push({ ...start, suiteMs: runSuite(env) })
      } finally {
        daemon?.kill()
      }
    }
  }
  console.log('| programs | start, ms | start, CPU ms | memory, MiB | suite, s |\n|---|---|---|---|---|')
  for (const [name, runs] of results) {
    const least = (key) => Math.min(...runs.map((run) => run[key]))
    const [startMs, cpuMs, mib] = ['startMs', 'cpuMs', 'mib'].map((key) => Math.round(least(key)))
    console.log(`| ${name} | ${startMs} | ${cpuMs} | ${mib} | ${(least('suiteMs') / 1000).toFixed(1)} |`)
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}

function runSuite(env) {
  const startedMs = performance.now()
  const { status, stdout } = spawnSync(suite, [], { cwd: join(import.meta.dirname, 'internal', 'controller'), env })
  if (status !== 0) throw new Error(String(stdout))
  return performance.now() - startedMs
}
