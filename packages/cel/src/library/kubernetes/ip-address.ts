import { quoteAsGo } from '../extensions/format/quote.ts'
import { fail } from '../../values/failure.ts'

/** An address as a number. */
export interface IpAddress {
  readonly family: 4 | 6
  readonly value: bigint
  /** The text behind `%`. */
  readonly zone?: string
}

/** How many bits the addresses of a family have. */
export function addressBits({ family }: IpAddress): number {
  return family === 4 ? 32 : 128
}

/** Whether the address is an IPv4 address in IPv6: `::ffff:1.2.3.4`. */
export function isMapped({ family, value }: IpAddress): boolean {
  return family === 6 && value >> 32n === 0xffffn
}

/** Reads an address strictly. @throws a failure with the position of the problem */
// upstream: net/netip, ParseAddr
export function parseAddress(text: string): IpAddress {
  const problem = (reason: string, at?: string): never =>
    fail(`ParseAddr(${quoteAsGo(text)}): ${reason}${at === undefined ? '' : ` (at ${quoteAsGo(at)})`}`)
  const decisive = /[.:%]/.exec(text)?.[0]
  if (decisive === '.') return { family: 4, value: parseV4(text, text, problem) }
  if (decisive === ':') return parseV6(text, problem)
  return problem(decisive === '%' ? 'missing IPv6 address' : 'unable to parse IP')
}

type Problem = (reason: string, at?: string) => never

function parseV4(text: string, rest: string, problem: Problem): bigint {
  let value = 0n
  let fields = 0
  let digits = ''
  for (let index = 0; index < rest.length; index++) {
    const character = rest.charAt(index)
    if (/[0-9]/.test(character)) {
      if (digits === '0') problem('IPv4 field has octet with leading zero')
      digits += character
      if (Number(digits) > 255) problem('IPv4 field has value >255')
    } else if (character === '.') {
      const at = rest.slice(index)
      if (digits === '' || index === rest.length - 1) problem('IPv4 field must have at least one digit', at)
      if (fields === 3) problem('IPv4 address too long')
      value = (value << 8n) | BigInt(digits)
      fields++
      digits = ''
    } else problem('unexpected character', rest.slice(index))
  }
  if (fields < 3) problem('IPv4 address too short')
  return (value << 8n) | BigInt(digits)
}

function parseV6(text: string, problem: Problem): IpAddress {
  const percent = text.indexOf('%')
  const zone = percent === -1 ? undefined : text.slice(percent + 1)
  if (zone === '') problem('zone must be a non-empty string')
  let rest = percent === -1 ? text : text.slice(0, percent)
  const words: bigint[] = []
  /** How many words stand before the `::`. */
  let gap = -1
  if (rest.startsWith('::')) {
    gap = 0
    rest = rest.slice(2)
  }
  while (words.length < 8 && rest !== '') {
    const digits = /^[0-9a-fA-F]*/.exec(rest)?.[0] ?? ''
    if (digits.length > 4) problem('each group must have 4 or less digits', rest)
    if (digits === '') problem('each colon-separated field must have at least one digit', rest)
    const behind = rest.slice(digits.length)
    if (behind.startsWith('.')) {
      if (gap === -1 && words.length !== 6) {
        problem('embedded IPv4 address must replace the final 2 fields of the address', rest)
      }
      if (words.length > 6) problem('too many hex fields to fit an embedded IPv4 at the end of the address', rest)
      const v4 = parseV4(text, rest, problem)
      words.push(v4 >> 16n, v4 & 0xffffn)
      rest = ''
      break
    }
    words.push(BigInt(`0x${digits}`))
    rest = behind
    if (rest === '') break
    if (!rest.startsWith(':')) problem('unexpected character, want colon', rest)
    if (rest.length === 1) problem('colon must be followed by more characters', rest)
    rest = rest.slice(1)
    if (rest.startsWith(':')) {
      if (gap !== -1) problem('multiple :: in address', rest)
      gap = words.length
      rest = rest.slice(1)
    }
  }
  if (rest !== '') problem('trailing garbage after address', rest)
  if (words.length < 8 && gap === -1) problem('address string too short')
  if (words.length === 8 && gap !== -1) problem('the :: must expand to at least one field of zeros')
  if (gap !== -1) words.splice(gap, 0, ...Array<bigint>(8 - words.length).fill(0n))
  const value = words.reduce((sum, word) => (sum << 16n) | word, 0n)
  return zone === undefined ? { family: 6, value } : { family: 6, value, zone }
}

/** The text of an address in its one canonical form. */
// upstream: RFC 5952
export function formatAddress({ family, value }: IpAddress): string {
  if (family === 4) return [24n, 16n, 8n, 0n].map((shift) => String((value >> shift) & 255n)).join('.')
  const words = Array.from({ length: 8 }, (_, index) => (value >> BigInt(112 - index * 16)) & 0xffffn)
  const { start, length } = longestZeros(words)
  const text = words.map((word) => word.toString(16))
  if (length < 2) return text.join(':')
  return `${text.slice(0, start).join(':')}::${text.slice(start + length).join(':')}`
}

/** The longest run of zeros, the first of equals. */
function longestZeros(words: readonly bigint[]): { start: number; length: number } {
  let longest = { start: 0, length: 0 }
  let start = 0
  for (const [index, word] of words.entries()) {
    if (word !== 0n) start = index + 1
    else if (index + 1 - start > longest.length) longest = { start, length: index + 1 - start }
  }
  return longest
}
