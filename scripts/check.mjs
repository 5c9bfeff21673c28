// Runs every check, two at a time, and prints a line for each, with the output of those that failed. `--only=types,lint`
// runs some, `--json=FILE` writes how many passed in the form of vitest's reporter.
import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { root } from './workspace.mjs'

const tool = (name) => join(root, 'node_modules', '.bin', name)
const script = (name) => [process.execPath, join(root, 'scripts', name)]

/**
 * In the order they start: fast checks that fail often come first, then the longest, so that none of them is left to
 * the end. `after` names a check that must have ended, and the output of one that `isShown` is printed also if it passes.
 */
const checks = [
  { name: 'types', command: [tool('tsc'), '-b'] },
  { name: 'types:generated', command: script('generate-types.mjs') },
  { name: 'options:generated', command: script('generate-options.mjs') },
  { name: 'descriptions', command: script('check-descriptions.mjs') },
  { name: 'lint', command: [tool('oxlint'), '--deny-warnings'] },
  // Packaging, the public API and the examples need the declarations that types writes.
  { name: 'packaging', command: script('check-packaging.mjs'), after: 'types' },
  { name: 'exports', command: [tool('knip'), '--no-progress', '--treat-config-hints-as-errors'] },
  { name: 'words', command: script('check-words.mjs') },
  { name: 'format', command: [tool('oxfmt'), '--check'] },
  { name: 'layers', command: script('check-layers.mjs') },
  { name: 'shape', command: script('check-shape.mjs') },
  { name: 'manifests', command: script('manifests.mjs') },
  { name: 'lockfile', command: script('check-hosts.mjs') },
  { name: 'page', command: script('check-page.mjs'), isShown: true },
  { name: 'browser', command: script('check-browser.mjs'), isShown: true },
  { name: 'api', command: script('check-api.mjs'), after: 'types' },
  { name: 'examples', command: script('check-examples.mjs'), after: 'types' },
  { name: 'diagrams', command: script('check-diagrams.mjs') },
  { name: 'docs', command: script('check-docs.mjs') },
]
const lanes = 2

const { only: onlyText, json: resultFile } = parseArgs({
  options: { only: { type: 'string' }, json: { type: 'string' } },
}).values
const only = onlyText?.split(',')
const unknown = only?.filter((name) => !checks.some((check) => check.name === name)) ?? []
if (unknown.length > 0) {
  const names = checks.map(({ name }) => name).join(', ')
  console.error(`--only: unknown check ${unknown.join(', ')}. The checks are ${names}.`)
  process.exit(2)
}
const waiting = checks.filter(({ name }) => only === undefined || only.includes(name))
const asked = waiting.length
/** The checks that run, by name. */
const running = new Map()
const failed = []
await Promise.all(Array.from({ length: lanes }, runLane))
console.log(failed.length === 0 ? 'all checks passed' : `failed: ${failed.join(', ')}`)
process.exitCode = failed.length === 0 ? 0 : 1
if (resultFile !== undefined) {
  writeFileSync(resultFile, JSON.stringify({ numPassedTests: asked - failed.length, numFailedTests: failed.length }))
}

/** Runs one check after the other until none is left. */
async function runLane() {
  while (waiting.length > 0) {
    const index = waiting.findIndex(({ after }) => !isPending(after))
    if (index === -1) {
      await Promise.race(running.values())
      continue
    }
    const [check] = waiting.splice(index, 1)
    const done = runCheck(check)
    running.set(check.name, done)
    await done
    running.delete(check.name)
  }
}

function isPending(name) {
  return running.has(name) || waiting.some((check) => check.name === name)
}

async function runCheck({ name, command, isShown }) {
  const started = performance.now()
  const { code, output } = await run(command)
  const seconds = `${((performance.now() - started) / 1000).toFixed(1)} s`
  console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${name.padEnd(15)} ${seconds.padStart(7)}`)
  if (code !== 0) failed.push(name)
  if (code !== 0 || isShown === true) console.log(output.trimEnd().replace(/^/gm, '       '))
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
