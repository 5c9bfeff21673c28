// Says yes or no to a change: every check, a line each; what failed shows what it said. `--only=types,lint` runs some,
// `--json=FILE` writes how many passed in the form of vitest's reporter.
import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './workspace.mjs'

const tool = (name) => join(root, 'node_modules', '.bin', name)
const script = (name) => [process.execPath, join(root, 'scripts', name)]

/** In the order they run: what fails fastest and most often comes first. */
const checks = [
  ['types', [tool('tsc'), '-b']],
  ['types:generated', script('generate-types.mjs')],
  ['lint', [tool('oxlint'), '--deny-warnings']],
  ['words', script('check-words.mjs')],
  ['format', [tool('oxfmt'), '--check']],
  ['layers', script('check-layers.mjs')],
  ['shape', script('check-shape.mjs')],
  ['exports', [tool('knip'), '--no-progress', '--treat-config-hints-as-errors']],
  ['lockfile', script('check-hosts.mjs')],
  ['docs', script('check-docs.mjs')],
  ['packaging', script('check-packaging.mjs')],
]

const only = option('only')?.split(',')
let ran = 0
const failed = []
for (const [name, command] of checks) {
  if (only !== undefined && !only.includes(name)) continue
  ran++
  const started = performance.now()
  const { code, output } = await run(command)
  const seconds = `${((performance.now() - started) / 1000).toFixed(1)} s`
  console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${name.padEnd(15)} ${seconds.padStart(7)}`)
  if (code === 0) continue
  failed.push(name)
  console.log(output.trimEnd().replace(/^/gm, '       '))
}
console.log(failed.length === 0 ? 'all checks passed' : `failed: ${failed.join(', ')}`)
process.exitCode = failed.length === 0 ? 0 : 1
const resultFile = option('json')
if (resultFile !== undefined) {
  writeFileSync(resultFile, JSON.stringify({ numPassedTests: ran - failed.length, numFailedTests: failed.length }))
}

function option(name) {
  return process.argv.find((argument) => argument.startsWith(`--${name}=`))?.slice(name.length + 3)
}

function run([file, ...args]) {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text))
    child.on('error', reject)
    child.on('close', (code) => resolve({ code: code ?? 1, output }))
  })
}
