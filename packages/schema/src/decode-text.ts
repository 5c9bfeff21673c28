import { canonicalMicroTime, canonicalQuantity, canonicalTime, canonicalDuration, quantityError } from '@pinnace/meta'
import { DecodeError } from './decode-error.ts'
import { goTimeError, microTimeLayout, timeLayout } from './go-time-error.ts'

// Values with a text form of their own: parsed, and formatted as Go formats them.

/** `500m`; a number is read as its text. */
// upstream: apimachinery/pkg/api/resource/quantity.go, UnmarshalJSON and ParseQuantity
export function decodeQuantity(value: unknown): string {
  if (typeof value === 'string' && isPlainQuantity(value)) return value
  const text =
    typeof value === 'string'
      ? value.trim()
      : typeof value === 'number' || typeof value === 'bigint'
        ? String(value)
        : typeof value === 'symbol'
          ? (value.description ?? '')
          : ''
  const canonical = canonicalQuantity(text)
  if (canonical === undefined) throw new DecodeError(quantityError(text) ?? text)
  return canonical
}

/** Whole seconds; `null` for the zero time. */
// upstream: apimachinery/pkg/apis/meta/v1/time.go, UnmarshalJSON
export function decodeTime(value: string): string | null {
  const canonical = canonicalTime(value)
  if (canonical === undefined) throw new DecodeError(goTimeError(value, timeLayout))
  return canonical === '0001-01-01T00:00:00Z' ? null : canonical
}

/** Microseconds; `null` for the zero time. */
// upstream: apimachinery/pkg/apis/meta/v1/micro_time.go, UnmarshalJSON
export function decodeMicroTime(value: string): string | null {
  const canonical = canonicalMicroTime(value)
  if (canonical === undefined) throw new DecodeError(goTimeError(value, microTimeLayout))
  return canonical === '0001-01-01T00:00:00.000000Z' ? null : canonical
}

/** `1h2m0s`. */
// upstream: apimachinery/pkg/apis/meta/v1/duration.go, UnmarshalJSON
export function decodeDuration(value: string): string {
  const canonical = canonicalDuration(value)
  if (canonical === undefined) throw new DecodeError(`time: invalid duration ${JSON.stringify(value)}`)
  return canonical
}

/** Padded base64; line ends within are forgiven, and gone afterwards. */
// upstream: encoding/base64, StdEncoding
export function decodeBytes(text: string): string {
  const bytes = Buffer.from(text, 'base64').toString('base64')
  if (bytes === text) return text
  const at = base64Fault(text)
  if (at !== undefined) throw new DecodeError(`illegal base64 data at input byte ${at}`)
  return bytes
}

/** `500m`, `128Mi`, `2`: up to three digits without a leading zero are canonical whatever the suffix, and nearly all there is. */
export function isPlainQuantity(text: string): boolean {
  const first = text.charCodeAt(0)
  if (!(first >= 49 && first <= 57)) return false
  let at = 1
  while (at < 3 && isDigit(text.charCodeAt(at))) at++
  if (at === text.length) return true
  const suffix = text.charCodeAt(at)
  if (at + 1 === text.length) return suffix === 109 || suffix === 107 || suffix === 77 || suffix === 71
  return at + 2 === text.length && text.charCodeAt(at + 1) === 105 && (suffix === 75 || suffix === 77 || suffix === 71)
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57
}

/** Byte at which a base64 decoder gives up, or undefined where it does not. */
function base64Fault(text: string): number | undefined {
  const input = Buffer.from(text, 'utf8')
  let digits = 0
  let at = 0
  const skipLineEnds = (): void => {
    while (input[at] === 10 || input[at] === 13) at++
  }
  for (; ; at++) {
    skipLineEnds()
    const byte = input[at]
    // Input that ends within a group is a fault at the last whole group's end, counted in what was read.
    if (byte === undefined) return digits % 4 === 0 ? undefined : at - (digits % 4)
    if (byte === 61) break
    if (!isBase64Digit(byte)) return at
    digits++
  }
  const place = digits % 4
  if (place < 2) return at
  at++
  if (place === 2) {
    skipLineEnds()
    if (input[at] === undefined) return at
    if (input[at] !== 61) return at - 1
    at++
  }
  skipLineEnds()
  return at < input.length ? at : undefined
}

function isBase64Digit(byte: number): boolean {
  return (byte >= 65 && byte <= 90) || (byte >= 97 && byte <= 122) || isDigit(byte) || byte === 43 || byte === 47
}
