import { formatConnectionError } from '@pinnace/http-client'
import { availabilityOf, localAvailability, setAvailability, type Availability } from '@pinnace/kinds'
import {
  formatTime,
  isEqualJson,
  randomBetween,
  StatusError,
  type Clock,
  type Metrics,
  type Random,
  type Timer,
  type Vocabulary,
} from '@pinnace/meta'
import type { APIService } from '@pinnace/types/apiregistration-v1'
import type { ApiObjects } from './api-objects.ts'
import { versionPath, type ApiServiceInfo, type ServiceTarget } from './api-service-info.ts'
import { createAvailabilityMetrics, type AvailabilityMetrics } from './availability-metrics.ts'
import type { BackendAddress } from './backend.ts'
import type { Backends } from './backends.ts'
import { fetchDocument } from './fetch-document.ts'
import type { ServiceResolver } from './resolve-target.ts'

/** Options for {@link AvailabilityController}. */
export interface AvailabilityControllerOptions {
  readonly objects: ApiObjects
  readonly vocabulary: Vocabulary
  readonly clock: Clock
  readonly random: Random
  readonly metrics: Metrics
  readonly backends: Backends
  readonly resolver: ServiceResolver
  /** All APIServices, by name. */
  readonly apiServices: ReadonlyMap<string, ApiServiceInfo>
  /** Called for every server that was reached, before its condition is written. */
  readonly onReachable: (apiService: ApiServiceInfo, address: BackendAddress) => Promise<void>
  readonly onError: (error: unknown, message: string) => void
}

// upstream: controllers/status/remote/remote_available_controller.go – every 30 seconds, with a back-off after failures
const intervalMs = 30_000
const firstRetryMs = 500
const timeoutMs = 5000
/** Addresses of a service that are tried in one check. */
const maxAddresses = 5

interface Check {
  timer: Timer | undefined
  isRunning: boolean
  /** Another check was requested while this one was running. */
  isRequested: boolean
  /** Failed checks in a row. */
  failures: number
}

/** Checks periodically whether the servers of APIServices are available, and writes their `Available` conditions. */
export class AvailabilityController implements Disposable {
  readonly #options: AvailabilityControllerOptions
  readonly #stop = new AbortController()
  // One for each APIService.
  readonly #checks = new Map<string, Check>()
  #metrics: AvailabilityMetrics | undefined

  constructor(options: AvailabilityControllerOptions) {
    this.#options = options
  }

  /** Checks now: the APIService or its service has changed. A check that is running is repeated. */
  check(name: string): void {
    if (this.#stop.signal.aborted) return
    const check = this.#checks.get(name) ?? { timer: undefined, isRunning: false, isRequested: false, failures: 0 }
    this.#checks.set(name, check)
    check.timer?.cancel()
    check.timer = undefined
    if (check.isRunning) check.isRequested = true
    else void this.#run(name, check)
  }

  /** Stops checking: the APIService has been deleted. */
  forget(name: string): void {
    const check = this.#checks.get(name)
    if (check === undefined) return
    check.timer?.cancel()
    this.#checks.delete(name)
    this.#counts().deleted(name)
  }

  [Symbol.dispose](): void {
    this.#stop.abort()
    for (const { timer } of this.#checks.values()) timer?.cancel()
    this.#checks.clear()
  }

  async #run(name: string, check: Check): Promise<void> {
    const { apiServices, onError } = this.#options
    const { signal } = this.#stop
    check.isRunning = true
    do {
      check.isRequested = false
      const apiService = apiServices.get(name)
      if (apiService === undefined) break
      try {
        const isAvailable = await this.#checkOnce(apiService)
        check.failures = isAvailable ? 0 : check.failures + 1
      } catch (error) {
        check.failures++
        if (!signal.aborted && !isNotFound(error)) onError(error, `the availability of ${name} could not be updated`)
      }
    } while (check.isRequested && !signal.aborted)
    check.isRunning = false
    this.#schedule(name, check)
  }

  #schedule(name: string, check: Check): void {
    const isCurrent = !this.#stop.signal.aborted && this.#checks.get(name) === check
    if (!isCurrent || this.#options.apiServices.get(name)?.target === undefined) return
    const { failures } = check
    const waitMs = failures === 0 ? intervalMs : Math.min(intervalMs, firstRetryMs * 2 ** (failures - 1))
    check.timer = this.#options.clock.after(waitMs, () => this.check(name))
  }

  async #checkOnce(apiService: ApiServiceInfo): Promise<boolean> {
    const { target } = apiService
    const availability = target === undefined ? localAvailability : await this.#reach(apiService, target)
    await this.#write(apiService, availability)
    return availability.status === 'True'
  }

  async #reach(apiService: ApiServiceInfo, target: ServiceTarget): Promise<Availability> {
    const { resolver, random, onReachable } = this.#options
    const resolved = await resolver.resolve(target)
    if ('problem' in resolved) return resolved.problem
    let failure: unknown
    for (const address of pickSome(resolved.addresses, random)) {
      try {
        await this.#probe(apiService, target, address)
        await onReachable(apiService, address)
        return { status: 'True', reason: 'Passed', message: 'all checks passed' }
      } catch (error) {
        if (this.#stop.signal.aborted) throw error
        failure = error
      }
    }
    const message = failure instanceof Error ? failure.message : String(failure)
    return { status: 'False', reason: 'FailedDiscoveryCheck', message }
  }

  async #probe(apiService: ApiServiceInfo, target: ServiceTarget, address: BackendAddress): Promise<void> {
    const path = versionPath(apiService)
    const host = address.host.includes(':') ? `[${address.host}]` : address.host
    const url = `https://${host}:${address.port}${path}`
    const request = { address, path, accept: 'application/json', timeoutMs, signal: this.#stop.signal }
    const status = await fetchDocument(this.#options.backends.probing(target), request, this.#options).then(
      (reply) => reply.status,
      (error: unknown) => {
        const why = `Get "${url}": ${formatConnectionError(error)}`
        throw new Error(`failing or missing response from ${url}: ${why}`, { cause: error })
      },
    )
    if (status < 200 || status >= 300) {
      throw new Error(`failing or missing response from ${url}: bad status from ${url}: ${status}`)
    }
  }

  /** Writes the condition if it has changed. */
  async #write({ name, target }: ApiServiceInfo, availability: Availability): Promise<void> {
    if (this.#stop.signal.aborted) return
    const { objects, clock } = this.#options
    const stored = await objects.apiService(name)
    if (stored === undefined) return
    const isChange = isOther(stored, availability)
    this.#counts().checked(name, availability, isChange)
    if (!isChange) return
    await objects.updateApiServiceStatus(name, (next) => {
      // The APIService may name another server by now.
      if ((next.spec?.service === undefined) === (target === undefined))
        setAvailability(next, availability, formatTime(clock.now()))
    })
  }

  // Created with the first check: a server without APIServices of others has no series of them.
  #counts(): AvailabilityMetrics {
    return (this.#metrics ??= createAvailabilityMetrics(this.#options.metrics))
  }
}

function isOther(stored: APIService, availability: Availability): boolean {
  const { status, reason, message } = availabilityOf(stored) ?? {}
  return !isEqualJson({ status, reason, message }, { ...availability })
}

function isNotFound(error: unknown): boolean {
  return error instanceof StatusError && error.reason === 'NotFound'
}

/** At most {@link maxAddresses} of the addresses, starting at a random one if there are more. */
function pickSome(addresses: readonly BackendAddress[], random: Random): readonly BackendAddress[] {
  const start = addresses.length > maxAddresses ? Math.floor(randomBetween(random, 0, addresses.length)) : 0
  return [...addresses.slice(start), ...addresses.slice(0, start)].slice(0, maxAddresses)
}
