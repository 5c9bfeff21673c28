import { fail, Failure } from '../../values/failure.ts'
import { boolType, intType, opaqueType, stringType } from '../../values/type.ts'
import { CelOpaque, type CelType, type CelValue } from '../../values/value.ts'
import { quoteAsGo } from '../extensions/format/quote.ts'
import { declareFunction, memberOverload, overload, type FunctionDeclaration } from '../function.ts'
import type { Library } from '../library.ts'
import { formatAddress, isMapped, parseAddress, type IpAddress } from './ip-address.ts'
import { succeeds } from './succeeds.ts'

/** An address as a value. */
export class CelIp extends CelOpaque {
  readonly address: IpAddress

  constructor(address: IpAddress) {
    super()
    this.address = address
  }

  get type(): CelType {
    return ipType
  }

  equals(other: CelValue): boolean {
    return (
      other instanceof CelIp &&
      this.address.family === other.address.family &&
      this.address.value === other.address.value
    )
  }
}

export const ipType: CelType<CelIp> = opaqueType<CelIp>('net.IP')

/** Options of {@link ip}. */
export interface IpOptions {
  /** What is done with IPv4 addresses in IPv6 such as `::ffff:c0a8:1`: Kubernetes refuses them. @default 'refuse' */
  readonly mappedAddresses?: 'refuse' | 'unwrap'
}

/** `ip`, `isIP`, `ip.isCanonical`, `family` and what an address is for. */
export function ip({ mappedAddresses = 'refuse' }: IpOptions = {}): Library {
  const parse = mappedAddresses === 'refuse' ? parseIp : parseAndUnwrap
  return { name: 'kubernetes.net.ip', types: [ipType], functions: [...parsing(parse), ...conversions, ...tests] }
}

function parsing(parse: (text: string) => IpAddress): readonly FunctionDeclaration[] {
  return [
    declareFunction(
      'ip',
      overload('string_to_ip', [stringType], ipType, (text) => new CelIp(parse(text))),
    ),
    declareFunction(
      'isIP',
      overload('is_ip', [stringType], boolType, (text) => succeeds(() => parse(text))),
    ),
    declareFunction(
      'ip.isCanonical',
      overload('ip_is_canonical', [stringType], boolType, (text) => formatAddress(parse(text)) === text),
    ),
  ]
}

const conversions: readonly FunctionDeclaration[] = [
  declareFunction(
    'string',
    overload('ip_to_string', [ipType], stringType, ({ address }) => formatAddress(address)),
  ),
  declareFunction(
    'family',
    memberOverload('ip_family', [ipType], intType, ({ address }) => address.family),
  ),
]

const tests: readonly FunctionDeclaration[] = [
  test('isUnspecified', 'ip_is_unspecified', isUnspecified),
  test('isLoopback', 'ip_is_loopback', isLoopback),
  test('isLinkLocalMulticast', 'ip_is_link_local_multicast', (address) =>
    address.family === 4
      ? startsWith(address, 0xe00000n, 24)
      : (address.value >> 112n) % 16n === 2n && isMulticast(address),
  ),
  test('isLinkLocalUnicast', 'ip_is_link_local_unicast', isLinkLocalUnicast),
  test(
    'isGlobalUnicast',
    'ip_is_global_unicast',
    (address) =>
      !isUnspecified(address) &&
      !isLoopback(address) &&
      !isMulticast(address) &&
      !isLinkLocalUnicast(address) &&
      !(address.family === 4 && address.value === 0xffff_ffffn),
  ),
]

function test(name: string, id: string, holds: (address: IpAddress) => boolean): FunctionDeclaration {
  return declareFunction(
    name,
    memberOverload(id, [ipType], boolType, ({ address }) => holds(address)),
  )
}

function isUnspecified({ value }: IpAddress): boolean {
  return value === 0n
}

function isLoopback(address: IpAddress): boolean {
  return address.family === 4 ? startsWith(address, 127n, 8) : address.value === 1n
}

function isMulticast(address: IpAddress): boolean {
  return address.family === 4 ? startsWith(address, 0xen, 4) : startsWith(address, 0xffn, 8)
}

function isLinkLocalUnicast(address: IpAddress): boolean {
  return address.family === 4 ? startsWith(address, 0xa9fen, 16) : startsWith(address, 0x3fan, 10)
}

function startsWith({ family, value }: IpAddress, prefix: bigint, length: number): boolean {
  return value >> BigInt((family === 4 ? 32 : 128) - length) === prefix
}

/**
 * Reads an address without zone; an IPv4 address in IPv6 that is written in hexadecimal digits becomes what it stands for.
 * @throws a failure for anything else
 */
function parseAndUnwrap(text: string): IpAddress {
  if (text.includes('.')) return parseIp(text)
  const address = parsed(text)
  refuseZone(text, address)
  return isMapped(address) ? { family: 4, value: BigInt.asUintN(32, address.value) } : address
}

/** Reads an address without zone that is no IPv4 address in IPv6. @throws a failure for anything else */
export function parseIp(text: string): IpAddress {
  const address = parsed(text)
  refuseZone(text, address)
  if (isMapped(address)) fail(`IPv4-mapped IPv6 address ${quoteAsGo(text)} is not allowed`)
  return address
}

function refuseZone(text: string, { zone }: IpAddress): void {
  if (zone !== undefined) fail(`IP address ${quoteAsGo(text)} with zone value is not allowed`)
}

function parsed(text: string): IpAddress {
  try {
    return parseAddress(text)
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return fail(`IP Address ${quoteAsGo(text)} parse error during conversion from string: ${error.message}`)
  }
}
