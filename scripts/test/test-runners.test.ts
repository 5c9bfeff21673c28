import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { root } from '../workspace.mjs'
import { bundleProgram, type BundledProgram } from './bundle-program.ts'

let program: BundledProgram
let folder: string

// The package as it is built: its entry is dist/index.js.
beforeAll(async () => {
  program = await bundleProgram("export * from './packages/testing/src/index.ts'")
  folder = mkdtempSync(join(tmpdir(), 'pinnace-runners-'))
  const kit = join(folder, 'node_modules', '@pinnace', 'testing')
  mkdirSync(join(kit, 'dist'), { recursive: true })
  copyFileSync(join(root, 'packages/testing/package.json'), join(kit, 'package.json'))
  copyFileSync(join(root, 'packages/testing/jest.cjs'), join(kit, 'jest.cjs'))
  writeFileSync(join(kit, 'dist', 'index.js'), `export * from ${JSON.stringify(program.file)}\n`)
}, 120_000)

afterAll(() => {
  rmSync(folder, { recursive: true })
  program[Symbol.dispose]()
})

function run(args: readonly string[]): { readonly status: number | null; readonly text: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' })
  return { status, text: stdout + stderr }
}

it('runs the suite of node:test', { timeout: 300_000 }, () => {
  copyFileSync(join(root, 'examples/test-runners/node-test/settings.test.mjs'), join(folder, 'settings.test.mjs'))
  const { status, text } = run(['--test', '--test-reporter=tap', 'settings.test.mjs'])
  expect(text).toContain('# pass 2')
  expect(status).toBe(0)
})

// As jest runs tests: their `require` does not load ES modules, and their globals are those of another context.
const asInJest = `
const { readFileSync } = require('node:fs')
const { createContext, runInContext } = require('node:vm')
const file = require.resolve('@pinnace/testing/jest')
const context = createContext({ process })
const wrapped = runInContext('(function (module, __filename, require) {' + readFileSync(file, 'utf8') + '\\n})', context)
const loaded = { exports: {} }
wrapped(loaded, file, () => { throw new Error('an ES module') })
loaded.exports.createTestServer().then(async (server) => {
  await server.close()
  console.log('loaded', typeof loaded.exports.testMatchers.toBeStatus)
})
`

it('is loaded by CommonJS tests of jest', { timeout: 300_000 }, () => {
  writeFileSync(join(folder, 'jest.cjs'), asInJest)
  expect(run(['jest.cjs']).text).toContain('loaded function')
})
