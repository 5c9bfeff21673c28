import { expect, it } from 'vitest'
import { installedBy, packagesImportedBy } from '../examples.mjs'
import { hasInstallLine, pagesToInstall } from '../install-lines.mjs'

// `npm run docs` writes them.
it('guides and package READMEs begin with an install line that names what their code imports', () => {
  const pages = pagesToInstall()
  expect(pages.length).toBeGreaterThan(40)
  expect(pages.filter((page) => !hasInstallLine(page)).map(({ page }) => page)).toEqual([])
})

it('README.md installs what its code imports', () => {
  const installed = new Set(installedBy('README.md'))
  expect(packagesImportedBy('README.md').filter((name) => !installed.has(name))).toEqual([])
})
