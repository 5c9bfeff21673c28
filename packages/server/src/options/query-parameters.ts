import { badRequest, quote } from '@pinnace/meta'

const largest = 2n ** 63n - 1n

/** A 64-bit integer in the query; undefined if it is absent. Throws 400 for anything else. */
// upstream: apimachinery/pkg/runtime/conversion.go, Convert_Slice_string_To_int64, which is strconv.ParseInt
export function readInteger(query: URLSearchParams, name: string): number | undefined {
  const text = query.get(name)
  if (text === null) return undefined
  const value = /^[+-]?\d{1,100}$/.test(text) ? BigInt(text.startsWith('+') ? text.slice(1) : text) : undefined
  if (value === undefined) throw badRequest(`strconv.ParseInt: parsing ${quote(text)}: invalid syntax`)
  if (value > largest || value < -largest - 1n) {
    throw badRequest(`strconv.ParseInt: parsing ${quote(text)}: value out of range`)
  }
  return Number(value)
}

/** A boolean parameter; false without it. */
export function readBoolean(query: URLSearchParams, name: string): boolean {
  const text = query.get(name)
  return text !== null && isTrue(text)
}

/** The value of a boolean parameter: true unless it is `0` or `false`; an empty value is true. */
// upstream: apimachinery/pkg/conversion/queryparams, runtime.Convert_Slice_string_To_bool
export function isTrue(text: string): boolean {
  return text !== '0' && text.toLowerCase() !== 'false'
}
