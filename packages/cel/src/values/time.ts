import { fail } from './failure.ts'
import { isInt64 } from './numbers.ts'

/** A moment: nanoseconds since 1970-01-01T00:00:00Z, from year 1 to year 9999. */
export class CelTimestamp {
  readonly nanos: bigint

  constructor(nanos: bigint) {
    this.nanos = nanos
  }

  /** The moment in milliseconds, rounded down. */
  toMillis(): number {
    return Number(divideDown(this.nanos, 1_000_000n))
  }

  /** The moment as RFC 3339 with as many digits as needed. */
  toString(): string {
    const seconds = divideDown(this.nanos, billion)
    const text = new Date(Number(seconds) * 1000).toISOString().slice(0, 19)
    const fraction = this.nanos - seconds * billion
    const digits = fraction === 0n ? '' : `.${String(fraction).padStart(9, '0').replace(/0+$/, '')}`
    return `${text}${digits}Z`
  }
}

/** A length of time in nanoseconds, at most about 292 years. */
export class CelDuration {
  readonly nanos: bigint

  constructor(nanos: bigint) {
    this.nanos = nanos
  }

  /** The length in seconds: `1.5s`. */
  toString(): string {
    const negative = this.nanos < 0n
    const magnitude = negative ? -this.nanos : this.nanos
    const fraction = magnitude % billion
    const digits = fraction === 0n ? '' : `.${String(fraction).padStart(9, '0').replace(/0+$/, '')}`
    return `${negative ? '-' : ''}${magnitude / billion}${digits}s`
  }
}

const billion = 1_000_000_000n
const minTimestamp = -62_135_596_800n * billion
const maxTimestamp = 253_402_300_800n * billion - 1n

/** A timestamp. @throws a failure where it is out of range */
export function timestampOf(nanos: bigint): CelTimestamp {
  return nanos < minTimestamp || nanos > maxTimestamp ? fail('timestamp overflow') : new CelTimestamp(nanos)
}

/** A duration. @throws a failure where it is out of range */
export function durationOf(nanos: bigint): CelDuration {
  return isInt64(nanos) ? new CelDuration(nanos) : fail('duration overflow')
}

const rfc3339 = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2}):(\d{2})(?:[.,](\d+))?(?:Z|([+-])(\d{2}):(\d{2}))$/

/** Reads RFC 3339 as Go does; undefined where the text is something else. */
export function parseTimestamp(text: string): bigint | undefined {
  const found = rfc3339.exec(text)
  if (!found) return undefined
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = found.slice(1, 7).map(Number)
  if (month < 1 || month > 12 || day < 1 || hour > 23 || minute > 59 || second > 59) return undefined
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  if (date.getUTCDate() !== day) return undefined
  date.setUTCHours(hour, minute, second)
  const offsetHours = Number(found[9] ?? 0)
  const offsetMinutes = Number(found[10] ?? 0)
  if (offsetHours > 23 || offsetMinutes > 59) return undefined
  const offset = (offsetHours * 60 + offsetMinutes) * (found[8] === '-' ? -60 : 60)
  const fraction = BigInt((found[7] ?? '').slice(0, 9).padEnd(9, '0'))
  return BigInt(date.getTime() / 1000 - offset) * billion + fraction
}

const unitNanos: ReadonlyMap<string, bigint> = new Map([
  ['ns', 1n],
  ['us', 1_000n],
  ['µs', 1_000n],
  ['μs', 1_000n],
  ['ms', 1_000_000n],
  ['s', billion],
  ['m', 60n * billion],
  ['h', 3_600n * billion],
])

/** Reads a duration as Go does: `1h30m`, `-1.5s`; undefined where the text is something else or too long a time. */
export function parseDuration(text: string): bigint | undefined {
  const negative = text.startsWith('-')
  const unsigned = text.replace(/^[+-]/, '')
  if (unsigned === '0') return 0n
  if (unsigned === '' || unsigned.length > 1000) return undefined
  const part = /(\d*)(?:\.(\d*))?(ns|us|µs|μs|ms|s|m|h)/y
  let total = 0n
  while (part.lastIndex < unsigned.length) {
    const found = part.exec(unsigned)
    if (!found) return undefined
    const [, whole = '', fraction = '', unit = ''] = found
    const scale = unitNanos.get(unit)
    if (scale === undefined || whole + fraction === '') return undefined
    const digits = fraction.slice(0, 18)
    total += BigInt(whole || '0') * scale
    total += (BigInt(digits || '0') * scale) / 10n ** BigInt(digits.length)
  }
  const nanos = negative ? -total : total
  return isInt64(nanos) ? nanos : undefined
}

/** Integer division that rounds down. */
export function divideDown(value: bigint, by: bigint): bigint {
  const quotient = value / by
  return value % by < 0n ? quotient - 1n : quotient
}
