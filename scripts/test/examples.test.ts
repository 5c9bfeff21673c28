import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { blocksOf, fileOf, pagesWithCode } from '../examples.mjs'
import { root } from '../workspace.mjs'

const blocks = pagesWithCode().flatMap((page) =>
  blocksOf(page).map(({ line, code }) => ({ name: `${page}:${line}`, file: fileOf(page, line), code })),
)
for (const { file, code } of blocks) {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, `${code}\nexport {}\n`)
}
vi.spyOn(console, 'log').mockImplementation(() => {})
afterAll(() => {
  vi.restoreAllMocks()
  for (const { file } of blocks) rmSync(file, { force: true })
})

describe('the code of the pages', () => {
  it('is there', () => {
    expect(blocks.length).toBeGreaterThan(10)
  })

  it('has the right types', { timeout: 200_000 }, () => {
    const config = join(root, 'node_modules', '.cache', 'examples.tsconfig.json')
    mkdirSync(dirname(config), { recursive: true })
    const compilerOptions = { incremental: false, tsBuildInfoFile: null, noPropertyAccessFromIndexSignature: false }
    const files = blocks.map(({ file }) => file)
    writeFileSync(
      config,
      JSON.stringify({ extends: join(root, 'tsconfig.tests.json'), compilerOptions, include: [], files }),
    )
    const { stdout, status } = spawnSync(join(root, 'node_modules', '.bin', 'tsc'), ['-p', config], {
      cwd: root,
      encoding: 'utf8',
      timeout: 180_000,
    })
    expect(stdout).toBe('')
    expect(status).toBe(0)
  })
})

for (const { name, file, code } of blocks) {
  if (code.includes(`from 'vitest'`)) describe(name, () => import(/* @vite-ignore */ file))
  else it(`runs ${name}`, () => import(/* @vite-ignore */ file))
}
