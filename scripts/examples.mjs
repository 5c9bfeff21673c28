// The code in the pages: every ```ts block is a whole program, and a test runs it.
import { readFileSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { packageFolders, root } from './workspace.mjs'

/** The pages whose code is run, as paths from the root. */
export function pagesWithCode() {
  return [
    'README.md',
    ...readdirSync(join(root, 'docs', 'guide'))
      .sort()
      .map((name) => `docs/guide/${name}`),
    ...packageFolders().map((folder) => `packages/${folder}/README.md`),
  ].filter((page) => page.endsWith('.md') && blocksOf(page).length > 0)
}

/** Every block of a page in one of `languages`: the line it begins on, and its text. */
export function blocksOf(page, languages = ['ts']) {
  const blocks = []
  const lines = readFileSync(join(root, page), 'utf8').split('\n')
  for (let index = 0; index < lines.length; index++) {
    if (!languages.some((language) => lines[index] === `\`\`\`${language}`)) continue
    const end = lines.indexOf('```', index + 1)
    if (end === -1) throw new Error(`${page}:${index + 1}: the block has no end`)
    blocks.push({ line: index + 1, code: lines.slice(index + 1, end).join('\n') })
    index = end
  }
  return blocks
}

/** Where a block is written to be run: below its page, so that imports resolve as they do there. */
export function fileOf(page, line) {
  const name = page.replace(/\.md$/, '').replaceAll('/', '-').toLowerCase()
  return join(root, dirname(page), '.cache', `${name}-${line}.ts`)
}

/** The packages that the install lines of a page install. */
export function installedBy(page) {
  return blocksOf(page, ['sh'])
    .flatMap(({ code }) => code.split('\n'))
    .filter((line) => line.startsWith('npm install '))
    .flatMap((line) => line.split(' ').slice(2))
    .filter((word) => !word.startsWith('-'))
}

/** The packages that the code of a page imports, sorted. */
export function packagesImportedBy(page) {
  const specifiers = blocksOf(page, ['ts', 'js'])
    .flatMap(({ code }) => [...code.matchAll(/\b(?:from|import\(|import) ?'([^'.][^']*)'/g)].map((match) => match[1]))
    .filter((specifier) => !specifier.startsWith('node:'))
  return [...new Set(specifiers.map(packageOf))].sort()
}

function packageOf(specifier) {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')
}
