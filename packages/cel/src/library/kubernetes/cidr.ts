import { fail, Failure } from '../../values/failure.ts'
import { boolType, intType, opaqueType, stringType } from '../../values/type.ts'
import { CelOpaque, type CelType, type CelValue } from '../../values/value.ts'
import { quoteAsGo } from '../extensions/format/quote.ts'
import { declareFunction, memberOverload, overload } from '../function.ts'
import type { Library } from '../library.ts'
import { addressBits, formatAddress, isMapped, parseAddress, type IpAddress } from './ip-address.ts'
import { CelIp, ipType, parseIp } from './ip.ts'
import { succeeds } from './succeeds.ts'

/** A block of addresses as a value: an address, whose bits behind the prefix are kept, and the length of the prefix. */
export class CelCidr extends CelOpaque {
  readonly address: IpAddress
  readonly prefixLength: number

  constructor(address: IpAddress, prefixLength: number) {
    super()
    this.address = address
    this.prefixLength = prefixLength
  }

  get type(): CelType {
    return cidrType
  }

  equals(other: CelValue): boolean {
    return (
      other instanceof CelCidr &&
      this.prefixLength === other.prefixLength &&
      this.address.family === other.address.family &&
      this.address.value === other.address.value
    )
  }

  /** Whether an address begins as those of the block do. */
  contains(address: IpAddress): boolean {
    return address.family === this.address.family && this.#prefixOf(address) === this.#prefixOf(this.address)
  }

  /** The block whose address has no bits behind the prefix. */
  masked(): CelCidr {
    const { family } = this.address
    return new CelCidr({ family, value: this.#prefixOf(this.address) << this.#freeBits }, this.prefixLength)
  }

  get #freeBits(): bigint {
    return BigInt(addressBits(this.address) - this.prefixLength)
  }

  #prefixOf({ value }: IpAddress): bigint {
    return value >> this.#freeBits
  }
}

export const cidrType: CelType<CelCidr> = opaqueType<CelCidr>('net.CIDR')

/** `cidr`, `isCIDR`, `containsIP`, `containsCIDR`, `ip`, `prefixLength` and `masked`. Needs the library of addresses. */
export function cidr(): Library {
  return {
    name: 'net.cidr',
    types: [cidrType],
    functions: [
      declareFunction(
        'cidr',
        overload('string_to_cidr', [stringType], cidrType, (text) => parseCidr(text)),
      ),
      declareFunction(
        'isCIDR',
        overload('is_cidr', [stringType], boolType, (text) => succeeds(() => parseCidr(text))),
      ),
      declareFunction(
        'containsIP',
        memberOverload('cidr_contains_ip_string', [cidrType, stringType], boolType, (block, text) =>
          // upstream: cidr.go, cidrContainsIPString – the error of the address is lost.
          succeeds(() => parseIp(text)) ? block.contains(parseIp(text)) : fail('no such overload'),
        ),
        memberOverload('cidr_contains_ip_ip', [cidrType, ipType], boolType, (block, { address }) =>
          block.contains(address),
        ),
      ),
      declareFunction(
        'containsCIDR',
        memberOverload('cidr_contains_cidr_string', [cidrType, stringType], boolType, (block, text) =>
          containsBlock(block, parseCidr(text)),
        ),
        memberOverload('cidr_contains_cidr', [cidrType, cidrType], boolType, (block, other) =>
          containsBlock(block, other),
        ),
      ),
      declareFunction(
        'ip',
        memberOverload('cidr_ip', [cidrType], ipType, ({ address }) => new CelIp(address)),
      ),
      declareFunction(
        'prefixLength',
        memberOverload('cidr_prefix_length', [cidrType], intType, ({ prefixLength }) => prefixLength),
      ),
      declareFunction(
        'masked',
        memberOverload('cidr_masked', [cidrType], cidrType, (block) => block.masked()),
      ),
      declareFunction(
        'string',
        overload(
          'cidr_to_string',
          [cidrType],
          stringType,
          ({ address, prefixLength }) => `${formatAddress(address)}/${prefixLength}`,
        ),
      ),
    ],
  }
}

function containsBlock(block: CelCidr, other: CelCidr): boolean {
  return block.prefixLength <= other.prefixLength && block.contains(other.address)
}

const problem = 'network address parse error during conversion from string'

/** Reads a block. @throws a failure for anything else */
// upstream: net/netip, ParsePrefix
function parseCidr(text: string): CelCidr {
  const refuse = (reason: string): never =>
    fail(`${problem}: ${problem}: netip.ParsePrefix(${quoteAsGo(text)}): ${reason}`)
  const slash = text.lastIndexOf('/')
  if (slash === -1) return refuse("no '/'")
  const address = addressBefore(text.slice(0, slash), refuse)
  if (address.zone !== undefined) refuse('IPv6 zones cannot be present in a prefix')
  const digits = text.slice(slash + 1)
  if (!/^(?:0|[1-9][0-9]*)$/.test(digits)) refuse(`bad bits after slash: ${quoteAsGo(digits)}`)
  if (Number(digits) > addressBits(address)) refuse('prefix length out of range')
  if (isMapped(address)) fail(`${problem}: IPv4-mapped IPv6 address ${quoteAsGo(text)} is not allowed`)
  return new CelCidr(address, Number(digits))
}

function addressBefore(text: string, refuse: (reason: string) => never): IpAddress {
  try {
    return parseAddress(text)
  } catch (error) {
    if (error instanceof Failure) return refuse(error.message)
    throw error
  }
}
