// Changesets: a file in .changeset for each change that users notice, until it is released.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const form = /^---\n['"]?pinnace['"]?: (patch|minor|major)\n---\n+([\s\S]+)$/

/** The changesets of a repository, by name. Throws for one that is not in the form of .changeset/README.md. */
export function readChangesets(root) {
  const folder = join(root, '.changeset')
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((name) => name.endsWith('.md') && name !== 'README.md')
    .sort()
    .map((name) => ({ path: `.changeset/${name}`, ...parseChangeset(readFileSync(join(folder, name), 'utf8'), name) }))
}

/** The size and the text, on one line, of a changeset. */
export function parseChangeset(file, name) {
  const match = form.exec(file)
  if (match === null) throw new Error(`.changeset/${name} is not in the form of .changeset/README.md`)
  const [, size, body] = match
  const text = body.trim().replace(/\s*\n\s*/g, ' ')
  if (size === 'major' && !text.includes('You are affected if')) {
    throw new Error(`.changeset/${name}: a breaking change says "You are affected if …" and what to write instead`)
  }
  return { size, text }
}
