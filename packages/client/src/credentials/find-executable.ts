import { constants } from 'node:fs'
import { access, stat } from 'node:fs/promises'
import { delimiter, isAbsolute, join, sep } from 'node:path'

/**
 * The file a command names: itself where it is a path, else what is first found on `searchPath`. `undefined` where there
 * is none, and where it lies below the working directory: whoever may write there would be run.
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
