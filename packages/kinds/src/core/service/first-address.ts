import { formatIp } from '../ip-address.ts'
import { parseServiceRanges } from './ranges.ts'

/** Range of cluster addresses where a host names none. */
export const defaultServiceCidr = '10.96.0.0/12'

/** The address of the server's own service: the first one of the range after that of the network. */
export function firstServiceAddress(serviceCidr: string = defaultServiceCidr): string {
  const [block] = parseServiceRanges(serviceCidr, [1, 65_535]).blocks
  return formatIp({ family: block!.family, value: block!.first + 1n })
}
