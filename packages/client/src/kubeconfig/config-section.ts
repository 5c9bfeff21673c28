import { readFileSync } from 'node:fs'
import { isAbsolute, join, sep } from 'node:path'
import { Buffer } from 'node:buffer'

/** A section of a configuration file. Wrong fields throw a TypeError that names file and field. */
export interface ConfigSection {
  /** Its place, for errors: `/home/me/config: users["admin"].user`. */
  readonly where: string
  readonly isEmpty: boolean
  string(name: string): string | undefined
  boolean(name: string): boolean
  strings(name: string): readonly string[]
  section(name: string): ConfigSection | undefined
  sections(name: string): readonly ConfigSection[]
  /** Every member, each of which must be a string. */
  members(): Readonly<Record<string, string>>
  /** Every member, each of which must be a list of strings. */
  lists(): Readonly<Record<string, readonly string[]>>
  /** The unchecked value of a field. */
  value(name: string): unknown
  /** A path, relative to the directory of the file. */
  path(name: string): string | undefined
  /** A command; one that is a path is relative to the directory of the file. */
  command(name: string): string | undefined
  /** The text of `<name>-data` (base64) or of the file `<name>`; both together are an error. */
  data(name: string): string | undefined
  /** An error about this section. */
  error(message: string, cause?: unknown): TypeError
}

/** Options for {@link createConfigSection}. */
export interface ConfigSectionOptions {
  /** The name of the file in errors. */
  readonly file: string
  /** The directory that relative paths are relative to. */
  readonly directory: string
  /** The path of the section within the file; empty for the whole file. */
  readonly field: string
}

/** A section with the fields of `value`, which must be an object. */
export function createConfigSection(value: unknown, options: ConfigSectionOptions): ConfigSection {
  const { file, directory, field } = options
  const at = (name: string): string => (field === '' ? name : `${field}.${name}`)
  const error = (message: string, cause?: unknown): TypeError =>
    new TypeError(`${file}: ${message}`, cause === undefined ? undefined : { cause })
  if (!isObject(value)) throw error(`${field === '' ? 'the configuration' : field} must be an object`)
  const fields = new Map(Object.entries(value))
  const get = (name: string): unknown => {
    const found = fields.get(name)
    return found === null || found === '' ? undefined : found
  }
  const text = (found: unknown, name: string): string => {
    if (typeof found !== 'string') throw error(`${at(name)} must be a string`)
    return found
  }
  const below = (found: unknown, name: string): ConfigSection =>
    createConfigSection(found, { file, directory, field: at(name) })
  const list = (name: string): readonly unknown[] => {
    const found = get(name)
    if (found === undefined) return []
    if (!Array.isArray(found)) throw error(`${at(name)} must be a list`)
    return found
  }
  const resolve = (path: string): string => (isAbsolute(path) ? path : join(directory, path))
  const section: ConfigSection = {
    where: field === '' ? file : `${file}: ${field}`,
    isEmpty: fields.size === 0,
    value: get,
    string(name) {
      const found = get(name)
      return found === undefined ? undefined : text(found, name)
    },
    boolean(name) {
      const found = get(name)
      if (found === undefined) return false
      if (typeof found !== 'boolean') throw error(`${at(name)} must be true or false`)
      return found
    },
    strings: (name) => list(name).map((item, index) => text(item, `${name}[${index}]`)),
    section(name) {
      const found = get(name)
      return found === undefined ? undefined : below(found, name)
    },
    sections: (name) =>
      list(name).map((item, index) => {
        const named = isObject(item) && typeof item['name'] === 'string' ? JSON.stringify(item['name']) : index
        return below(item, `${name}[${named}]`)
      }),
    members: () => Object.fromEntries([...fields.keys()].map((name) => [name, section.string(name) ?? ''])),
    lists: () => Object.fromEntries([...fields.keys()].map((name) => [name, section.strings(name)])),
    path(name) {
      const found = section.string(name)
      return found === undefined ? undefined : resolve(found)
    },
    command(name) {
      const found = section.string(name)
      // upstream: clientcmd/loader.go, GetAuthInfoFileReferences – a bare name is looked for on PATH
      return found === undefined || !found.includes(sep) ? found : resolve(found)
    },
    data(name) {
      const inline = section.string(`${name}-data`)
      const path = section.path(name)
      if (inline !== undefined && path !== undefined) {
        throw error(`${at(`${name}-data`)} and ${at(name)} are both specified`)
      }
      if (inline !== undefined) return decodeBase64(inline, () => error(`${at(`${name}-data`)} is no base64`))
      if (path === undefined) return undefined
      try {
        return readFileSync(path, 'utf8')
      } catch (cause) {
        throw error(`unable to read ${at(name)} ${path}: ${(cause as Error).message}`, cause)
      }
    },
    error: (message, cause) => error(message, cause),
  }
  return section
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function decodeBase64(text: string, refuse: () => TypeError): string {
  const plain = text.replace(/\s+/g, '')
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(plain) || plain.length % 4 !== 0) throw refuse()
  return Buffer.from(plain, 'base64').toString('utf8')
}
