import { StatusError, type Clock } from '@pinnace/meta'
import { microTime } from '../micro-time.ts'
import type { ResourceClient } from '../resource-client.ts'
import { acquiredSpec, holderOf, mayAcquire, observe, releasedSpec, type Lease, type ObservedLease } from './lease.ts'

/** Options for {@link LeaseLock}. */
export interface LeaseLockOptions {
  readonly leases: ResourceClient<Lease>
  readonly namespace: string
  readonly name: string
  readonly identity: string
  readonly leaseDurationMs: number
  readonly clock: Clock
  /** Called with the holder whenever another one is observed; not for a lease without a holder. */
  readonly onNewHolder: (identity: string) => void
}

/** A lease, as one candidate reads and writes it. */
export class LeaseLock {
  readonly #options: LeaseLockOptions
  readonly #leases: ResourceClient<Lease>
  #observed: ObservedLease | undefined
  #holder = ''
  #mayBeHeld = false

  constructor(options: LeaseLockOptions) {
    this.#options = options
    this.#leases = options.leases.namespace(options.namespace)
  }

  /** The holder that was last observed; empty for none. */
  get holder(): string {
    return this.#holder
  }

  /** The lease may name this candidate: a write whose answer never came may have been done. */
  get mayBeHeld(): boolean {
    return this.#mayBeHeld
  }

  /** Acquires the lease or renews it; false where another candidate holds it. */
  // upstream: client-go/tools/leaderelection/leaderelection.go, tryAcquireOrRenew
  async acquire(signal: AbortSignal): Promise<boolean> {
    const { identity, clock, name, namespace } = this.#options
    const lease = await this.#read(signal)
    if (lease === undefined) {
      this.#mayBeHeld = true
      const spec = this.#acquired(undefined)
      try {
        this.#observe(await this.#leases.create({ metadata: { name, namespace }, spec }, { signal }))
      } catch (error) {
        // Another candidate was first.
        if (error instanceof StatusError && error.reason === 'AlreadyExists') return false
        throw error
      }
      return true
    }
    if (!mayAcquire(this.#observe(lease), identity, clock.monotonic())) return false
    this.#mayBeHeld = true
    // The resource version goes with the write: of several candidates that saw the lease expire, one is first.
    this.#observe(await this.#leases.update({ ...lease, spec: this.#acquired(lease.spec) }, { signal }))
    return true
  }

  /** Gives the lease up where it names this candidate. */
  async release(signal: AbortSignal): Promise<void> {
    const { identity, clock, name } = this.#options
    const lease = await this.#leases.get(name, { signal })
    if (holderOf(lease) !== identity) return
    await this.#leases.update({ ...lease, spec: releasedSpec(lease.spec, microTime(clock)) }, { signal })
  }

  async #read(signal: AbortSignal): Promise<Lease | undefined> {
    try {
      return await this.#leases.get(this.#options.name, { signal })
    } catch (error) {
      if (error instanceof StatusError && error.code === 404) return undefined
      throw error
    }
  }

  #acquired(before: Lease['spec']): NonNullable<Lease['spec']> {
    const { identity, leaseDurationMs, clock } = this.#options
    return acquiredSpec(before, { identity, leaseDurationMs, now: microTime(clock) })
  }

  #observe(lease: Lease): ObservedLease {
    this.#observed = observe(this.#observed, lease, this.#options.clock.monotonic())
    const holder = holderOf(lease)
    if (holder !== this.#holder) {
      this.#holder = holder
      if (holder !== '') this.#options.onNewHolder(holder)
    }
    return this.#observed
  }
}
