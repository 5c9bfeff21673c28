import { absent } from './absent.ts'
import { isIPv4, isIPv6 } from './ip-address.ts'

// A page opens no ports, and makes requests with fetch only.

export { isIPv4, isIPv6 } from './ip-address.ts'
/** 4, 6, or 0 for a text that is no address. */
export const isIP = (text: string): 0 | 4 | 6 => (isIPv4(text) ? 4 : isIPv6(text) ? 6 : 0)
export const STATUS_CODES: Readonly<Record<number, string>> = {}
export const constants: Readonly<Record<string, number>> = {}
export const connect = (): never => absent('a port')
export const createServer = (): never => absent('a port')
export const request = (): never => absent('a connection')
export const lookup = async (): Promise<never> => absent('name resolution')
export const promises = { lookup, resolve4: lookup, resolve6: lookup }
export const validateHeaderValue = (): void => {}

export class ServerResponse {
  readonly socket: never = absent('a port')
}

export class Agent {
  readonly sockets: never = absent('a connection')
}

/** Addresses that are blocked: none is ever connected to. */
export class BlockList {
  addAddress(): void {}
  addRange(): void {}
  addSubnet(): void {}
  check(): boolean {
    return true
  }
}
