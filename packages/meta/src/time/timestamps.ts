/** Parses an RFC 3339 time to milliseconds, truncated; undefined for an invalid one. */
export function parseTime(text: string): number | undefined {
  const moment = parse(text)
  return moment === undefined ? undefined : moment.seconds * 1000 + Math.floor(moment.nanoseconds / 1_000_000)
}

/** Formats a time in whole seconds, UTC: `2006-01-02T15:04:05Z`. */
export function formatTime(ms: number): string {
  return `${formatSeconds(Math.floor(ms / 1000))}Z`
}

/** Parses an RFC 3339 time with six fractional digits to microseconds; undefined for an invalid one. */
export function parseMicroTime(text: string): bigint | undefined {
  const moment = parse(text)
  if (moment === undefined || moment.fraction.length !== 6) return undefined
  return BigInt(moment.seconds) * 1_000_000n + BigInt(moment.fraction)
}

/** Formats a time in microseconds, UTC: `2006-01-02T15:04:05.000000Z`. */
export function formatMicroTime(microseconds: bigint): string {
  const rest = BigInt.asUintN(64, ((microseconds % 1_000_000n) + 1_000_000n) % 1_000_000n)
  const seconds = (microseconds - rest) / 1_000_000n
  return `${formatSeconds(Number(seconds))}.${String(rest).padStart(6, '0')}Z`
}

/** The canonical text of a time, as the server returns it: whole seconds, UTC; undefined for an invalid one. */
// upstream: apimachinery/pkg/apis/meta/v1/time.go, UnmarshalJSON and MarshalJSON
export function canonicalTime(text: string): string | undefined {
  if (usual.test(text)) return text
  const moment = parse(text)
  if (moment === undefined) return undefined
  return moment.isCanonical ? text : `${formatSeconds(moment.seconds)}Z`
}

/** The canonical text of a time in microseconds; undefined for an invalid one. */
// upstream: apimachinery/pkg/apis/meta/v1/micro_time.go – the six digits are required.
export function canonicalMicroTime(text: string): string | undefined {
  const moment = parse(text)
  if (moment === undefined || moment.fraction.length !== 6) return undefined
  return `${formatSeconds(moment.seconds)}.${moment.fraction}Z`
}

/** A canonical time on a day that exists in every year. */
const usual =
  /^\d{4}-(?:(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])|(?:0[13-9]|1[0-2])-(?:29|30)|(?:0[13578]|1[02])-31)T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\dZ$/

interface Moment {
  /** Milliseconds since 1970, UTC. */
  readonly seconds: number
  readonly nanoseconds: number
  /** The fractional digits. */
  readonly fraction: string
  /** Whether the text is that of {@link canonicalTime}. */
  readonly isCanonical: boolean
}

// upstream: Go's time.Parse of RFC 3339 – an hour of one digit, a comma instead of a point, and an offset of up to
// 24:60 are accepted.
const form = /^(\d{4})-(\d{2})-(\d{2})T(\d{1,2}):(\d{2}):(\d{2})(?:[.,](\d+))?(?:Z|([+-])(\d{2}):(\d{2}))$/

function parse(text: string): Moment | undefined {
  const match = form.exec(text)
  if (match === null) return undefined
  const [, yearText, monthText, dayText, hourText, minuteText, secondText, fraction = '', sign] = match
  const year = Number(yearText)
  const month = Number(monthText)
  const day = Number(dayText)
  const hour = Number(hourText)
  const minute = Number(minuteText)
  const second = Number(secondText)
  if (month < 1 || month > 12 || day < 1 || day > daysIn(year, month) || hour > 23 || minute > 59 || second > 59) {
    return undefined
  }
  let offset = 0
  if (sign !== undefined) {
    const offsetHour = Number(match[9])
    const offsetMinute = Number(match[10])
    if (offsetHour > 24 || offsetMinute > 60) return undefined
    offset = (offsetHour * 60 + offsetMinute) * (sign === '-' ? -60 : 60)
  }
  return {
    seconds: daysSince1970(year, month, day) * 86_400 + hour * 3_600 + minute * 60 + second - offset,
    nanoseconds: fraction === '' ? 0 : Number(fraction.slice(0, 9).padEnd(9, '0')),
    fraction,
    isCanonical: fraction === '' && sign === undefined && hourText?.length === 2,
  }
}

const monthDays = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const

function daysIn(year: number, month: number): number {
  return month === 2 && isLeap(year) ? 29 : (monthDays[month - 1] ?? 0)
}

function isLeap(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
}

// Date.UTC takes the years 0 to 99 as 1900 to 1999, so days are counted with an offset of four centuries.
function daysSince1970(year: number, month: number, day: number): number {
  return Date.UTC(year + 400, month - 1, day) / 86_400_000 - 146_097
}

/** The second that was formatted last: a write formats the present several times. */
let last = { seconds: NaN, text: '' }

function formatSeconds(seconds: number): string {
  if (seconds !== last.seconds) last = { seconds, text: textOf(seconds) }
  return last.text
}

function textOf(seconds: number): string {
  const date = new Date(seconds * 1000)
  const year = date.getUTCFullYear()
  const yearText = year < 0 ? `-${String(-year).padStart(4, '0')}` : String(year).padStart(4, '0')
  const pad = (part: number): string => (part < 10 ? `0${part}` : String(part))
  const day = `${yearText}-${pad(date.getUTCMonth() + 1)}-${pad(date.getUTCDate())}`
  return `${day}T${pad(date.getUTCHours())}:${pad(date.getUTCMinutes())}:${pad(date.getUTCSeconds())}`
}
