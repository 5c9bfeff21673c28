import { readFile } from 'node:fs/promises'

/** Reads and parses the file of a flag. Throws an Error whose message begins with the flag. */
export function readFlagFile<T>(flag: string, path: string, parse: (text: string) => Promise<T> | T): Promise<T> {
  return fromFile(flag, async () => parse(await readFile(path, 'utf8')))
}

/** Returns the result of `read`. Throws an Error whose message begins with the flag. */
export async function fromFile<T>(flag: string, read: () => Promise<T> | T): Promise<T> {
  try {
    return await read()
  } catch (cause) {
    throw new Error(`--${flag}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
  }
}
