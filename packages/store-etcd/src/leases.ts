import type { Clock } from '@pinnace/meta'
import { StoreError } from '@pinnace/store'
import type { EtcdConnection } from './connection.ts'
import { leaseMethod } from './messages.ts'

/** Options of {@link Leases}. */
export interface LeasesOptions {
  readonly connection: EtcdConnection
  readonly clock: Clock
  /** How long a lease is given to new keys, in seconds; a key may live longer by as much. */
  readonly reuseSeconds: number
}

/** The most keys of a lease: etcd deletes them in one transaction. */
const maxKeys = 1_000
/** A lease is not used longer than this part of a time to live. */
const maxReusedPart = 0.05

interface Lease {
  readonly id: Promise<bigint>
  readonly expiresMs: number
  keys: number
}

/**
 * The leases of keys with a time to live. Keys that are written one after the other share a lease, which lives a little
 * longer than they need.
 */
// upstream: storage/etcd3/lease_manager.go, GetLease
export class Leases {
  readonly #options: LeasesOptions
  #current: Lease | undefined

  constructor(options: LeasesOptions) {
    this.#options = options
  }

  /** Calls `write` with a lease for so many seconds, and once more with a new one if etcd does not know it anymore. */
  async use<T>(ttlSeconds: number, write: (lease: bigint) => Promise<T>): Promise<T> {
    const lease = this.#leaseFor(ttlSeconds)
    try {
      return await write(await lease.id)
    } catch (error) {
      if (this.#current === lease) this.#current = undefined
      if (!isUnknownLease(error)) throw error
      return write(await this.#leaseFor(ttlSeconds).id)
    }
  }

  #leaseFor(ttlSeconds: number): Lease {
    const { clock, reuseSeconds } = this.#options
    const spareSeconds = Math.min(reuseSeconds, Math.floor(ttlSeconds * maxReusedPart))
    const neededMs = clock.monotonic() + ttlSeconds * 1000
    const current = this.#current
    const isRight =
      current !== undefined && neededMs <= current.expiresMs && current.expiresMs <= neededMs + spareSeconds * 1000
    if (isRight && current.keys < maxKeys) {
      current.keys++
      return current
    }
    const seconds = ttlSeconds + spareSeconds
    const id = this.#options.connection.send(leaseMethod, { ttlSeconds: seconds }, 'always')
    const lease = { id, expiresMs: neededMs + spareSeconds * 1000, keys: 1 }
    this.#current = lease
    // Writes that wait for it report the failure; the next one asks for another lease.
    id.catch(() => {
      if (this.#current === lease) this.#current = undefined
    })
    return lease
  }
}

// upstream: etcd api/v3rpc/rpctypes/error.go, ErrGRPCLeaseNotFound
const unknownLease = 'requested lease not found'

function isUnknownLease(error: unknown): boolean {
  return error instanceof StoreError && error.message.includes(unknownLease)
}
