/** How strict a policy is. */
export type Level = 'privileged' | 'baseline' | 'restricted'

const levels: readonly string[] = ['privileged', 'baseline', 'restricted'] satisfies Level[]

/** A level as one edition of the standards has it. */
export interface LevelVersion {
  readonly level: Level
  /** What stands after `v1.`; infinite for `latest`. */
  readonly minor: number
}

/** What is wrong with a level that is none. */
export const levelMessage: string = `must be one of ${levels.join(', ')}`

/** What is wrong with a version that is none. */
export const versionMessage = 'must be "latest" or "v1.x"'

/** The level of that name. */
export function parseLevel(text: string): Level | undefined {
  return levels.includes(text) ? (text as Level) : undefined
}

/** The minor version of `v1.x`, infinite for `latest`. */
export function parseVersion(text: string): number | undefined {
  if (text === 'latest') return Infinity
  const digits = /^v1\.(0|[1-9][0-9]*)$/.exec(text)?.[1]
  const minor = digits === undefined ? undefined : Number(digits)
  return Number.isSafeInteger(minor) ? minor : undefined
}

/** `v1.25` or `latest`. */
export function formatVersion(minor: number): string {
  return minor === Infinity ? 'latest' : `v1.${minor}`
}

/** `restricted:v1.25`. */
export function formatLevelVersion({ level, minor }: LevelVersion): string {
  return `${level}:${formatVersion(minor)}`
}

/** Whether the first is no stricter than the second. */
export function isAtMost(left: Level, right: Level): boolean {
  return levels.indexOf(left) <= levels.indexOf(right)
}

/** Whether both say the same word for word. */
export function isSame(left: LevelVersion, right: LevelVersion): boolean {
  return left.level === right.level && left.minor === right.minor
}
