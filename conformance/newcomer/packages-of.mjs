// The packages that a user who follows every page has installed.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { installedBy } from '../../scripts/examples.mjs'
import { root } from '../../scripts/workspace.mjs'

/** What a TypeScript project has beside its dependencies; the declarations of @kubernetes/client-node need those of ws. */
const tools = ['typescript', '@types/node', '@types/pg', '@types/ws', 'vitest']

/** The packages that the install lines of pages name, and the tools of a TypeScript project. */
export function packagesOf(pages) {
  return [...new Set([...pages.flatMap((page) => installedBy(page)), ...tools])].sort()
}

/** The versions of packages of other authors: those of the workspace. */
export function developmentVersions() {
  const text = readFileSync(join(root, 'pnpm-workspace.yaml'), 'utf8')
  const catalog = text.slice(text.indexOf('catalog:\n'), text.indexOf('\noverrides:'))
  return Object.fromEntries(
    [...catalog.matchAll(/^ {2}'?([^':\n]+)'?: (.+)$/gm)].map(([, name, version]) => [name, version]),
  )
}
