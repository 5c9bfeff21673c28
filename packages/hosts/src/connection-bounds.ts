import type { Socket } from 'node:net'

/** The most connections of a port. */
export interface ConnectionBounds {
  /** Connections of all clients; 0 means no limit. */
  readonly maxConnections: number
  /** Connections of one IPv4 address, or of one IPv6 network (/64); 0 means no limit. */
  readonly maxConnectionsPerAddress: number
}

/** Why a connection was refused: too many of its address, or too many in all. */
export type RefusalReason = 'address' | 'total'

/** The open connections of a port. */
export interface OpenConnections extends Iterable<Socket> {
  /** Counts a connection until it closes; false, and not counted, if there are too many. */
  add(socket: Socket): boolean
  /** The connections that were not added. */
  readonly refused: number
}

/** Counts the connections of a port, at most as many as its bounds allow. */
export function createOpenConnections(
  { maxConnections, maxConnectionsPerAddress }: ConnectionBounds,
  onRefused: (reason: RefusalReason) => void = () => {},
): OpenConnections {
  const open = new Set<Socket>()
  const counts = new Map<string, number>()
  let refused = 0
  return {
    get refused() {
      return refused
    },
    add(socket) {
      const network = networkOf(socket.remoteAddress ?? '')
      const count = counts.get(network) ?? 0
      const isTotal = isReached(open.size, maxConnections)
      if (isTotal || isReached(count, maxConnectionsPerAddress)) {
        refused++
        onRefused(isTotal ? 'total' : 'address')
        return false
      }
      open.add(socket)
      counts.set(network, count + 1)
      socket.once('close', () => {
        open.delete(socket)
        const left = (counts.get(network) ?? 1) - 1
        if (left === 0) counts.delete(network)
        else counts.set(network, left)
      })
      return true
    },
    [Symbol.iterator]: () => open.values(),
  }
}

function isReached(count: number, limit: number): boolean {
  return limit > 0 && count >= limit
}

const mapped = '::ffff:'

/** What one client controls: an IPv4 address, also one mapped to IPv6, or the first half of an IPv6 address. */
export function networkOf(address: string): string {
  if (address.startsWith(mapped) && address.includes('.')) return address.slice(mapped.length)
  if (!address.includes(':')) return address
  const [head = '', tail] = address.split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail === undefined || tail === '' ? [] : tail.split(':')
  // `::` stands for as many zeros as are missing of eight groups.
  const zeros = tail === undefined ? 0 : 8 - before.length - after.length
  const groups = [...before, ...Array.from({ length: zeros }, () => '0'), ...after]
  return `${groups.slice(0, 4).join(':')}::/64`
}
