// Runs Go suites on the launchers of `pinnace envtest`, without and with the warm process. Without `go` it prints a
// message and runs nothing. `ASSETS=DIR` judges the programs of a directory instead.
import { spawn, spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

const root = join(import.meta.dirname, '..', '..')
const command = join(root, 'packages', 'cli', 'bin', 'pinnace.js')
const chosen = process.argv.slice(2)

/** Suites of controller-runtime that start a control plane. */
const packages = ['./pkg/envtest', './pkg/client', './pkg/cache']

const version = spawnSync('go', ['version'], { encoding: 'utf8' })
if (version.error !== undefined || version.status !== 0) {
  console.log('skipped: go is not installed, nothing has been judged')
} else {
  console.log(version.stdout.trim())
  process.exitCode = await judge()
}

async function judge() {
  const folder = mkdtempSync(join(tmpdir(), 'pinnace-go-envtest-'))
  try {
    const suites = [
      ...(isChosen('project') ? [{ name: 'project', cwd: import.meta.dirname, packages: ['./...'] }] : []),
      ...(isChosen('runtime') ? [{ name: 'controller-runtime', cwd: copyControllerRuntime(folder), packages }] : []),
    ]
    const given = process.env.ASSETS
    if (given !== undefined) return runSuites(suites, 'given', { KUBEBUILDER_ASSETS: given })
    const built = spawnSync(process.execPath, [join(root, 'scripts', 'build.mjs'), '--quiet'], { stdio: 'inherit' })
    if (built.status !== 0) return 1
    const assets = join(folder, 'assets')
    spawnSync(process.execPath, [command, 'envtest', assets], { stdio: 'ignore' })
    // Warm processes of this machine are not used.
    const env = { KUBEBUILDER_ASSETS: assets, TMPDIR: folder }
    const cold = runSuites(suites, 'cold', env)
    const daemon = spawn(process.execPath, [command, 'envtest', '--daemon'], {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    try {
      for await (const line of createInterface({ input: daemon.stdout })) if (line === 'ready') break
      return runSuites(suites, 'warm', env) || cold
    } finally {
      daemon.kill()
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function isChosen(suite) {
  return chosen.length === 0 || chosen.includes(suite)
}

/** The module of the release in go.mod, where tests can write. */
function copyControllerRuntime(folder) {
  const list = ['list', '-m', '-f', '{{.Dir}}', 'sigs.k8s.io/controller-runtime']
  spawnSync('go', ['mod', 'download', 'sigs.k8s.io/controller-runtime'], { cwd: import.meta.dirname, stdio: 'inherit' })
  const { stdout } = spawnSync('go', list, { cwd: import.meta.dirname, encoding: 'utf8' })
  const copy = join(folder, 'controller-runtime')
  cpSync(stdout.trim(), copy, { recursive: true })
  spawnSync('chmod', ['-R', 'u+w', copy])
  return copy
}

function runSuites(suites, mode, env) {
  let failed = 0
  for (const { name, cwd, packages: tested } of suites) {
    // Compiled first, and one at a time: some expectations of these suites wait for a second only.
    spawnSync('go', ['test', '-count=1', '-run=^$', ...tested], { cwd, env: process.env, stdio: 'ignore' })
    const startedMs = performance.now()
    const args = ['test', '-count=1', '-p=1', '-timeout=30m', ...tested]
    const { status } = spawnSync('go', args, { cwd, env: { ...process.env, ...env }, stdio: 'inherit' })
    const seconds = ((performance.now() - startedMs) / 1000).toFixed(1)
    console.log(`${name}, ${mode}: ${status === 0 ? 'passed' : 'FAILED'} in ${seconds} s`)
    if (status !== 0) failed = 1
  }
  return failed
}
