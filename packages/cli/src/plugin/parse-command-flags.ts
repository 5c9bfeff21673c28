import { FlagError } from '../flags/flag.ts'
import { suggest } from '../help/suggest.ts'

/** What a command was given. */
export interface ParsedCommand<Name extends string> {
  /** The values of flags; those that were not given are undefined. */
  readonly values: Readonly<Partial<Record<Name, string>>>
  readonly positionals: readonly string[]
}

/** Parses flags that take a value, as `--name VALUE` or `--name=VALUE`. Throws a FlagError for others. */
export function parseCommandFlags<Name extends string>(
  args: readonly string[],
  names: readonly Name[],
): ParsedCommand<Name> | 'help' {
  const values: Partial<Record<Name, string>> = {}
  const positionals: string[] = []
  const rest = [...args]
  for (let argument = rest.shift(); argument !== undefined; argument = rest.shift()) {
    if (argument === '--help' || argument === '-h') return 'help'
    if (!argument.startsWith('-')) {
      positionals.push(argument)
      continue
    }
    const equals = argument.indexOf('=')
    const spelled = equals === -1 ? argument : argument.slice(0, equals)
    const name = names.find((candidate) => spelled === `--${candidate}`)
    if (name === undefined) {
      const known = names.map((candidate) => `--${candidate}`)
      throw new FlagError(`unknown flag: ${spelled}${suggest(spelled, known)}`)
    }
    const value = equals === -1 ? rest.shift() : argument.slice(equals + 1)
    if (value === undefined || value === '') throw new FlagError(`${spelled} needs a value`)
    values[name] = value
  }
  return { values, positionals }
}
