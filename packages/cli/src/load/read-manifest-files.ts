import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { parseManifests, type Manifest } from '@pinnace/client'

const extensions = ['.yaml', '.yml', '.json']

/** Reads the manifests of files, and of directories with those below them, in the order of names. */
export async function readManifestFiles(paths: readonly string[]): Promise<readonly Manifest[]> {
  const manifests: Manifest[] = []
  for (const path of paths) {
    for (const file of await filesOf(path))
      manifests.push(...(await parseManifests(await readFile(file, 'utf8'), file)))
  }
  return manifests
}

async function filesOf(path: string): Promise<readonly string[]> {
  if (!(await stat(path)).isDirectory()) return [path]
  const entries = await readdir(path, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile() && extensions.some((extension) => entry.name.endsWith(extension)))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .toSorted()
}
