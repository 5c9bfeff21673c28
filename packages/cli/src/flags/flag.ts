import { parseDuration } from '@pinnace/meta'

/** A flag that cannot be understood. */
export class FlagError extends Error {
  override readonly name = 'FlagError'
}

/** One flag of the command: names as upstream's, in tables that parsing and `--help` read. */
export interface Flag<T> {
  readonly name: string
  readonly placeholder: string
  readonly help: string
  /** Alone it says yes; a value comes with an equals sign only. */
  readonly isSwitch?: boolean
  /** What to use instead: the flag should not be used any more, and says so when it is. */
  readonly deprecated?: string
  /** What it says, from its value and from what stood before it. Throws a {@link FlagError}. */
  readonly read: (value: string, before: Partial<T>) => Partial<T>
}

/** A number of milliseconds from a duration. */
export function readDuration(name: string, value: string): number {
  const durationMs = value === '0' ? 0 : parseDuration(value)
  if (durationMs === undefined || durationMs < 0) {
    throw new FlagError(`--${name} must be a duration such as 1m30s, not ${JSON.stringify(value)}`)
  }
  return durationMs
}

/** A whole number from 0 on. */
export function readCount(name: string, value: string): number {
  if (!/^\d{1,9}$/.test(value))
    throw new FlagError(`--${name} must be a number from 0 on, not ${JSON.stringify(value)}`)
  return Number(value)
}

/** Yes or no, in the spellings of the original. */
// upstream: strconv.ParseBool
export function readSwitch(name: string, value: string): boolean {
  if (['1', 't', 'T', 'TRUE', 'true', 'True'].includes(value)) return true
  if (['0', 'f', 'F', 'FALSE', 'false', 'False'].includes(value)) return false
  throw new FlagError(`--${name} must be true or false, not ${JSON.stringify(value)}`)
}

/** One of a few words. */
export function readOneOf<T extends string>(name: string, value: string, choices: readonly T[]): T {
  const found = choices.find((choice) => choice === value)
  if (found === undefined)
    throw new FlagError(`--${name} must be one of ${choices.join(', ')}, not ${JSON.stringify(value)}`)
  return found
}

/** Texts separated by commas, beside those of the same flag before. */
export function readList(value: string, before: readonly string[] | undefined): readonly string[] {
  return [...(before ?? []), ...value.split(',').map((item) => item.trim())]
}

/** An https URL, as it stands. */
export function readHttpsUrl(name: string, value: string): string {
  if (!URL.canParse(value) || new URL(value).protocol !== 'https:') {
    throw new FlagError(`--${name} must be an https URL, not ${JSON.stringify(value)}`)
  }
  return value
}
