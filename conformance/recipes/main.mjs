// Runs the recipes of docs/guide/other-languages.md as they stand there: Python with pytest, Rust with cargo, Java with Maven,
// the steps of actions/start, and what Testcontainers does with the kubeconfig of a container. A toolchain or a registry that
// is missing is reported: nothing has been judged then. Arguments name recipes: `npm run conformance:recipes -- python`.
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { judgeAction } from './action.mjs'
import { blockBelow } from './blocks.mjs'
import { judgeContainer } from './container.mjs'
import { pom } from './pom.mjs'

const root = join(import.meta.dirname, '..', '..')
const chosen = process.argv.slice(2)

/** Each recipe: the files of its project, how dependencies are fetched, and how the test is run. */
const recipes = {
  python: {
    files: () => ({ 'test_settings.py': blockBelow('Python', 'python') }),
    tools: [['python3', '--version']],
    fetch: [
      ['python3', '-m', 'venv', 'venv'],
      ['venv/bin/pip', 'install', '--quiet', 'kubernetes', 'pytest'],
    ],
    run: ['venv/bin/python', '-m', 'pytest', '-q', 'test_settings.py'],
  },
  rust: {
    files: () => ({
      'Cargo.toml': blockBelow('Rust', 'toml'),
      'src/lib.rs': '',
      'tests/settings.rs': blockBelow('Rust', 'rust'),
    }),
    tools: [['cargo', '--version']],
    fetch: [['cargo', 'fetch']],
    run: ['cargo', 'test', '--offline'],
  },
  java: {
    files: () => ({
      'pom.xml': pom(blockBelow('Java', 'xml')),
      'src/test/java/SettingsTest.java': blockBelow('Java', 'java'),
    }),
    tools: [
      ['java', '-version'],
      ['mvn', '--version'],
    ],
    fetch: [['mvn', '--batch-mode', '--quiet', 'test-compile']],
    run: ['mvn', '--batch-mode', 'test'],
  },
}

const built = spawnSync(process.execPath, [join(root, 'scripts', 'build.mjs'), '--quiet', '--code-only'], {
  stdio: 'inherit',
})
process.exitCode = built.status === 0 ? judge() : 1

function judge() {
  const folder = mkdtempSync(join(tmpdir(), 'pinnace-recipes-'))
  try {
    const path = `${writeCommand(folder)}:${process.env.PATH}`
    const env = { ...process.env, PATH: path }
    const judged = {
      ...Object.fromEntries(
        Object.entries(recipes).map(([name, recipe]) => [name, () => judgeRecipe(name, recipe, { folder, env })]),
      ),
      action: () => judgeAction({ folder, env, root }),
      testcontainers: () => judgeContainer({ folder, env }),
    }
    const names = Object.keys(judged).filter((name) => chosen.length === 0 || chosen.includes(name))
    const results = names.map((name) => [name, judged[name]()])
    for (const [name, result] of results) console.log(`${name}: ${result}`)
    return results.some(([, result]) => result.startsWith('FAILED')) ? 1 : 0
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A folder with the built command `pinnace`, for the PATH. */
function writeCommand(folder) {
  const bin = join(folder, 'bin')
  mkdirSync(bin)
  const file = join(bin, 'pinnace')
  const command = join(root, 'packages', 'cli', 'bin', 'pinnace.js')
  writeFileSync(file, `#!/bin/sh\nexec '${process.execPath}' '${command}' "$@"\n`)
  chmodSync(file, 0o755)
  return bin
}

function judgeRecipe(name, { files, tools, fetch, run }, { folder, env }) {
  for (const [tool, ...args] of tools) {
    if (spawnSync(tool, args, { stdio: 'ignore' }).status !== 0) return `not judged: ${tool} is not installed`
  }
  const cwd = join(folder, name)
  for (const [path, text] of Object.entries(files())) {
    mkdirSync(dirname(join(cwd, path)), { recursive: true })
    writeFileSync(join(cwd, path), text)
  }
  for (const [tool, ...args] of fetch) {
    const { status, stderr } = spawnSync(tool, args, { cwd, env, encoding: 'utf8', maxBuffer: 1e8 })
    if (status !== 0)
      return `not judged: ${tool} ${args[0]} failed: ${stderr.trim().split('\n').slice(0, 3).join(' | ')}`
  }
  const [tool, ...args] = run
  const { status } = spawnSync(tool, args, { cwd, env, stdio: 'inherit' })
  return status === 0 ? 'passed' : 'FAILED'
}
