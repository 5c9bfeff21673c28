import { Buffer } from 'node:buffer'

/** The user to act as. */
export interface Impersonation {
  readonly user: string
  readonly uid?: string
  readonly groups?: readonly string[]
  readonly extra?: Readonly<Record<string, readonly string[]>>
}

/** The impersonation headers, one line for each value. */
// upstream: client-go/transport/round_trippers.go, impersonatingRoundTripper
export function impersonationHeaders(as: Impersonation | undefined): Record<string, string | readonly string[]> {
  if (as === undefined) return {}
  const headers: Record<string, string | readonly string[]> = { 'impersonate-user': bytes(as.user) }
  if (as.uid !== undefined) headers['impersonate-uid'] = bytes(as.uid)
  if (as.groups !== undefined && as.groups.length > 0) headers['impersonate-group'] = as.groups.map(bytes)
  for (const [key, values] of Object.entries(as.extra ?? {})) {
    headers[`impersonate-extra-${escapeKey(key)}`] = values.map(bytes)
  }
  return headers
}

// Header values are bytes: text is sent as UTF-8.
function bytes(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1')
}

// upstream: round_trippers.go, headerKeyEscape – what cannot stand in a header's name, and the percent sign, is %XX
function escapeKey(key: string): string {
  let escaped = ''
  for (const byte of Buffer.from(key, 'utf8')) {
    const character = String.fromCharCode(byte)
    const stays = byte < 128 && /[!#$&'*+\-.^_`|~0-9A-Za-z]/.test(character)
    escaped += stays ? character : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`
  }
  return escaped
}
