/** A level of the Pod Security Standards. */
export type Level = 'privileged' | 'baseline' | 'restricted'

const levels: readonly string[] = ['privileged', 'baseline', 'restricted'] satisfies Level[]

/** A level in a version of the standards. */
export interface LevelVersion {
  readonly level: Level
  /** The minor version; Infinity for `latest`. */
  readonly minor: number
}

/** The message for an invalid level. */
export const levelMessage: string = `must be one of ${levels.join(', ')}`

/** The message for an invalid version. */
export const versionMessage = 'must be "latest" or "v1.x"'

/** Parses a level; undefined if it is invalid. */
export function parseLevel(text: string): Level | undefined {
  return levels.includes(text) ? (text as Level) : undefined
}

/** Parses `v1.x` to its minor version, and `latest` to Infinity; undefined for other text. */
export function parseVersion(text: string): number | undefined {
  if (text === 'latest') return Infinity
  const digits = /^v1\.(0|[1-9][0-9]*)$/.exec(text)?.[1]
  const minor = digits === undefined ? undefined : Number(digits)
  return Number.isSafeInteger(minor) ? minor : undefined
}

/** Formats a version: `v1.25` or `latest`. */
export function formatVersion(minor: number): string {
  return minor === Infinity ? 'latest' : `v1.${minor}`
}

/** Formats a level and version: `restricted:v1.25`. */
export function formatLevelVersion({ level, minor }: LevelVersion): string {
  return `${level}:${formatVersion(minor)}`
}

/** Whether `left` is not stricter than `right`. */
export function isAtMost(left: Level, right: Level): boolean {
  return levels.indexOf(left) <= levels.indexOf(right)
}

/** Whether level and version are equal. */
export function isSame(left: LevelVersion, right: LevelVersion): boolean {
  return left.level === right.level && left.minor === right.minor
}
