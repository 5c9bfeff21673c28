import { isIP } from 'node:net'
import { networkInterfaces } from 'node:os'

/**
 * The address under which clients inside the cluster reach a server: the one it is bound to, or, where that is every
 * address or a loopback address, the first other address of this machine. Undefined without such an address.
 */
// upstream: apimachinery/pkg/util/net/interface.go, ResolveBindAddress
export function advertisedAddress(bound: string): string | undefined {
  if (isIP(bound) !== 0 && !isUnreachable(bound)) return bound
  const family = isIP(bound) === 6 && bound !== '::' ? 'IPv6' : 'IPv4'
  for (const addresses of Object.values(networkInterfaces())) {
    const found = addresses?.find(
      (address) => !address.internal && address.family === family && !isLinkLocal(address.address),
    )
    if (found !== undefined) return found.address
  }
  return undefined
}

function isUnreachable(address: string): boolean {
  return address === '0.0.0.0' || address === '::' || address === '::1' || address.startsWith('127.')
}

function isLinkLocal(address: string): boolean {
  return address.startsWith('169.254.') || /^fe[89ab]/i.test(address)
}
