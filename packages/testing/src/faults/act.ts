import { delay, expired, staleObject, type Clock } from '@pinnace/meta'
import {
  ConnectionReset,
  type CalledWebhook,
  type InterceptedRequest,
  type Intervention,
  type Server,
} from '@pinnace/server'
import type { FakeClock } from '../fake-clock.ts'
import type { FaultAction } from './fault.ts'
import { statusOf } from './status-fault.ts'
import {
  batchEvents,
  closeAfter,
  delayEvents,
  repeatEvents,
  withholdBookmarks,
  type FaultTimers,
} from './watch-faults.ts'

/** What a fault needs while it is in effect. */
export interface FaultScope {
  readonly server: Server
  readonly timers: FaultTimers
  /** Aborted when the fault is removed. */
  readonly removed: AbortSignal
}

/** What a fault does with a request that matches; undefined for one that it does not concern. */
export type Act = (request: InterceptedRequest) => Intervention | undefined

/** What an action does. Throws a TypeError for one that the server cannot do. */
export function actOf(action: FaultAction, { server, timers, removed }: FaultScope): Act {
  switch (action.type) {
    case 'status':
      return always(refusing(statusOf(action)))
    case 'conflict':
      return ({ info }) => refusing(staleObject(info, info.name))
    case 'expiredCertificate':
      // It concerns authentication, or connections: see create-faults.
      return () => undefined
    case 'webhookTimeout':
      return () => ({
        async beforeWebhook(webhook) {
          if (!concernsWebhook(action, webhook)) return
          const delayMs = action.delayMs ?? webhook.timeoutMs + afterTimeoutMs
          await delay(server.clock, delayMs, removed, { keepAlive: false }).catch(() => undefined)
        },
      })
    case 'delay':
      return () => ({ before: () => delay(server.clock, action.delayMs, removed).catch(() => undefined) })
    case 'hang':
      return ({ signal }) => ({ before: () => firstAbort(removed, signal) })
    case 'reset': {
      const reset = (): never => {
        throw new ConnectionReset()
      }
      return () => (action.when === 'before' ? { before: reset } : { after: reset })
    }
    case 'slowBody':
      return () => ({ delivery: { type: 'slow', bytesPerSecond: action.bytesPerSecond } })
    case 'closeWatch':
      return watching({ wrapSink: closeAfter(action.afterEvents ?? 0) })
    case 'cutWatch':
      return watching({ delivery: { type: 'cut', afterChunks: action.afterEvents ?? 0 } })
    case 'delayWatch':
      return watching({ wrapSink: delayEvents(timers, action.delayMs) })
    case 'batchWatch':
      return watching({ wrapSink: batchEvents(timers, action.events, action.everyMs) })
    case 'repeatEvents':
      return watching({ wrapSink: repeatEvents })
    case 'withholdBookmarks':
      return watching({ wrapSink: withholdBookmarks })
    case 'compact':
      return compacting(server, removed)
    case 'staleReads':
      return staleReads(server, removed, action.all === true)
    case 'clockJump':
      return clockJump(server.clock, action.jumpMs)
  }
}

/** Whether a fault is for the calls of a webhook. */
export function concernsWebhook(
  { webhook }: Extract<FaultAction, { readonly type: 'webhookTimeout' }>,
  { name }: CalledWebhook,
): boolean {
  return webhook === undefined || webhook === name
}

/** A call that hangs waits a little longer than its timeout, which is what ends it. */
const afterTimeoutMs = 1000

function always(intervention: Intervention): Act {
  return () => intervention
}

function refusing(error: Error): Intervention {
  return {
    before() {
      throw error
    },
  }
}

function watching(intervention: Intervention): Act {
  return ({ info }) => (info.verb === 'watch' ? intervention : undefined)
}

// A fork knows the revision of now, whatever is written until it is read.
function compacting(server: Server, removed: AbortSignal): Act {
  const fork = forkUntil(server, removed)
  const revision = fork
    .client({ apiVersion: 'v1', kind: 'Namespace' })
    .list({ limit: 1 })
    .then(({ metadata }) => BigInt(metadata.resourceVersion ?? '0'))
  return ({ info: { verb, query } }) => {
    if (query.get('continue')) {
      return refusing(expired('The provided continue parameter is too old to display a consistent list result.'))
    }
    const isHistoric = verb === 'watch' || query.get('resourceVersionMatch') === 'Exact'
    const start = query.get('resourceVersion') ?? ''
    if (!isHistoric || !/^[1-9]\d*$/.test(start)) return undefined
    return {
      async before() {
        const oldest = await revision
        if (BigInt(start) < oldest) throw expired(`too old resource version: ${start} (${oldest})`)
      },
    }
  }
}

function staleReads(server: Server, removed: AbortSignal, all: boolean): Act {
  const servedBy = forkUntil(server, removed)
  return ({ info: { verb, query, isResourceRequest } }) => {
    if (!isResourceRequest || (verb !== 'get' && verb !== 'list')) return undefined
    return all || query.get('resourceVersion') === '0' ? { servedBy } : undefined
  }
}

function forkUntil(server: Server, removed: AbortSignal): Server {
  const fork = server.fork()
  removed.addEventListener('abort', () => void fork.close(), { once: true })
  return fork
}

function clockJump(clock: Clock, jumpMs: number): Act {
  if (!isFake(clock)) throw new TypeError('a clock jump needs a server with a fake clock')
  return () => ({ before: () => clock.jumpTo(clock.now() + jumpMs) })
}

function isFake(clock: Clock): clock is FakeClock {
  return 'jumpTo' in clock
}

function firstAbort(...signals: readonly (AbortSignal | undefined)[]): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      for (const signal of signals) signal?.removeEventListener('abort', end)
      resolve()
    }
    for (const signal of signals) signal?.addEventListener('abort', end)
    if (signals.some((signal) => signal?.aborted === true)) end()
  })
}
