// The install lines that guides and package READMEs begin with; `npm run docs` writes those that are missing or too short.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { installedBy, packagesImportedBy } from './examples.mjs'
import { manifestOf, packageFolders, root } from './workspace.mjs'

/** Pages that begin with an install line, and the package that each is about. */
export function pagesToInstall() {
  const guides = readdirSync(join(root, 'docs', 'guide')).filter((name) => name.endsWith('.md'))
  return [
    ...guides.sort().map((name) => ({ page: `docs/guide/${name}`, own: 'pinnace' })),
    ...packageFolders().map((folder) => ({ page: `packages/${folder}/README.md`, own: manifestOf(folder).name })),
  ]
}

/** Whether a page begins with its install line, which names what its code imports. */
export function hasInstallLine({ page, own }) {
  const [, blank, fence, line = ''] = readFileSync(join(root, page), 'utf8').split('\n')
  const installed = new Set(installedBy(page))
  const begins = blank === '' && fence === '```sh' && line.startsWith('npm install ')
  return begins && [own, ...packagesImportedBy(page)].every((name) => installed.has(name))
}

/** Writes the install line of a page that has none. */
export function writeInstallLine({ page, own }) {
  if (hasInstallLine({ page, own })) return
  const others = packagesImportedBy(page).filter((name) => name !== own && name !== 'vitest')
  const lines = [`npm install ${[own, ...others].join(' ')}`]
  if (packagesImportedBy(page).includes('vitest')) lines.push('npm install --save-dev vitest')
  const text = readFileSync(join(root, page), 'utf8').replace(
    /^```sh\nnpm install .*\n(?:npm install .*\n)*```\n\n/m,
    '',
  )
  const start = text.indexOf('\n\n') + 2
  const block = ['```sh', ...lines, '```', '', ''].join('\n')
  writeFileSync(join(root, page), `${text.slice(0, start)}${block}${text.slice(start)}`)
}
