import { fail } from '../../values/failure.ts'
import { quoteAsGo } from '../extensions/format/quote.ts'

/** The part of a URL that text stands in; each has escapes of its own. */
export type UrlPart = 'path' | 'host' | 'zone' | 'user' | 'query' | 'fragment'

const encoder = new TextEncoder()
const decoder = new TextDecoder()

/** Text as a string with a character for each byte of its UTF-8. */
export function toByteString(text: string): string {
  if (/^[ -~]*$/.test(text)) return text
  const bytes = encoder.encode(text)
  let result = ''
  for (let at = 0; at < bytes.length; at += chunk) result += String.fromCharCode(...bytes.subarray(at, at + chunk))
  return result
}

/** Bytes that are passed as arguments at once. */
const chunk = 4096

export function fromByteString(bytes: string): string {
  if (/^[ -~]*$/.test(bytes)) return bytes
  return decoder.decode(Uint8Array.from(bytes, (character) => character.charCodeAt(0)))
}

/** Replaces the escapes of a byte string. @throws a failure for those that the part cannot have */
// upstream: net/url, unescape
export function unescapePart(text: string, part: UrlPart): string {
  const isHost = part === 'host' || part === 'zone'
  let result = ''
  for (let index = 0; index < text.length; index++) {
    const character = text.charAt(index)
    if (character === '%') {
      result += decodeEscape(text.slice(index, index + 3), part)
      index += 2
    } else {
      if (isHost && character < '\u0080' && !isHostCharacter(character)) {
        fail(`invalid character ${quoteAsGo(character)} in host name`)
      }
      result += part === 'query' && character === '+' ? ' ' : character
    }
  }
  return result
}

function decodeEscape(escape: string, part: UrlPart): string {
  const isEscape = /^%[0-9a-fA-F]{2}$/.test(escape)
  const code = Number.parseInt(escape.slice(1), 16)
  const byte = String.fromCharCode(code)
  const isRefused =
    (part === 'host' && code < 0x80 && escape !== '%25') ||
    (part === 'zone' && escape !== '%25' && byte !== ' ' && !isHostCharacter(byte))
  return isEscape && !isRefused ? byte : fail(`invalid URL escape ${quoteAsGo(escape)}`)
}

function isHostCharacter(character: string): boolean {
  return /[A-Za-z0-9\-_.~!$&'()*+,;=:[\]<>"]/.test(character)
}

/** Escapes a path as Go does. */
export function escapePath(bytes: string): string {
  return bytes.replace(
    /[^A-Za-z0-9\-_.~$&+,/:;=@]/g,
    (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  )
}

/** Whether a path has only characters that a path may have as they are. */
export function isEscapedPath(bytes: string): boolean {
  return /^[A-Za-z0-9\-_.~$&+,/:;=@!'()*[\]%]*$/.test(bytes)
}
