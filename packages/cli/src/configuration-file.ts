import { FlagError, type FlagDescription } from './flags/flag.ts'
import { suggest } from './help/suggest.ts'
import { readFlagFile } from './read-flag-file.ts'

/** The type of a configuration file. */
const configurationType: Readonly<Record<'apiVersion' | 'kind', string>> = Object.freeze({
  apiVersion: 'config.pinnace.dev/v1',
  kind: 'CommandConfiguration',
})

/**
 * Reads a configuration file into arguments, to be parsed before those of the command line, which so win. The file is YAML
 * or JSON with the type {@link configurationType}; `flags` has values by the names of flags. A list is a flag that is
 * repeated. Throws an Error that names the file and the path of an invalid value.
 */
export function readConfigurationFile(path: string, flags: readonly FlagDescription[]): Promise<readonly string[]> {
  return readFlagFile('config', path, async (text) => {
    const { load } = await import('js-yaml')
    return toArguments(load(text), flags)
  })
}

function toArguments(document: unknown, flags: readonly FlagDescription[]): readonly string[] {
  if (!isRecord(document)) throw new TypeError('the document must be an object')
  for (const [name, value] of Object.entries(configurationType)) {
    if (document[name] !== value) throw new TypeError(`${name} must be ${value}, not ${JSON.stringify(document[name])}`)
  }
  for (const name of Object.keys(document)) {
    if (!['apiVersion', 'kind', 'flags'].includes(name)) throw new TypeError(`unknown field ${name}`)
  }
  const values = document['flags'] ?? {}
  if (!isRecord(values)) throw new TypeError('flags must be an object')
  const known = flags.map(({ name }) => name).filter((name) => name !== 'config')
  return Object.entries(values).flatMap(([name, value]) => {
    if (!known.includes(name)) throw new TypeError(`unknown field flags.${name}${suggest(name, known)}`)
    const items = Array.isArray(value) ? value : [value]
    return items.map((item, index) => {
      if (['string', 'number', 'boolean'].includes(typeof item)) return `--${name}=${String(item)}`
      const at = Array.isArray(value) ? `flags.${name}[${index}]` : `flags.${name}`
      throw new TypeError(`${at} must be a string, a number, a boolean or a list of them`)
    })
  })
}

/** The JSON Schema of configuration files. */
export function configurationSchema(flags: readonly FlagDescription[]): object {
  const scalar = { type: ['string', 'number', 'boolean'] }
  const properties = flags
    .filter(({ name }) => name !== 'config')
    .map(({ name, help, isSwitch }) => [
      name,
      isSwitch === true
        ? { description: help, type: 'boolean' }
        : { description: help, anyOf: [scalar, { type: 'array', items: scalar }] },
    ])
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Configuration of the pinnace command',
    type: 'object',
    required: ['apiVersion', 'kind'],
    additionalProperties: false,
    properties: {
      apiVersion: { const: configurationType.apiVersion },
      kind: { const: configurationType.kind },
      flags: { type: 'object', additionalProperties: false, properties: Object.fromEntries(properties) },
    },
  }
}

/** The file of `--config` among arguments; the last one, where it is repeated. Throws {@link FlagError} without a value. */
export function configurationPath(args: readonly string[]): string | undefined {
  let path: string | undefined
  for (const [index, argument] of args.entries()) {
    const [, inline] = /^--?config(?:=([\s\S]*))?$/.exec(argument) ?? []
    if (!/^--?config(=|$)/.test(argument)) continue
    path = inline ?? args[index + 1]
    if (path === undefined || path === '') throw new FlagError('flag needs a value: --config')
  }
  return path
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
