import { parseDuration } from '@pinnace/meta'

/** An invalid flag. */
export class FlagError extends Error {
  override readonly name = 'FlagError'
}

/** Whether an error is a {@link FlagError}, also one of another bundle of this package. */
export function isFlagError(error: unknown): boolean {
  return error instanceof Error && error.name === 'FlagError'
}

/** What `--help` says of a flag. */
export interface FlagDescription {
  readonly name: string
  readonly placeholder: string
  readonly help: string
  /** A boolean flag: true without a value; a value needs an equals sign. */
  readonly isSwitch?: boolean
  /** Marks the flag as deprecated, and says what to use instead. */
  readonly deprecated?: string
}

/** One flag of the command. Parsing and `--help` use the tables of flags; names are those of kube-apiserver. */
export interface Flag<T> extends FlagDescription {
  /** The options for a value, given the options of the flags before it. Throws a {@link FlagError}. */
  readonly read: (value: string, before: Partial<T>) => Partial<T>
}

/** Parses a duration such as `1m30s` into milliseconds. */
export function readDuration(name: string, value: string): number {
  const durationMs = value === '0' ? 0 : parseDuration(value)
  if (durationMs === undefined || durationMs < 0) {
    throw new FlagError(`--${name} must be a duration such as 1m30s, not ${JSON.stringify(value)}`)
  }
  return durationMs
}

/** Parses a non-negative integer. */
export function readCount(name: string, value: string): number {
  if (!/^\d{1,9}$/.test(value))
    throw new FlagError(`--${name} must be a non-negative integer, not ${JSON.stringify(value)}`)
  return Number(value)
}

/** Parses a boolean. */
// upstream: strconv.ParseBool
export function readSwitch(name: string, value: string): boolean {
  if (['1', 't', 'T', 'TRUE', 'true', 'True'].includes(value)) return true
  if (['0', 'f', 'F', 'FALSE', 'false', 'False'].includes(value)) return false
  throw new FlagError(`--${name} must be true or false, not ${JSON.stringify(value)}`)
}

/** Returns the value when it is one of the choices. */
export function readOneOf<T extends string>(name: string, value: string, choices: readonly T[]): T {
  const found = choices.find((choice) => choice === value)
  if (found === undefined)
    throw new FlagError(`--${name} must be one of ${choices.join(', ')}, not ${JSON.stringify(value)}`)
  return found
}

/** Parses a comma-separated list, and appends it to the values of the same flag before. */
export function readList(value: string, before: readonly string[] | undefined): readonly string[] {
  return [...(before ?? []), ...value.split(',').map((item) => item.trim())]
}

/** Returns the value when it is an https URL. */
export function readHttpsUrl(name: string, value: string): string {
  if (!URL.canParse(value) || new URL(value).protocol !== 'https:') {
    throw new FlagError(`--${name} must be an https URL, not ${JSON.stringify(value)}`)
  }
  return value
}
