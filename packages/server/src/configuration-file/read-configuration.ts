import { readFile } from 'node:fs/promises'
import { StatusError } from '@pinnace/meta'
import type { ConfigurationDocument } from '@pinnace/schema'
import { parseYaml } from '@pinnace/versioning'

const maxBytes = 1024 * 1024

/** The text of a configuration file. Rejects with an Error in the words of kube-apiserver. */
export async function readConfigurationText(file: string): Promise<string> {
  let bytes: Buffer
  try {
    bytes = await readFile(file)
  } catch (cause) {
    throw new Error(readProblem(file, cause), { cause })
  }
  if (bytes.length > maxBytes) throw new TypeError(`the file has more than ${maxBytes} bytes`)
  return bytes.toString('utf8')
}

/** The document of a text. Throws a TypeError for text that is no YAML. */
export function toDocument(text: string): ConfigurationDocument {
  if (text === '') throw new TypeError('empty config data')
  try {
    return { ...parseYaml(text), text }
  } catch (error) {
    throw error instanceof StatusError ? new TypeError(error.message, { cause: error }) : error
  }
}

function readProblem(file: string, error: unknown): string {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'ENOENT':
      return `open ${file}: no such file or directory`
    case 'EACCES':
      return `open ${file}: permission denied`
    case 'EISDIR':
      return `read ${file}: is a directory`
    default:
      return `read ${file}: ${(error as Error).message}`
  }
}
