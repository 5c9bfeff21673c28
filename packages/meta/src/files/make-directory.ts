import { existsSync, mkdirSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/**
 * Creates a directory and its missing parents. Unlike the recursive `mkdir` of Node, it fails where the file system creates
 * none, such as `/proc`, instead of trying forever.
 */
export function makeDirectory(path: string, mode = 0o777): void {
  const missing: string[] = []
  for (let at = resolve(path); !existsSync(at); at = dirname(at)) missing.push(at)
  for (const directory of missing.toReversed()) createOne(directory, mode)
}

function createOne(path: string, mode: number): void {
  try {
    mkdirSync(path, { mode })
  } catch (error) {
    // Another process may have created it meanwhile.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}
