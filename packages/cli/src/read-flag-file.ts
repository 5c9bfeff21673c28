import { readFile } from 'node:fs/promises'

/** What a flag's file says. Throws an Error that begins with the flag. */
export function readFlagFile<T>(flag: string, path: string, parse: (text: string) => Promise<T> | T): Promise<T> {
  return fromFile(flag, async () => parse(await readFile(path, 'utf8')))
}

/** The outcome of `read`; what it throws begins with the flag. */
export async function fromFile<T>(flag: string, read: () => Promise<T> | T): Promise<T> {
  try {
    return await read()
  } catch (cause) {
    throw new Error(`--${flag}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
  }
}
