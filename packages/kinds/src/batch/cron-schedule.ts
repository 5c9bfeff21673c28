import { parseDuration } from '@pinnace/meta'
import { offsetAt, nextTransition } from './time-zone.ts'

/** When something is due, again and again. */
export interface CronSchedule {
  /** The first time after `afterMs`, milliseconds since 1970; `undefined` where there is none within five years. */
  next(afterMs: number): number | undefined
}

/** The error of an invalid schedule, with the message of Kubernetes. */
export class CronError extends Error {
  override readonly name = 'CronError'
}

/** Options for {@link parseCronSchedule}. */
export interface CronOptions {
  /** A name of the IANA data base. @default 'UTC' */
  readonly timeZone?: string
}

interface Field {
  readonly min: number
  readonly max: number
  readonly names?: readonly string[]
}

const minutes: Field = { min: 0, max: 59 }
const hours: Field = { min: 0, max: 23 }
const days: Field = { min: 1, max: 31 }
const months: Field = {
  min: 1,
  max: 12,
  names: ['', 'jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'],
}
const weekdays: Field = { min: 0, max: 6, names: ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] }
const fields = [minutes, hours, days, months, weekdays] as const

const descriptors: ReadonlyMap<string, string> = new Map([
  ['@yearly', '0 0 1 1 *'],
  ['@annually', '0 0 1 1 *'],
  ['@monthly', '0 0 1 * *'],
  ['@weekly', '0 0 * * 0'],
  ['@daily', '0 0 * * *'],
  ['@midnight', '0 0 * * *'],
  ['@hourly', '0 * * * *'],
])

interface Moments {
  readonly values: ReadonlySet<number>
  /** Written with a star: it says nothing about which days are meant. */
  readonly isStar: boolean
}

/** Reads five fields, or a word such as `@daily` or `@every 1h`. Throws a {@link CronError}. In linear time. */
// upstream: robfig/cron/v3, parser.go and spec.go
export function parseCronSchedule(text: string, { timeZone = 'UTC' }: CronOptions = {}): CronSchedule {
  if (text === '') throw new CronError('empty spec string')
  if (text.startsWith('@every ')) return parseEvery(text)
  const spelled = text.startsWith('@') ? descriptors.get(text) : text
  if (spelled === undefined) throw new CronError(`unrecognized descriptor: ${text}`)
  const words = spelled.split(/\s+/).filter((word) => word !== '')
  if (words.length !== fields.length) {
    throw new CronError(`expected exactly ${fields.length} fields, found ${words.length}: [${words.join(' ')}]`)
  }
  const parsed = words.map((word, index) => parseField(word, fields[index]!)) as unknown as MomentsOfTime
  return { next: (afterMs) => nextInZone(parsed, timeZone, afterMs) }
}

type MomentsOfTime = readonly [minute: Moments, hour: Moments, day: Moments, month: Moments, weekday: Moments]

function parseEvery(text: string): CronSchedule {
  const written = text.slice('@every '.length)
  const durationMs = parseDuration(written)
  if (durationMs === undefined) {
    throw new CronError(`failed to parse duration ${text}: time: invalid duration ${JSON.stringify(written)}`)
  }
  const everyMs = Math.max(1000, durationMs - (durationMs % 1000))
  return { next: (afterMs) => afterMs - (afterMs % 1000) + everyMs }
}

function parseField(word: string, field: Field): Moments {
  const values = new Set<number>()
  let isStar = false
  for (const part of word.split(',').filter((one) => one !== '')) {
    if (parseRange(part, field, values)) isStar = true
  }
  return { values, isStar }
}

/** Adds the numbers of `1-5/2`, `*`, `3/10`; true where it is a star. */
function parseRange(text: string, { min, max, names }: Field, values: Set<number>): boolean {
  const [range = '', stepText, ...tooMuch] = text.split('/')
  const [low = '', high, ...more] = range.split('-')
  let isStar = low === '*' || low === '?'
  let start = min
  let end = max
  if (!isStar) {
    start = parseNumber(low, names)
    if (more.length > 0) throw new CronError(`too many hyphens: ${text}`)
    end = high === undefined ? start : parseNumber(high, names)
  }
  let step = 1
  if (tooMuch.length > 0) throw new CronError(`too many slashes: ${text}`)
  if (stepText !== undefined) {
    step = parseNumber(stepText)
    if (high === undefined) end = max
    if (step > 1) isStar = false
  }
  if (start < min) throw new CronError(`beginning of range (${start}) below minimum (${min}): ${text}`)
  if (end > max) throw new CronError(`end of range (${end}) above maximum (${max}): ${text}`)
  if (start > end) throw new CronError(`beginning of range (${start}) beyond end of range (${end}): ${text}`)
  if (step === 0) throw new CronError(`step of range should be a positive number: ${text}`)
  for (let value = start; value <= end; value += step) values.add(value)
  return isStar
}

function parseNumber(text: string, names?: readonly string[]): number {
  const named = text === '' ? -1 : (names?.indexOf(text.toLowerCase()) ?? -1)
  if (named >= 0) return named
  if (!/^[+-]?[0-9]{1,18}$/.test(text)) {
    throw new CronError(
      `failed to parse int from ${text}: strconv.Atoi: parsing ${JSON.stringify(text)}: invalid syntax`,
    )
  }
  const number = Number(text)
  if (number < 0) throw new CronError(`negative number (${number}) not allowed: ${text}`)
  return number
}

/** Walks from one change of the clock to the next: what a change skips does not happen, what it repeats happens again. */
function nextInZone(moments: MomentsOfTime, timeZone: string, afterMs: number): number | undefined {
  const endMs = afterMs + maxYears * 366 * dayMs
  for (let from = afterMs; from <= endMs;) {
    const offset = offsetAt(timeZone, from)
    const wall = nextMatch(moments, from + offset)
    const found = wall === undefined ? endMs + 1 : wall - offset
    const change = nextTransition(timeZone, from, found)
    if (change === undefined) return wall === undefined ? undefined : found
    // What is due at the very moment of the change is found from just before it.
    const there = offsetAt(timeZone, change)
    const first = nextMatch(moments, change + there - 1)
    if (first === change + there) return change
    from = change
  }
  return undefined
}

const maxYears = 5
const dayMs = 86_400_000

/** The first match after a wall time that is written as if it were UTC. */
function nextMatch(moments: MomentsOfTime, afterMs: number): number | undefined {
  const [minute, hour, , month] = moments
  const at = new Date(Math.floor(afterMs / 60_000) * 60_000 + 60_000)
  const lastYear = at.getUTCFullYear() + maxYears
  while (at.getUTCFullYear() <= lastYear) {
    if (!month.values.has(at.getUTCMonth() + 1)) {
      at.setUTCMonth(at.getUTCMonth() + 1, 1)
      at.setUTCHours(0, 0)
    } else if (!isDay(moments, at)) {
      at.setUTCDate(at.getUTCDate() + 1)
      at.setUTCHours(0, 0)
    } else if (!hour.values.has(at.getUTCHours())) at.setUTCHours(at.getUTCHours() + 1, 0)
    else if (!minute.values.has(at.getUTCMinutes())) at.setUTCMinutes(at.getUTCMinutes() + 1)
    else return at.getTime()
  }
  return undefined
}

// upstream: spec.go, dayMatches – where both are given, either will do.
function isDay([, , day, , weekday]: MomentsOfTime, at: Date): boolean {
  const isDayOfMonth = day.values.has(at.getUTCDate())
  const isWeekday = weekday.values.has(at.getUTCDay())
  return day.isStar || weekday.isStar ? isDayOfMonth && isWeekday : isDayOfMonth || isWeekday
}
