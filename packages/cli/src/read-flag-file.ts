import { readFile } from 'node:fs/promises'

/** Reads and parses the file of a flag. Throws an Error as {@link fromFile} does. */
export function readFlagFile<T>(flag: string, path: string, parse: (text: string) => Promise<T> | T): Promise<T> {
  return fromFile(flag, path, async () => parse(await readFile(path, 'utf8')))
}

/**
 * Returns the result of `read`, which reads the file of a flag. Throws an Error whose message begins with the flag and
 * names the file; a TypeError where the content of the file is invalid.
 */
export async function fromFile<T>(flag: string, path: string, read: () => Promise<T> | T): Promise<T> {
  try {
    return await read()
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    const message = `--${flag}: ${reason.includes(path) ? '' : `${path}: `}${reason}`
    throw cause instanceof TypeError ? new TypeError(message, { cause }) : new Error(message, { cause })
  }
}
