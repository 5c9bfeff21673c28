// Runs the suites of examples/test-runners, and the recipes of docs/guide/test-runners.md, with the test runners of the npm
// registry, as a user would: outside the repository, with the packed packages installed. Runners: node:test, vitest, mocha,
// jest with CommonJS and ES modules, Bun and Deno. A runner that cannot be installed is reported as not judged. Arguments
// name runners: `npm run conformance:runners -- jest bun`.
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { installOutside } from '../../scripts/outside.mjs'
import { packAll } from '../../scripts/tarballs.mjs'
import { recipes } from './recipes.mjs'

const root = join(import.meta.dirname, '..', '..')
const chosen = process.argv.slice(2)

/** Packages of npm with their versions, the command that runs the suite of a folder, and the recipe of the page. */
const runners = {
  'node-test': { run: [process.execPath, '--test'], recipe: recipes.nodeTest },
  vitest: { install: { vitest: '^4' }, run: ['npx', 'vitest', 'run'], recipe: recipes.vitest },
  mocha: { install: { mocha: '^11' }, run: ['npx', 'mocha', '--timeout=60000', '*.mjs'], recipe: recipes.mocha },
  jest: { install: { jest: '^30' }, run: ['npx', 'jest'], recipe: recipes.jestCommonJs },
  'jest-esm': { install: { jest: '^30' }, run: ['npm', 'test'], recipe: recipes.jestModules },
  // Their install scripts, which npm may not run, put the program in its place.
  bun: { install: { bun: '^1' }, setup: 'bun/install.js', run: ['npx', 'bun', 'test'] },
  deno: {
    install: { deno: '^2' },
    setup: 'deno/install.cjs',
    run: ['npx', 'deno', 'test', '--no-check', '--allow-all', 'settings.test.mjs'],
  },
}
const unknown = chosen.filter((name) => !Object.hasOwn(runners, name))
if (unknown.length > 0) throw new Error(`no runners: ${unknown.join(', ')}`)

const packed = mkdtempSync(join(tmpdir(), 'pinnace-packed-'))
try {
  const tarballs = await packAll(packed)
  const results = []
  for (const name of Object.keys(runners).filter((one) => chosen.length === 0 || chosen.includes(one))) {
    results.push([name, await judgeRunner(name, runners[name], tarballs)])
  }
  for (const [name, result] of results) console.log(`${name}: ${result}`)
  if (results.some(([, result]) => result === 'FAILED')) process.exitCode = 1
} finally {
  rmSync(packed, { recursive: true, force: true })
}

async function judgeRunner(name, { install = {}, setup, run, recipe }, tarballs) {
  const folder = mkdtempSync(join(tmpdir(), 'pinnace-runner-'))
  try {
    const packages = ['@pinnace/testing', 'pinnace', ...Object.keys(install)]
    const manifest = recipe?.manifest ?? {}
    try {
      await installOutside(folder, { manager: 'npm', packages, tarballs, versions: install, manifest })
    } catch (error) {
      console.error(String(error))
      return Object.keys(install).length === 0 ? 'FAILED' : 'not judged: it cannot be installed'
    }
    const suites = join(root, 'examples', 'test-runners', name)
    if (existsSync(suites)) cpSync(suites, folder, { recursive: true })
    if (recipe !== undefined) writeFileSync(join(folder, recipe.file), recipe.code)
    if (setup !== undefined) {
      spawnSync(process.execPath, [join(folder, 'node_modules', setup)], { cwd: folder, stdio: 'ignore' })
    }
    const [command, ...args] = run
    const { status } = spawnSync(command, args, { cwd: folder, stdio: 'inherit' })
    return status === 0 ? 'passed' : 'FAILED'
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
