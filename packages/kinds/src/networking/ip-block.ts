import { parseCidr, type FieldErrors } from '@pinnace/meta'
import type { IPBlock } from '@pinnace/types/networking-v1'
import { cidrWarnings, isStrictCidr } from '../core/strict-ip.ts'
import { reportEach } from '../validation/messages.ts'

type Range = NonNullable<ReturnType<typeof parseCidr>>

/** A range of addresses without some of its parts; ranges in `known` are not looked at again. */
// upstream: networking/validation, ValidateIPBlock
export function validateIpBlock(block: IPBlock, known: ReadonlySet<string>, at: string, errors: FieldErrors): void {
  const { cidr, except = [] } = block
  if (cidr === '') return errors.required(`${at}.cidr`)
  validateRange(cidr, known, `${at}.cidr`, errors)
  const range = parseCidr(cidr)
  if (range === undefined) return undefined
  except.forEach((text, index) => {
    const field = `${at}.except[${index}]`
    validateRange(text, known, field, errors)
    const part = parseCidr(text)
    if (part !== undefined && !isStrictPart(part, range)) {
      errors.invalid(field, text, 'must be a strict subset of `cidr`')
    }
  })
  return undefined
}

/** What is said of ranges that are accepted. */
export function ipBlockWarnings({ cidr, except = [] }: IPBlock, at: string): readonly string[] {
  return [
    ...cidrWarnings(cidr, `${at}.cidr`),
    ...except.flatMap((range, index) => cidrWarnings(range, `${at}.except[${index}]`)),
  ]
}

function validateRange(text: string, known: ReadonlySet<string>, field: string, errors: FieldErrors): void {
  if (!known.has(text)) reportEach(errors, isStrictCidr(text), field, text)
}

function isStrictPart(part: Range, whole: Range): boolean {
  if (part.address.length !== whole.address.length || part.prefixLength <= whole.prefixLength) return false
  for (let bit = 0; bit < whole.prefixLength; bit++) {
    const mask = 0x80 >> (bit % 8)
    const index = bit >> 3
    if ((part.address[index]! & mask) !== (whole.address[index]! & mask)) return false
  }
  return true
}
