import { constants } from 'node:fs'
import { access, stat } from 'node:fs/promises'
import { delimiter, isAbsolute, join, sep } from 'node:path'

/**
 * The executable of a command: the path itself, or the first match on `searchPath`. `undefined` where there
 * is none, and where the match depends on the working directory: anyone who can write there could run code.
 */
// upstream: os/exec, LookPath and ErrDot
export async function findExecutable(command: string, searchPath: string): Promise<string | undefined> {
  if (command.includes(sep)) return command
  for (const directory of searchPath === '' ? [] : searchPath.split(delimiter)) {
    const file = join(directory, command)
    if (await isExecutable(file)) return isAbsolute(directory) ? file : undefined
  }
  return undefined
}

async function isExecutable(file: string): Promise<boolean> {
  try {
    await access(file, constants.X_OK)
    return (await stat(file)).isFile()
  } catch {
    return false
  }
}
