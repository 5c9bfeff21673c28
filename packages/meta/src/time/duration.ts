import { Buffer } from 'node:buffer'

const largest = 2n ** 63n

const units: ReadonlyMap<string, bigint> = new Map([
  ['ns', 1n],
  ['us', 1_000n],
  ['\u00b5s', 1_000n],
  ['\u03bcs', 1_000n],
  ['ms', 1_000_000n],
  ['s', 1_000_000_000n],
  ['m', 60_000_000_000n],
  ['h', 3_600_000_000_000n],
])

/**
 * Parses a duration such as `1h2m3.5s` or `-100us` to milliseconds; undefined for an invalid one. Nanoseconds are exact up
 * to about fifty days; {@link canonicalDuration} is always exact.
 */
export function parseDuration(text: string): number | undefined {
  const nanoseconds = parse(text)
  return nanoseconds === undefined ? undefined : Number(nanoseconds) / 1_000_000
}

/** Why a text is no duration, in the words of Go. Only for a text that {@link parseDuration} refuses. */
// upstream: Go's time.ParseDuration – the first part that cannot be read; what has a number has no good unit.
export function durationError(text: string): string {
  let rest = text.replace(/^[+-]/, '')
  for (;;) {
    const [number = '', whole = '', fraction = ''] = /^(\d*)(?:\.(\d*))?/.exec(rest) ?? []
    if (whole === '' && fraction === '') break
    const [unit = ''] = /^[^\d.]*/.exec(rest.slice(number.length)) ?? []
    if (unit === '') return `time: missing unit in duration ${quoteBytes(text)}`
    if (!units.has(unit)) return `time: unknown unit ${quoteBytes(unit)} in duration ${quoteBytes(text)}`
    rest = rest.slice(number.length + unit.length)
  }
  return `time: invalid duration ${quoteBytes(text)}`
}

/** As package time quotes: bytes of other characters than ASCII are escaped. */
function quoteBytes(text: string): string {
  const escaped = Array.from(Buffer.from(text), (byte) => {
    const character = String.fromCodePoint(byte)
    if (byte < 0x20 || byte >= 0x7f) return `\\x${byte.toString(16).padStart(2, '0')}`
    return character === '"' || character === '\\' ? `\\${character}` : character
  })
  return `"${escaped.join('')}"`
}

/** Formats a duration: `1h2m3.5s`, `1m0s`, `1.5ms`, `0s`. */
export function formatDuration(ms: number): string {
  return format(BigInt(Math.round(ms * 1_000_000)))
}

/** The canonical text of a duration, as the server returns it; undefined for an invalid one. */
export function canonicalDuration(text: string): string | undefined {
  const nanoseconds = parse(text)
  return nanoseconds === undefined ? undefined : format(nanoseconds)
}

/** Formats an age for tables: `42s`, `5m12s`, `3h`, `3d4h`, `2y11d`; `<invalid>` for the future. */
// upstream: apimachinery/pkg/util/duration/duration.go, HumanDuration
export function humanDuration(ms: number): string {
  const seconds = Math.trunc(ms / 1000)
  if (seconds < -1) return '<invalid>'
  if (seconds < 0) return '0s'
  if (seconds < 120) return `${seconds}s`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 10) return two(minutes, 'm', seconds % 60, 's')
  if (minutes < 180) return `${minutes}m`
  const hours = Math.floor(minutes / 60)
  if (hours < 8) return two(hours, 'h', minutes % 60, 'm')
  if (hours < 48) return `${hours}h`
  const days = Math.floor(hours / 24)
  if (hours < 192) return two(days, 'd', hours % 24, 'h')
  if (days < 730) return `${days}d`
  const years = Math.floor(days / 365)
  return days < 2920 ? two(years, 'y', days % 365, 'd') : `${years}y`
}

/** The age, in milliseconds, up to which {@link humanDuration} of a younger one stays the same; 0 for the future. */
export function sameHumanDurationUntil(ms: number): number {
  if (ms < 0) return 0
  const unit = ms < 600_000 ? 1000 : ms < 480 * 60_000 ? 60_000 : ms < 192 * 3_600_000 ? 3_600_000 : 86_400_000
  return (Math.floor(ms / unit) + 1) * unit
}

function two(large: number, largeUnit: string, small: number, smallUnit: string): string {
  return small === 0 ? `${large}${largeUnit}` : `${large}${largeUnit}${small}${smallUnit}`
}

// upstream: Go's time.ParseDuration
function parse(text: string): bigint | undefined {
  let rest = text
  const isNegative = rest.startsWith('-')
  if (isNegative || rest.startsWith('+')) rest = rest.slice(1)
  if (rest === '0') return 0n
  if (rest === '') return undefined
  let sum = 0n
  const part = /(\d*)(?:\.(\d*))?([^\d.]+)/y
  while (part.lastIndex < rest.length) {
    const match = part.exec(rest)
    if (match === null) return undefined
    const [, whole = '', fraction = '', unitText = ''] = match
    const unit = units.get(unitText)
    if (unit === undefined || (whole === '' && fraction === '') || whole.length > 40) return undefined
    sum += BigInt(whole) * unit + fractionOf(fraction, unit)
    if (sum > largest) return undefined
  }
  if (isNegative) return -sum
  return sum === largest ? undefined : sum
}

/** Computes a fraction of a unit as Go does, in doubles. */
function fractionOf(digits: string, unit: bigint): bigint {
  let value = 0n
  let scale = 1
  for (const digit of digits) {
    const next = value * 10n + BigInt(digit)
    // Further digits do not change the result.
    if (next >= largest) break
    value = next
    scale *= 10
  }
  return BigInt(Math.trunc(Number(value) * (Number(unit) / scale)))
}

// upstream: Go's time.Duration.String
function format(nanoseconds: bigint): string {
  if (nanoseconds === 0n) return '0s'
  const sign = nanoseconds < 0n ? '-' : ''
  const size = nanoseconds < 0n ? -nanoseconds : nanoseconds
  if (size < 1_000n) return `${sign}${size}ns`
  if (size < 1_000_000n) return `${sign}${decimal(size, 3)}\u00b5s`
  if (size < 1_000_000_000n) return `${sign}${decimal(size, 6)}ms`
  const minute = 60_000_000_000n
  const seconds = `${decimal(size % minute, 9)}s`
  const minutes = size / minute
  if (minutes === 0n) return `${sign}${seconds}`
  return minutes < 60n ? `${sign}${minutes}m${seconds}` : `${sign}${minutes / 60n}h${minutes % 60n}m${seconds}`
}

function decimal(value: bigint, digits: number): string {
  const text = String(value).padStart(digits + 1, '0')
  let end = text.length
  while (end > text.length - digits && text.charCodeAt(end - 1) === 0x30) end--
  const whole = text.slice(0, text.length - digits)
  return end === text.length - digits ? whole : `${whole}.${text.slice(text.length - digits, end)}`
}
