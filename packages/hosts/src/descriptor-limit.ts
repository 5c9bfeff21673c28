import { readdirSync, readFileSync } from 'node:fs'

/** The file descriptors of the process. */
export interface DescriptorLimit {
  readonly limit: number
  readonly open: number
}

/** Descriptors that connections leave for files, watches of files and outgoing connections; a tenth of all, if that is more. */
const reserve = 16

/** The limit of file descriptors and those that are open; undefined where the system does not say, as on macOS. */
export function readDescriptorLimit(): DescriptorLimit | undefined {
  try {
    const limit = Number(/^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1])
    return Number.isInteger(limit) ? { limit, open: readdirSync('/proc/self/fd').length } : undefined
  } catch {
    return undefined
  }
}

/**
 * The most connections, at most `maxConnections` (0 means no limit), for which there are descriptors. At the limit of
 * descriptors, Node.js would close a new connection without telling.
 */
export function connectionsWithin(maxConnections: number, descriptors: DescriptorLimit | undefined): number {
  if (descriptors === undefined) return maxConnections
  const { limit, open } = descriptors
  const room = Math.max(1, limit - open - Math.max(reserve, Math.floor(limit / 10)))
  return maxConnections === 0 ? room : Math.min(maxConnections, room)
}
