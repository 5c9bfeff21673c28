import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { blocksOf, fileOf, pagesWithCode } from '../examples.mjs'

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

// Its types are compared by `npm run check`, against the declarations that packages publish.
it('the pages have code', () => {
  expect(blocks.length).toBeGreaterThan(10)
})

for (const { name, file, code } of blocks) {
  if (code.includes(`from 'vitest'`)) describe(name, () => import(/* @vite-ignore */ file))
  else it(`runs ${name}`, () => import(/* @vite-ignore */ file))
}
