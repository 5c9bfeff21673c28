import { Buffer } from 'node:buffer'
import { readFileSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'

/** An object of a configuration file. */
export type Fields = Readonly<Record<string, unknown>>

/** Reads a file that a configuration names, as text. */
export type ReadNamedFile = (path: string) => string

/** Parses a configuration file. */
export async function parseConfiguration(text: string): Promise<Fields> {
  const { load } = await import('js-yaml')
  let value: unknown
  try {
    value = load(text)
  } catch (cause) {
    throw new TypeError('the configuration is not YAML', { cause })
  }
  return object(value, 'the configuration')
}

/** Returns a reader of files; relative paths are resolved in `directory`. */
export function readerIn(directory: string): ReadNamedFile {
  return (path) => readFileSync(isAbsolute(path) ? path : join(directory, path), 'utf8')
}

/** PEM data of the configuration, or of a file that it names. */
export function pem(fields: Fields, name: string, file: ReadNamedFile): string | undefined {
  const data = string(fields, `${name}-data`)
  if (data !== undefined) return Buffer.from(data, 'base64').toString('utf8')
  const path = string(fields, name)
  return path === undefined ? undefined : file(path)
}

/** Throws a TypeError for members that are not supported, unless they are empty. */
export function refuse(fields: Fields, called: string, names: readonly string[]): void {
  for (const name of names) {
    const value = fields[name]
    if (value !== undefined && value !== null && value !== '') {
      throw new TypeError(`${called}.${name} is not supported in the configuration of a remote service`)
    }
  }
}

/** Returns the value if it is an object, and throws a TypeError otherwise. */
export function object(value: unknown, called: string): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new TypeError(`${called} must be an object`)
  }
  return value as Fields
}

/** A string member; an empty one counts as absent. Throws a TypeError for another type. */
export function string(fields: Fields, name: string): string | undefined {
  const value = fields[name]
  if (value === undefined || value === null || value === '') return undefined
  if (typeof value !== 'string') throw new TypeError(`${name} must be a string`)
  return value
}
