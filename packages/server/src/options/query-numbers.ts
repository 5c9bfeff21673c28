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
