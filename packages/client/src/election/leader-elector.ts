import { delay, randomBetween, systemClock, systemRandom, type Clock, type Random } from '@pinnace/meta'
import type { ResourceClient } from '../resource-client.ts'
import { LeaseLock } from './lease-lock.ts'
import type { Lease } from './lease.ts'

/**
 * The state of a candidate:
 * - `idle`: not started
 * - `candidate`: tries to acquire the lease
 * - `leading`: holds the lease
 * - `releasing`: waits for what it led to end, and gives the lease up
 * - `stopped`: takes no part any more
 */
export type ElectorState = 'idle' | 'candidate' | 'leading' | 'releasing' | 'stopped'

/** One candidate of an election. */
export interface LeaderElector {
  readonly state: ElectorState
  readonly isLeader: boolean
  /** The leader that was last observed; empty for none. */
  readonly leader: string
  /** Takes part from now on. The process stays alive until {@link stop}. */
  start(): void
  /** Ends the candidacy, waits for `onStartedLeading` to end, and gives the lease up where it is held. */
  stop(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/** Options for {@link createLeaderElector}. */
export interface LeaderElectorOptions {
  readonly leases: ResourceClient<Lease>
  readonly namespace: string
  /** Of the Lease that all candidates hold the election over. */
  readonly name: string
  /** Of this candidate; must be unique among the candidates. */
  readonly identity: string
  /** How long other candidates wait for a leader that does not renew, in milliseconds. @default 15000 */
  readonly leaseDurationMs?: number
  /** How long a leader tries to renew before it stops leading, in milliseconds. @default 10000 */
  readonly renewDeadlineMs?: number
  /** Between two tries, in milliseconds. @default 2000 */
  readonly retryPeriodMs?: number
  /** Leads until the signal is aborted: another candidate may lead from then on. An error ends the leadership too. */
  readonly onStartedLeading: (signal: AbortSignal) => Promise<void> | void
  readonly onStoppedLeading?: () => void
  readonly onNewLeader?: (identity: string) => void
  readonly onError?: (error: unknown) => void
  /** Whether the candidacy keeps the process alive; false for background tasks. @default true */
  readonly keepAlive?: boolean
  readonly clock?: Clock
  readonly random?: Random
}

// upstream: client-go/tools/leaderelection/leaderelection.go, JitterFactor
const jitterFactor = 1.2

/**
 * Takes part in an election. A candidate that loses the leadership is a candidate again. Clocks of candidates need not
 * agree: a lease has expired when it was seen unchanged for its duration, by the clock of the one that looks.
 */
export function createLeaderElector(options: LeaderElectorOptions): LeaderElector {
  const { identity, leaseDurationMs = 15_000, renewDeadlineMs = 10_000, retryPeriodMs = 2000 } = options
  if (!(leaseDurationMs > renewDeadlineMs)) throw new TypeError('leaseDuration must be greater than renewDeadline')
  if (!(renewDeadlineMs > retryPeriodMs * jitterFactor)) {
    throw new TypeError('renewDeadline must be greater than retryPeriod*JitterFactor')
  }
  if (!(retryPeriodMs > 0)) throw new TypeError('retryPeriod must be greater than zero')
  if (identity === '') throw new TypeError('identity must not be empty')
  return new LeaseElector({ ...options, leaseDurationMs, renewDeadlineMs, retryPeriodMs })
}

type Durations = 'leaseDurationMs' | 'renewDeadlineMs' | 'retryPeriodMs'
type ElectorSettings = LeaderElectorOptions & Readonly<Required<Pick<LeaderElectorOptions, Durations>>>

class LeaseElector implements LeaderElector {
  readonly #settings: ElectorSettings
  readonly #lock: LeaseLock
  readonly #clock: Clock
  readonly #random: Random
  readonly #keepAlive: boolean
  readonly #stopping = new AbortController()
  #state: ElectorState = 'idle'
  /** When the last renewal was begun. */
  #renewedAtMs = 0
  #running: Promise<void> | undefined

  constructor(settings: ElectorSettings) {
    const { leases, namespace, name, identity, leaseDurationMs, clock = systemClock, random = systemRandom } = settings
    this.#settings = settings
    this.#clock = clock
    this.#random = random
    this.#keepAlive = settings.keepAlive ?? true
    const onNewHolder = (holder: string): void => settings.onNewLeader?.(holder)
    this.#lock = new LeaseLock({ leases, namespace, name, identity, leaseDurationMs, clock, onNewHolder })
  }

  get state(): ElectorState {
    return this.#state
  }

  get isLeader(): boolean {
    return this.#state === 'leading'
  }

  get leader(): string {
    return this.#lock.holder
  }

  start(): void {
    if (!this.#stopping.signal.aborted) this.#running ??= this.#run()
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#running
    this.#state = 'stopped'
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.stop()
  }

  async #run(): Promise<void> {
    const { renewDeadlineMs, retryPeriodMs } = this.#settings
    const { signal } = this.#stopping
    while (!signal.aborted) {
      this.#state = 'candidate'
      if (!(await this.#tryToAcquire(renewDeadlineMs))) {
        await this.#pause(retryPeriodMs * randomBetween(this.#random, 1, 1 + jitterFactor))
      } else if (!signal.aborted) await this.#lead()
    }
    this.#state = 'releasing'
    if (this.#lock.mayBeHeld) await this.#release()
  }

  async #lead(): Promise<void> {
    const { renewDeadlineMs, retryPeriodMs, leaseDurationMs, onStartedLeading, onStoppedLeading } = this.#settings
    const leading = new AbortController()
    this.#state = 'leading'
    let hasFailed = false
    const work = Promise.resolve()
      .then(() => onStartedLeading(leading.signal))
      .catch((error: unknown) => {
        hasFailed = !leading.signal.aborted
        this.#report(error)
      })
    // INVARIANT: a leader has renewed within the deadline, counted from before it asked; the lease lasts longer.
    for (;;) {
      await this.#pause(retryPeriodMs)
      const leftMs = this.#renewedAtMs + renewDeadlineMs - this.#clock.monotonic()
      if (hasFailed || !(await this.#tryToAcquire(leftMs))) break
    }
    this.#state = 'releasing'
    leading.abort()
    // INVARIANT: the lease is given up when nothing is led any more, so that never two lead at once.
    await work
    onStoppedLeading?.()
    if (!hasFailed || this.#stopping.signal.aborted) return
    // Another candidate may succeed where this one failed: it comes back after those that are waiting.
    await this.#release()
    await this.#pause(leaseDurationMs)
  }

  /** Tries for so long; false where the time is over, or another candidate holds the lease. */
  async #tryToAcquire(forMs: number): Promise<boolean> {
    if (forMs <= 0 || this.#stopping.signal.aborted) return false
    using limit = this.#limit(forMs, new Error('the lease could not be renewed in time'))
    const stop = (): void => limit.end()
    this.#stopping.signal.addEventListener('abort', stop, { once: true })
    try {
      while (!limit.signal.aborted) {
        const beganMs = this.#clock.monotonic()
        try {
          const isHeld = await orAborted(this.#lock.acquire(limit.signal), limit.signal)
          if (isHeld) this.#renewedAtMs = beganMs
          return isHeld
        } catch (error) {
          if (!this.#stopping.signal.aborted) this.#report(error)
          await this.#delay(this.#settings.retryPeriodMs, limit.signal)
        }
      }
      return false
    } finally {
      this.#stopping.signal.removeEventListener('abort', stop)
    }
  }

  /** Tries once, for as long as a renewal is tried. */
  async #release(): Promise<void> {
    using limit = this.#limit(this.#settings.renewDeadlineMs, new Error('the lease could not be released in time'))
    try {
      await orAborted(this.#lock.release(limit.signal), limit.signal)
    } catch (error) {
      this.#report(error)
    }
  }

  #limit(ms: number, reason: Error): TimeLimit {
    const controller = new AbortController()
    const end = (): void => controller.abort(reason)
    const timer = this.#clock.after(ms, end, { keepAlive: this.#keepAlive })
    return { signal: controller.signal, end, [Symbol.dispose]: () => timer.cancel() }
  }

  #pause(ms: number): Promise<void> {
    return this.#delay(ms, this.#stopping.signal)
  }

  /** Ends early, without an error, where the signal is aborted. */
  #delay(ms: number, signal: AbortSignal): Promise<void> {
    return delay(this.#clock, ms, signal, { keepAlive: this.#keepAlive }).catch(() => {})
  }

  #report(error: unknown): void {
    this.#settings.onError?.(error)
  }
}

interface TimeLimit extends Disposable {
  readonly signal: AbortSignal
  end(): void
}

/** The outcome of the promise, or the signal's reason where that comes first, so that a request that hangs is left. */
function orAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => reject(signal.reason)
    if (signal.aborted) onAbort()
    else signal.addEventListener('abort', onAbort, { once: true })
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort))
  })
}
