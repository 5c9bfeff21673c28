import type { FieldErrors } from '@pinnace/meta'

const maxBytes = 128

/**
 * The parameter `fieldManager`; empty if unset, which an apply refuses (`verbs/apply.ts`). Adds an error if it is too
 * long, and one for each character that Go does not print. Each error prints the whole name: of one that is too long, only
 * the first such character is reported.
 */
// upstream: apimachinery/pkg/apis/meta/v1/validation, ValidateFieldManager – the position counts bytes.
export function readFieldManager(query: URLSearchParams, errors: FieldErrors): string {
  const name = query.get('fieldManager') ?? ''
  // Most names of managers are ASCII, and the classes of Unicode take long.
  if (name.length <= maxBytes && /^[\x20-\x7e]*$/.test(name)) return name
  const isTooLong = Buffer.byteLength(name) > maxBytes
  if (isTooLong) errors.tooLong('fieldManager', maxBytes)
  for (const { 0: character, index } of name.matchAll(/[\p{C}\p{Zl}\p{Zp}]|(?! )\p{Zs}/gu)) {
    const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')
    const position = Buffer.byteLength(name.slice(0, index))
    errors.invalid('fieldManager', name, `invalid character U+${code} (at position ${position})`)
    if (isTooLong) break
  }
  return name
}

/** The field manager of a request: the one the client specified, or else the first part of its user agent. */
// upstream: endpoints/handlers/create.go, managerOrUserAgent and prefixFromUserAgent
export function managerOf(
  { userAgent }: { readonly userAgent: string },
  { fieldManager }: { readonly fieldManager: string },
): string {
  return fieldManager === '' ? userAgent : fieldManager
}

const plainAgent = /^[\x20-\x7e]{1,128}$/

/** The first part of a user agent: at most 128 bytes, without unprintable characters. @default 'unknown' */
export function managerFromUserAgent(userAgent: string | undefined): string {
  const agent = userAgent ?? ''
  const slash = agent.indexOf('/')
  const first = slash < 0 ? agent : agent.slice(0, slash)
  if (plainAgent.test(first)) return first
  let manager = ''
  for (const character of first) {
    if (!/[\p{L}\p{M}\p{N}\p{P}\p{S} ]/u.test(character)) continue
    if (Buffer.byteLength(manager + character) > 128) break
    manager += character
  }
  return manager === '' ? 'unknown' : manager
}
