// Runs the suites of examples/test-runners, and the recipes of docs/guide/test-runners.md, with the test runners of the npm
// registry, against the built packages: mocha, jest with CommonJS and ES modules, Bun and Deno, beside node:test. A runner
// that cannot be installed is reported as not judged. Arguments name runners: `npm run conformance:runners -- jest bun`.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { recipes } from './recipes.mjs'

const root = join(import.meta.dirname, '..', '..')
const chosen = process.argv.slice(2)

/** Packages of npm, the command that runs the suite of a folder, and the recipe of the page, if there is one. */
const runners = {
  'node-test': { run: [process.execPath, '--test'], recipe: recipes.nodeTest },
  mocha: { install: ['mocha@11'], run: ['npx', 'mocha', '--timeout=60000', '*.mjs'], recipe: recipes.mocha },
  jest: { install: ['jest@30'], run: ['npx', 'jest'], recipe: recipes.jestCommonJs },
  'jest-esm': { install: ['jest@30'], run: ['npm', 'test'], recipe: recipes.jestModules },
  // Their install scripts, which npm may not run, put the program in its place.
  bun: { install: ['bun@1'], setup: 'bun/install.js', run: ['npx', 'bun', 'test'] },
  deno: {
    install: ['deno@2'],
    setup: 'deno/install.cjs',
    run: ['npx', 'deno', 'test', '--no-check', '--allow-all', 'settings.test.mjs'],
  },
}
/** Runners without a suite of their own in examples: the recipe is all there is. */
const withoutExample = new Set(['jest-esm'])

const built = spawnSync(process.execPath, [join(root, 'scripts', 'build.mjs'), '--quiet', '--code-only'], {
  stdio: 'inherit',
})
process.exitCode = built.status === 0 ? judge() : 1

function judge() {
  const names = Object.keys(runners).filter((name) => chosen.length === 0 || chosen.includes(name))
  const results = names.map((name) => [name, judgeRunner(name, runners[name])])
  for (const [name, result] of results) console.log(`${name}: ${result}`)
  return results.some(([, result]) => result === 'FAILED') ? 1 : 0
}

function judgeRunner(name, { install = [], setup, run, recipe }) {
  const folder = mkdtempSync(join(tmpdir(), 'pinnace-runner-'))
  try {
    if (!withoutExample.has(name)) {
      cpSync(join(root, 'examples', 'test-runners', name), folder, { recursive: true })
    }
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'suite', private: true, ...recipe?.manifest }))
    if (recipe !== undefined) writeFileSync(join(folder, recipe.file), recipe.code)
    if (install.length > 0) {
      const args = ['install', '--no-audit', '--no-fund', ...install]
      const { status } = spawnSync('npm', args, { cwd: folder, stdio: 'ignore' })
      if (status !== 0) return 'not judged: it cannot be installed'
    }
    if (setup !== undefined) {
      spawnSync(process.execPath, [join(folder, 'node_modules', setup)], { cwd: folder, stdio: 'ignore' })
    }
    linkPackages(join(folder, 'node_modules'))
    const [command, ...args] = run
    const { status } = spawnSync(command, args, { cwd: folder, stdio: 'inherit', shell: command === 'npx' })
    return status === 0 ? 'passed' : 'FAILED'
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function linkPackages(modules) {
  mkdirSync(join(modules, '@pinnace'), { recursive: true })
  symlinkSync(join(root, 'packages', 'testing'), join(modules, '@pinnace', 'testing'))
  symlinkSync(join(root, 'packages', 'pinnace'), join(modules, 'pinnace'))
}
