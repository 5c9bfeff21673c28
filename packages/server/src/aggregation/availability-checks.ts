import type { ResolveService } from '@pinnace/admission'
import { formatConnectionError } from '@pinnace/http-client'
import { availabilityOf, localAvailability, setAvailability, type Availability } from '@pinnace/kinds'
import { isEqualJson, randomBetween, StatusError, type Clock, type Mutable, type Timer } from '@pinnace/meta'
import type { APIService } from '@pinnace/types/apiregistration-v1'
import type { ServerCore } from '../core.ts'
import { updateStatusOf } from '../verbs/update-status.ts'
import { askBackend } from './ask-backend.ts'
import { createAvailabilityMetrics, type AvailabilityMetrics } from './availability-metrics.ts'
import type { BackendAddress } from './backend.ts'
import type { Backends } from './backends.ts'
import { versionPath, type Registration, type RemoteTarget } from './registration.ts'
import { resolveTarget } from './service-address.ts'

/** Options for {@link createAvailabilityChecks}. */
export interface AvailabilityChecksOptions {
  readonly core: () => ServerCore
  readonly clock: Clock
  readonly backends: Backends
  readonly registrations: ReadonlyMap<string, Registration>
  readonly resolveService: ResolveService | undefined
  /** Told of every server that was found to be there, before that is written down. */
  readonly onReachable: (registration: Registration, address: BackendAddress) => Promise<void>
  readonly onError: (error: unknown, what: string) => void
}

/** Looks again and again whether registered servers are there, and writes down what it finds. */
export interface AvailabilityChecks extends Disposable {
  /** A registration has come or changed, or something its service depends on has: looks at once. */
  check(name: string): void
  /** It is gone. */
  forget(name: string): void
}

// upstream: controllers/status/remote/remote_available_controller.go – every half minute, and later and later after failures
const intervalMs = 30_000
const firstRetryMs = 500
const timeoutMs = 5000
const maxAttempts = 5

interface Watched {
  timer: Timer | undefined
  isRunning: boolean
  /** Something has changed while it was being looked at. */
  isAgain: boolean
  failures: number
}

/** One look at a time for every registration. Nothing is looked at before somebody asks. */
export function createAvailabilityChecks(options: AvailabilityChecksOptions): AvailabilityChecks {
  const { core, clock, backends, registrations, resolveService, onReachable, onError } = options
  const stop = new AbortController()
  const watched = new Map<string, Watched>()
  let series: AvailabilityMetrics | undefined
  const counted = (): AvailabilityMetrics => (series ??= createAvailabilityMetrics(core().metrics))

  const run = async (name: string, state: Watched): Promise<void> => {
    state.isRunning = true
    do {
      state.isAgain = false
      const registration = registrations.get(name)
      if (registration === undefined) break
      try {
        const isGood = await look(registration)
        state.failures = isGood ? 0 : state.failures + 1
      } catch (error) {
        state.failures++
        if (!stop.signal.aborted && !isGone(error)) onError(error, `registration ${name} could not be seen to`)
      }
    } while (state.isAgain && !stop.signal.aborted)
    state.isRunning = false
    const isWatched = !stop.signal.aborted && watched.get(name) === state
    if (!isWatched || registrations.get(name)?.target === undefined) return
    const waitMs = state.failures === 0 ? intervalMs : Math.min(intervalMs, firstRetryMs * 2 ** (state.failures - 1))
    state.timer = clock.after(waitMs, () => check(name))
  }
  const check = (name: string): void => {
    if (stop.signal.aborted) return
    let state = watched.get(name)
    if (state === undefined) {
      watched.set(name, (state = { timer: undefined, isRunning: false, isAgain: false, failures: 0 }))
    }
    state.timer?.cancel()
    state.timer = undefined
    if (state.isRunning) state.isAgain = true
    else void run(name, state)
  }
  const look = async (registration: Registration): Promise<boolean> => {
    const { target } = registration
    const availability = target === undefined ? localAvailability : await reach(registration, target)
    await write(registration, availability)
    return availability.status === 'True'
  }
  const reach = async (registration: Registration, target: RemoteTarget): Promise<Availability> => {
    const resolved = await resolveTarget(core(), target, resolveService)
    if ('problem' in resolved) return resolved.problem
    let last: unknown
    for (const address of some(resolved.addresses, core())) {
      try {
        await probe(registration, target, address)
        await onReachable(registration, address)
        return { status: 'True', reason: 'Passed', message: 'all checks passed' }
      } catch (error) {
        if (stop.signal.aborted) throw error
        last = error
      }
    }
    return {
      status: 'False',
      reason: 'FailedDiscoveryCheck',
      message: last instanceof Error ? last.message : String(last),
    }
  }
  const probe = async (registration: Registration, target: RemoteTarget, address: BackendAddress): Promise<void> => {
    const path = versionPath(registration)
    const host = address.host.includes(':') ? `[${address.host}]` : address.host
    const url = `https://${host}:${address.port}${path}`
    const question = { address, path, accept: 'application/json', timeoutMs, signal: stop.signal }
    let status: number
    try {
      const reply = await askBackend(backends.probing(target), question, core())
      status = reply.status
    } catch (error) {
      const why = `Get "${url}": ${formatConnectionError(error)}`
      throw new Error(`failing or missing response from ${url}: ${why}`, { cause: error })
    }
    if (status < 200 || status >= 300) {
      throw new Error(`failing or missing response from ${url}: bad status from ${url}: ${status}`)
    }
  }
  /** Writes only what is news: nobody hears of a look that found everything as before. */
  const write = async ({ name, target }: Registration, availability: Availability): Promise<void> => {
    if (stop.signal.aborted) return
    const resource = { group: core().vocabulary.group('apiregistration'), resource: 'apiservices' }
    const known = await readStored(core(), name)
    if (known === undefined) return
    const isOther = isNews(known, availability)
    counted().found(name, availability, isOther)
    if (!isOther) return
    await updateStatusOf(core(), { resource, namespace: '', name }, (next) => {
      const service = next as Mutable<APIService>
      // Found out about another server than the one that is registered by now.
      if ((service.spec?.service === undefined) !== (target === undefined)) return
      setAvailability(service, availability, clock)
    })
  }
  return {
    check,
    forget(name) {
      const state = watched.get(name)
      if (state === undefined) return
      state.timer?.cancel()
      watched.delete(name)
      counted().forget(name)
    },
    [Symbol.dispose]() {
      stop.abort()
      for (const { timer } of watched.values()) timer?.cancel()
      watched.clear()
    },
  }
}

async function readStored(core: ServerCore, name: string): Promise<APIService | undefined> {
  const storage = core.findDeclared(core.vocabulary.group('apiregistration'), 'v1', 'apiservices')?.storage
  const entry = await storage?.readNewest(storage.key('', name))
  return entry?.object() as APIService | undefined
}

function isNews(known: APIService, availability: Availability): boolean {
  const { status, reason, message } = availabilityOf(known) ?? {}
  return !isEqualJson({ status, reason, message }, { ...availability })
}

function isGone(error: unknown): boolean {
  return error instanceof StatusError && error.reason === 'NotFound'
}

/** A few of many addresses, another few every time. */
function some(addresses: readonly BackendAddress[], { random }: ServerCore): readonly BackendAddress[] {
  const start = addresses.length > maxAttempts ? Math.floor(randomBetween(random, 0, addresses.length)) : 0
  return [...addresses.slice(start), ...addresses.slice(0, start)].slice(0, maxAttempts)
}
