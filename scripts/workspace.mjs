// Where things are in the workspace; what the other scripts share.
import { readFileSync, readdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = join(dirname(fileURLToPath(import.meta.url)), '..')

/** The one version of the package manager that the lockfile was written by. */
export const packageManager = 'pnpm@12.21.0'

/** Folder names below packages/. */
export function packageFolders() {
  return readdirSync(join(root, 'packages'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort()
}

/** The manifest of a package. */
export function manifestOf(folder) {
  return JSON.parse(readFileSync(join(root, 'packages', folder, 'package.json'), 'utf8'))
}

/** Every file below a folder, as paths from the root; dist and node_modules left out. */
export function filesBelow(folder, ending) {
  const found = []
  walk(folder)
  return found

  function walk(path) {
    for (const name of readdirSync(join(root, path)).sort()) {
      if (name === 'node_modules' || name === 'dist' || name.startsWith('.')) continue
      const child = join(path, name)
      if (statSync(join(root, child)).isDirectory()) walk(child)
      else if (name.endsWith(ending)) found.push(child)
    }
  }
}
