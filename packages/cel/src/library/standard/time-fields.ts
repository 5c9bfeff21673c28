import { fail } from '../../values/failure.ts'
import { toInt } from '../../values/integers.ts'
import { divideDown, type CelTimestamp } from '../../values/time.ts'
import { durationType, intType, stringType, timestampType } from '../../values/type.ts'
import { declareFunction, memberOverload, type FunctionDeclaration, type Overload } from '../function.ts'

/** A part of a moment; the date has the fields of the time zone as if they were UTC. */
type Part = (date: Date, moment: CelTimestamp) => number

/** `getFullYear` and the like of timestamps and durations. */
export const timeFields: readonly FunctionDeclaration[] = [
  declareFunction('getFullYear', ...ofTimestamp('timestamp_to_year', (date) => date.getUTCFullYear())),
  declareFunction('getMonth', ...ofTimestamp('timestamp_to_month', (date) => date.getUTCMonth())),
  declareFunction('getDayOfYear', ...ofTimestamp('timestamp_to_day_of_year', dayOfYear)),
  declareFunction('getDayOfMonth', ...ofTimestamp('timestamp_to_day_of_month', (date) => date.getUTCDate() - 1)),
  declareFunction('getDate', ...ofTimestamp('timestamp_to_day_of_month_1_based', (date) => date.getUTCDate())),
  declareFunction('getDayOfWeek', ...ofTimestamp('timestamp_to_day_of_week', (date) => date.getUTCDay())),
  declareFunction(
    'getHours',
    ...ofTimestamp('timestamp_to_hours', (date) => date.getUTCHours()),
    ofDuration('duration_to_hours', 3_600_000_000_000n),
  ),
  declareFunction(
    'getMinutes',
    ...ofTimestamp('timestamp_to_minutes', (date) => date.getUTCMinutes()),
    ofDuration('duration_to_minutes', 60_000_000_000n),
  ),
  declareFunction(
    'getSeconds',
    ...ofTimestamp('timestamp_to_seconds', (date) => date.getUTCSeconds()),
    ofDuration('duration_to_seconds', 1_000_000_000n),
  ),
  declareFunction(
    'getMilliseconds',
    ...ofTimestamp('timestamp_to_milliseconds', (date) => date.getUTCMilliseconds()),
    memberOverload('duration_to_milliseconds', [durationType], intType, ({ nanos }) =>
      toInt((nanos / 1_000_000n) % 1000n),
    ),
  ),
]

function ofTimestamp(id: string, part: Part): readonly Overload[] {
  return [
    memberOverload(id, [timestampType], intType, (moment) => part(new Date(moment.toMillis()), moment)),
    memberOverload(`${id}_with_tz`, [timestampType, stringType], intType, (moment, zone) =>
      part(inZone(moment, zone), moment),
    ),
  ]
}

function ofDuration(id: string, unit: bigint): Overload {
  return memberOverload(id, [durationType], intType, ({ nanos }) => toInt(nanos / unit))
}

function dayOfYear(date: Date): number {
  const start = new Date(0)
  start.setUTCFullYear(date.getUTCFullYear(), 0, 1)
  return Math.floor((date.getTime() - start.getTime()) / 86_400_000)
}

/** The moment with the clock of a zone: a name of the IANA database or an offset such as `-08:00`. */
function inZone(moment: CelTimestamp, zone: string): Date {
  const millis = moment.toMillis()
  if (zone === '' || zone === 'UTC') return new Date(millis)
  const colon = zone.indexOf(':')
  if (colon === -1) return inNamedZone(moment, zone)
  const hours = offsetPart(zone.slice(0, colon))
  const minutes = offsetPart(zone.slice(colon + 1))
  const offset = zone.startsWith('-') ? hours * 60 - minutes : hours * 60 + minutes
  return new Date(millis + offset * 60_000)
}

function offsetPart(text: string): number {
  return /^[+-]?\d{1,6}$/.test(text) ? Number(text) : fail(`strconv.Atoi: parsing "${text}": invalid syntax`)
}

function inNamedZone(moment: CelTimestamp, zone: string): Date {
  const seconds = Number(divideDown(moment.nanos, 1_000_000_000n)) * 1000
  const parts = new Map<string, number>()
  for (const { type, value } of zoneFormat(zone).formatToParts(seconds)) parts.set(type, Number(value))
  const date = new Date(0)
  date.setUTCFullYear(parts.get('year') ?? 0, (parts.get('month') ?? 1) - 1, parts.get('day') ?? 1)
  date.setUTCHours(parts.get('hour') ?? 0, parts.get('minute') ?? 0, parts.get('second') ?? 0)
  date.setTime(date.getTime() + (moment.toMillis() - seconds))
  return date
}

function zoneFormat(zone: string): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
  } catch {
    return fail(`unknown time zone ${zone}`)
  }
}
