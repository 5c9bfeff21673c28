import { parseCidr, type IpBlock } from '../ip-address.ts'

/** Where services take addresses and ports from. */
export interface ServiceRanges {
  /** One block, or one of each family; the first is the default family's. */
  readonly blocks: readonly IpBlock[]
  /** The text of the blocks, for messages. */
  readonly cidrs: readonly string[]
  /** Both ends included. */
  readonly nodePorts: readonly [number, number]
}

/** Reads and checks the ranges; throws a TypeError that names the option. */
export function parseServiceRanges(serviceCidr: string, nodePortRange: readonly [number, number]): ServiceRanges {
  const cidrs = serviceCidr.split(',').map((text) => text.trim())
  const blocks = cidrs.map((text) => {
    const block = parseCidr(text)
    if (block === undefined) throw new TypeError(`serviceCidr must be a CIDR block, not ${JSON.stringify(text)}`)
    if (block.size < 4n) throw new TypeError(`serviceCidr ${JSON.stringify(text)} has too few addresses`)
    return block
  })
  if (blocks.length > 2 || new Set(blocks.map(({ family }) => family)).size !== blocks.length) {
    throw new TypeError('serviceCidr must have at most one block of each IP family')
  }
  const [low, high] = nodePortRange
  if (!(Number.isInteger(low) && Number.isInteger(high) && low >= 1 && low <= high && high <= 65_535)) {
    throw new TypeError('nodePortRange must be two ports, the lower one first')
  }
  return { blocks, cidrs, nodePorts: nodePortRange }
}
