import { X509Certificate } from 'node:crypto'
import { setMaxListeners } from 'node:events'
import { randomBetween } from '@pinnace/meta'
import type { CertifiedRequest, InterceptedRequest, Intervention, Server } from '@pinnace/server'
import { createSeededRandom } from '../seeded-random.ts'
import { actOf, concernsWebhook, type Act } from './act.ts'
import type { Fault, FaultAction, FaultOptions } from './fault.ts'
import { matchesRequest } from './matches-request.ts'
import { createFaultTimers, type FaultTimers } from './watch-faults.ts'

/** A fault that concerns a request. */
export interface FaultOfRequest {
  readonly action: FaultAction
  readonly intervention: Intervention
}

/** Called with the action of a fault that happens. */
export type OnHappen = (action: FaultAction) => void

/** Learns what happens to a fault. */
export interface FaultObserver {
  readonly id: number
  readonly onHappen: (count: number) => void
  readonly onRemove: () => void
}

interface Waiting {
  readonly times: number
  readonly resolve: () => void
}

/** A fault in effect. */
export class ActiveFault implements Fault {
  readonly id: number
  readonly options: FaultOptions
  readonly #act: Act
  readonly #timers: FaultTimers
  readonly #removed = new AbortController()
  readonly #observer: FaultObserver
  readonly #chance: () => number
  readonly #waiting = new Set<Waiting>()
  #matching = 0
  #count = 0

  constructor(server: Server, options: FaultOptions, observer: FaultObserver) {
    assertFault(options)
    this.id = observer.id
    this.options = options
    // Every request that hangs waits for it.
    setMaxListeners(0, this.#removed.signal)
    this.#timers = createFaultTimers(server.clock)
    this.#act = actOf(options.do, { server, timers: this.#timers, removed: this.#removed.signal })
    this.#observer = observer
    const random = createSeededRandom(options.seed ?? 1)
    this.#chance = () => randomBetween(random, 0, 1)
  }

  get count(): number {
    return this.#count
  }

  /** What the fault does with a request; undefined if it does not concern it. */
  consider(request: InterceptedRequest, onHappen: OnHappen): FaultOfRequest | undefined {
    const { match = {}, do: action } = this.options
    if (!this.#isLeft() || !matchesRequest(match, request)) return undefined
    const intervention = this.#act(request)
    if (intervention === undefined) return undefined
    const { beforeWebhook } = intervention
    if (action.type !== 'webhookTimeout') return this.#happens(onHappen) ? { action, intervention } : undefined
    return {
      action,
      intervention: {
        beforeWebhook: (webhook) => {
          const happens = this.#isLeft() && concernsWebhook(action, webhook) && this.#happens(onHappen)
          return happens ? beforeWebhook?.(webhook) : undefined
        },
      },
    }
  }

  /** Whether the client certificate of a request has expired. */
  expires(request: CertifiedRequest, onHappen: OnHappen): boolean {
    const { match = {}, do: action } = this.options
    if (action.type !== 'expiredCertificate' || isOfServer(action) || !this.#isLeft()) return false
    const user = { username: commonNameOf(request.peerCertificate) }
    return matchesRequest(match, { ...request, user }) && this.#happens(onHappen)
  }

  /** Whether a new connection is shown an expired certificate. */
  isShown(): boolean {
    return isOfServer(this.options.do) && this.#isLeft() && this.#happens(() => undefined)
  }

  #isLeft(): boolean {
    return this.#count < (this.options.times ?? Number.POSITIVE_INFINITY)
  }

  /** Counts one that matches; false if it is not chosen. */
  #happens(onHappen: OnHappen): boolean {
    const { match = {}, do: action } = this.options
    this.#matching++
    if (match.nth !== undefined && match.nth !== this.#matching) return false
    if (match.probability !== undefined && this.#chance() >= match.probability) return false
    this.#count++
    this.#observer.onHappen(this.#count)
    onHappen(action)
    for (const waiting of this.#waiting) if (this.#count >= waiting.times) waiting.resolve()
    return true
  }

  wait(times = 1): Promise<void> {
    if (this.#count >= times) return Promise.resolve()
    return new Promise((resolve) => {
      const waiting: Waiting = {
        times,
        resolve: () => {
          this.#waiting.delete(waiting)
          resolve()
        },
      }
      this.#waiting.add(waiting)
    })
  }

  remove(): void {
    this.#observer.onRemove()
    this.#removed.abort()
    this.#timers[Symbol.dispose]()
  }

  [Symbol.dispose](): void {
    this.remove()
  }
}

/** Whether an action is for the server's own certificate, and so for connections. */
export function isOfServer(action: FaultAction): boolean {
  return action.type === 'expiredCertificate' && action.of === 'server'
}

/** The name of the user of a client certificate. */
function commonNameOf({ raw }: CertifiedRequest['peerCertificate']): string {
  try {
    const { CN: names = '' } = new X509Certificate(raw).toLegacyObject().subject
    return typeof names === 'string' ? names : (names.at(-1) ?? '')
  } catch {
    // A host may pass anything on.
    return ''
  }
}

function assertFault({ match = {}, do: action, times }: FaultOptions): void {
  const { nth, probability, ...ofRequests } = match
  if (isOfServer(action) && Object.values(ofRequests).some((value) => value !== undefined)) {
    throw new TypeError('a serving certificate expires for connections: match may have nth and probability only')
  }
  for (const [name, value] of Object.entries({ nth, times })) {
    if (value !== undefined && (!Number.isInteger(value) || value < 1)) {
      throw new TypeError(`${name} must be a positive integer`)
    }
  }
  if (probability !== undefined && !(probability >= 0 && probability <= 1)) {
    throw new TypeError('probability must be a number from 0 to 1')
  }
}
