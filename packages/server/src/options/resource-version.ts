import { badRequest } from '@pinnace/meta'

const largest = 0xffff_ffff_ffff_ffffn

/** Parses a resourceVersion. Throws 400 unless it is an unsigned 64-bit decimal number. */
// upstream: storage/versioner.go, ParseResourceVersion
export function parseResourceVersion(text: string): bigint {
  const revision = /^\d{1,20}$/.test(text) ? BigInt(text) : undefined
  if (revision !== undefined && revision <= largest) return revision
  const why = revision === undefined ? 'invalid syntax' : 'value out of range'
  const quoted = JSON.stringify(text)
  throw badRequest(`resourceVersion: Invalid value: ${quoted}: strconv.ParseUint: parsing ${quoted}: ${why}`)
}
