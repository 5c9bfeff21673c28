import type { InterceptedRequest, Intervention, Server } from '@pinnace/server'
import { actOf, type Act } from '../faults/act.ts'
import type { FaultOfRequest } from '../faults/active-fault.ts'
import type { FaultAction } from '../faults/fault.ts'
import { matchesRequest, type RequestMatch } from '../faults/matches-request.ts'
import { createFaultTimers, forwarding, type WrapSink } from '../faults/watch-faults.ts'
import type { RequestGate } from '../requests/observe-requests.ts'
import type { Choices } from './choices.ts'
import type { Scheduler } from './scheduler.ts'

/** A fault that may happen to a request of an exploration. */
export interface ExploredFault {
  /** @default every request */
  readonly match?: RequestMatch
  readonly do: FaultAction
}

/** Options for {@link scheduleRequests}. */
export interface ScheduleRequestsOptions {
  readonly server: Server
  readonly scheduler: Scheduler
  readonly choices: Choices
  readonly faults: readonly ExploredFault[]
  /** The probability of a fault, for each request that it matches. */
  readonly faultProbability: number
}

/** Lets requests start and be answered, and events be delivered, when a scheduler chooses them. */
export function scheduleRequests(options: ScheduleRequestsOptions): RequestGate & Disposable {
  const { server, scheduler, choices, faults, faultProbability } = options
  const removed = new AbortController()
  const timers = createFaultTimers(server.clock)
  const scope = { server, timers, removed: removed.signal }
  const drawn = faults.map((fault) => ({ fault, act: toAct(fault.do, () => actOf(fault.do, scope)) }))
  let count = 0

  const draw = (request: InterceptedRequest, label: string): readonly FaultOfRequest[] => {
    const fitting = drawn.filter(({ fault: { match = {} } }) => matchesRequest(match, request))
    if (fitting.length === 0) return []
    const labels = fitting.map(({ fault }) => `fault ${fault.do.type} for ${label}`)
    const chosen = fitting[choices.choose([`no fault for ${label}`, ...labels], faultProbability) - 1]
    const intervention = chosen?.act(request)
    return chosen === undefined || intervention === undefined ? [] : [{ action: chosen.fault.do, intervention }]
  }
  return {
    concerning(request) {
      const label = `#${++count} ${describe(request)}`
      const intervention: Intervention = {
        before: () => scheduler.turn(`start of ${label}`),
        after: () => scheduler.turn(`answer of ${label}`),
        ...(request.info.verb === 'watch' ? { wrapSink: deliverInTurn(scheduler, label) } : {}),
      }
      return { intervention, faults: draw(request, label) }
    },
    [Symbol.dispose]() {
      removed.abort()
      timers[Symbol.dispose]()
    },
  }
}

/** A cache that lags behind is that of the start; other actions begin with the request. */
function toAct(action: FaultAction, create: () => Act): Act {
  if (action.type === 'staleReads' || action.type === 'clockJump') return create()
  return (request) => create()(request)
}

function describe({ info, user, method, target }: InterceptedRequest): string {
  const { verb, group, resource, subresource, namespace, name } = info
  const kind = `${resource}${group === '' ? '' : `.${group}`}${subresource === '' ? '' : `/${subresource}`}`
  const place = [namespace, name].filter((part) => part !== '').join('/')
  const what = info.isResourceRequest
    ? [verb, kind, place].filter((part) => part !== '').join(' ')
    : `${method} ${target}`
  return `${what} by ${user.username}`
}

/** Delivers the events of a watch one by one: their order is promised, the time of each is not. */
function deliverInTurn(scheduler: Scheduler, label: string): WrapSink {
  return (sink) => {
    const held: { readonly description: string; readonly run: () => void }[] = []
    const next = (): void => {
      const [first] = held
      if (first === undefined) return
      scheduler.add(first.description, () => {
        first.run()
        held.shift()
        next()
      })
    }
    const hold = (description: string, run: () => void): void => {
      held.push({ description, run })
      if (held.length === 1) next()
    }
    return {
      ...forwarding(sink),
      onEvents(events) {
        for (const event of events) {
          const name = event.type === 'BOOKMARK' ? '' : ` ${event.entry.object().metadata.name ?? ''}`
          hold(`${event.type}${name} to ${label}`, () => sink.onEvents([event]))
        }
      },
      onEnd: (error) => hold(`end of ${label}`, () => sink.onEnd(error)),
    }
  }
}
