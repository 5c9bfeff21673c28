import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { installedBy, packagesImportedBy } from '../examples.mjs'
import { manifestOf, packageFolders, root } from '../workspace.mjs'

const guides = readdirSync(join(root, 'docs/guide'))
  .filter((name) => name.endsWith('.md'))
  .map((name) => ({ page: `docs/guide/${name}`, own: 'pinnace' }))
const readmes = packageFolders().map((folder) => ({
  page: `packages/${folder}/README.md`,
  own: manifestOf(folder).name,
}))

describe.each([...guides, ...readmes])('$page', ({ page, own }) => {
  const lines = readFileSync(join(root, page), 'utf8').split('\n')

  it('begins with its install line', () => {
    expect(lines.slice(1, 4)).toEqual(['', '```sh', expect.stringMatching(/^npm install /)])
    expect(installedBy(page)).toContain(own)
  })

  it('installs every package that its code imports', () => {
    const installed = new Set(installedBy(page))
    expect(packagesImportedBy(page).filter((name) => !installed.has(name))).toEqual([])
  })
})

it('README.md installs what its code imports', () => {
  const installed = new Set(installedBy('README.md'))
  expect(packagesImportedBy('README.md').filter((name) => !installed.has(name))).toEqual([])
})
