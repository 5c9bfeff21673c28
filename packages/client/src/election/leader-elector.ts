import {
  delay,
  randomBetween,
  StatusError,
  systemClock,
  systemRandom,
  type ApiObject,
  type Clock,
  type Random,
} from '@pinnace/meta'
import { microTime } from '../micro-time.ts'
import type { ResourceClient } from '../resource-client.ts'

/** What an election is held over: the Lease of the coordination group. */
export interface Lease extends ApiObject {
  readonly spec?: LeaseSpec
}

interface LeaseSpec {
  readonly holderIdentity?: string
  readonly leaseDurationSeconds?: number
  readonly acquireTime?: string
  readonly renewTime?: string
  readonly leaseTransitions?: number
}

/** One candidate of an election. */
export interface LeaderElector {
  readonly isLeader: boolean
  /** Who led when it was last looked at; empty for nobody. */
  readonly leader: string
  start(): void
  /** Ends the candidature, gives the lease back where it is held, and waits for what was led. */
  stop(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/** Options for {@link createLeaderElector}. */
export interface LeaderElectorOptions {
  readonly leases: ResourceClient<Lease>
  readonly namespace: string
  /** Of the Lease all candidates hold the election over. */
  readonly name: string
  /** Of this candidate; no other may have the same. */
  readonly identity: string
  /** How long others wait for a leader that says nothing. @default 15000 */
  readonly leaseDurationMs?: number
  /** How long a leader tries to say something before it gives up. @default 10000 */
  readonly renewDeadlineMs?: number
  /** Between two tries. @default 2000 */
  readonly retryPeriodMs?: number
  /** Leads until the signal is aborted: somebody else may lead from then on. What it throws ends the lead too. */
  readonly onStartedLeading: (signal: AbortSignal) => Promise<void> | void
  readonly onStoppedLeading?: () => void
  readonly onNewLeader?: (identity: string) => void
  readonly onError?: (error: unknown) => void
  readonly clock?: Clock
  readonly random?: Random
}

// upstream: client-go/tools/leaderelection/leaderelection.go, JitterFactor
const jitterFactor = 1.2

/**
 * Takes part in an election. Whoever loses the lead is a candidate again. Clocks of candidates need not agree: a lease
 * is over when it was seen unchanged for its duration, by the clock of who looks.
 */
export function createLeaderElector(options: LeaderElectorOptions): LeaderElector {
  const { identity, name, namespace, onStoppedLeading, onNewLeader } = options
  const { leaseDurationMs = 15_000, renewDeadlineMs = 10_000, retryPeriodMs = 2000 } = options
  const { clock = systemClock, random = systemRandom, onError = () => {} } = options
  if (!(leaseDurationMs > renewDeadlineMs)) throw new TypeError('leaseDuration must be greater than renewDeadline')
  if (!(renewDeadlineMs > retryPeriodMs * jitterFactor)) {
    throw new TypeError('renewDeadline must be greater than retryPeriod*JitterFactor')
  }
  if (!(retryPeriodMs > 0)) throw new TypeError('retryPeriod must be greater than zero')
  if (identity === '') throw new TypeError('identity must not be empty')
  const leases = options.leases.namespace(namespace)
  const stopping = new AbortController()
  let observed: { readonly lease: Lease; readonly at: number } | undefined
  let leader = ''
  let isLeader = false
  let renewedAt = 0
  /** The lease may say this candidate: a write whose answer nobody waited for may have been done. */
  let hasWritten = false
  let running: Promise<void> | undefined

  const observe = (lease: Lease): void => {
    if (observed?.lease.metadata.resourceVersion !== lease.metadata.resourceVersion) {
      observed = { lease, at: clock.monotonic() }
    }
    const holder = lease.spec?.holderIdentity ?? ''
    if (holder === leader) return
    leader = holder
    if (holder !== '') onNewLeader?.(holder)
  }
  const specNow = (before: LeaseSpec | undefined): LeaseSpec => {
    const now = microTime(clock)
    const isRenewal = before?.holderIdentity === identity
    return {
      holderIdentity: identity,
      leaseDurationSeconds: Math.ceil(leaseDurationMs / 1000),
      acquireTime: isRenewal ? (before.acquireTime ?? now) : now,
      renewTime: now,
      leaseTransitions: before === undefined ? 0 : (before.leaseTransitions ?? 0) + (isRenewal ? 0 : 1),
    }
  }
  /** Takes the lease or renews it; false where somebody else holds it. */
  // upstream: leaderelection.go, tryAcquireOrRenew
  const tryOnce = async (signal: AbortSignal): Promise<boolean> => {
    let lease: Lease
    try {
      lease = await leases.get(name, { signal })
    } catch (error) {
      if (!(error instanceof StatusError) || error.code !== 404) throw error
      hasWritten = true
      observe(await leases.create({ metadata: { name, namespace }, spec: specNow(undefined) }, { signal }))
      return true
    }
    observe(lease)
    const { spec } = lease
    const holder = spec?.holderIdentity ?? ''
    const heldMs = (spec?.leaseDurationSeconds ?? 0) * 1000
    if (holder !== '' && holder !== identity && clock.monotonic() < observed!.at + heldMs) return false
    hasWritten = true
    // The version goes with the write: of several candidates that saw the lease end one is first.
    observe(await leases.update({ ...lease, spec: { ...spec, ...specNow(spec) } }, { signal }))
    return true
  }
  /** Tries for so long; false where the time is over, or the lease is somebody else's. */
  const tryFor = async (ms: number): Promise<boolean> => {
    const trying = new AbortController()
    const stop = (): void => trying.abort(new Error('the lease could not be renewed in time'))
    if (ms <= 0 || stopping.signal.aborted) return false
    const timer = clock.after(ms, stop)
    stopping.signal.addEventListener('abort', stop, { once: true })
    try {
      while (!trying.signal.aborted) {
        const began = clock.monotonic()
        try {
          const isHeld = await settled(tryOnce(trying.signal), trying.signal)
          if (isHeld) renewedAt = began
          return isHeld
        } catch (error) {
          if (!stopping.signal.aborted) onError(error)
          await delay(clock, retryPeriodMs, trying.signal).catch(() => {})
        }
      }
      return false
    } finally {
      timer.cancel()
      stopping.signal.removeEventListener('abort', stop)
    }
  }
  const pause = (ms: number): Promise<void> => delay(clock, ms, stopping.signal).catch(() => {})
  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      if (!(await tryFor(renewDeadlineMs))) {
        await pause(retryPeriodMs * randomBetween(random, 1, 1 + jitterFactor))
        continue
      }
      if (!stopping.signal.aborted) await lead()
    }
    if (hasWritten) await giveBack().catch(onError)
  }
  const lead = async (): Promise<void> => {
    const leading = new AbortController()
    isLeader = true
    let hasFailed = false
    const work = Promise.resolve()
      .then(() => options.onStartedLeading(leading.signal))
      .catch((error: unknown) => {
        hasFailed = !leading.signal.aborted
        onError(error)
      })
    // INVARIANT: who leads has renewed within the deadline, counted from before it asked: the lease lasts longer.
    for (;;) {
      await pause(retryPeriodMs)
      if (hasFailed || !(await tryFor(renewedAt + renewDeadlineMs - clock.monotonic()))) break
    }
    isLeader = false
    leading.abort()
    // INVARIANT: the lease is given back when nothing is led any more, so that never two lead at once.
    await work
    onStoppedLeading?.()
    // Another may do better; this one comes back after those that are waiting.
    if (hasFailed && !stopping.signal.aborted) {
      await giveBack().catch(onError)
      await pause(leaseDurationMs)
    }
  }
  /** Tries once, for as long as a renewal is tried. */
  const giveBack = async (): Promise<void> => {
    const ending = new AbortController()
    const timer = clock.after(renewDeadlineMs, () =>
      ending.abort(new Error('the lease could not be given back in time')),
    )
    try {
      await settled(release(ending.signal), ending.signal)
    } finally {
      timer.cancel()
    }
  }
  // upstream: leaderelection.go, release – a lease of one second held by nobody
  const release = async (signal: AbortSignal): Promise<void> => {
    const lease = await leases.get(name, { signal })
    if (lease.spec?.holderIdentity !== identity) return
    const now = microTime(clock)
    const spec = { ...lease.spec, holderIdentity: '', leaseDurationSeconds: 1, acquireTime: now, renewTime: now }
    await leases.update({ ...lease, spec }, { signal })
  }
  const elector: LeaderElector = {
    get isLeader() {
      return isLeader
    },
    get leader() {
      return leader
    },
    start() {
      if (!stopping.signal.aborted) running ??= run()
    },
    async stop() {
      stopping.abort()
      await running
    },
    [Symbol.asyncDispose]: () => elector.stop(),
  }
  return elector
}

/** The promise's outcome, or the signal's reason where that comes first: a request that hangs holds nobody up. */
function settled<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => reject(signal.reason)
    if (signal.aborted) onAbort()
    else signal.addEventListener('abort', onAbort, { once: true })
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort))
  })
}
