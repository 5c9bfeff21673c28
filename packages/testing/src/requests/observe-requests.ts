import type { InterceptedRequest, Intervention, RequestInterceptor, Server } from '@pinnace/server'
import {
  createAccessRecording,
  type AccessRecording,
  type RecordAccessOptions,
  type WritableRecording,
} from '../access/record-access.ts'
import { createFaults, type FaultOfRequest, type FaultRegistry } from '../faults/create-faults.ts'
import type { Faults } from '../faults/fault.ts'
import { createRequestLog } from './create-request-log.ts'
import type { RequestLog } from './request-log.ts'

/** The request log and the faults of a test server. */
export interface ObservedRequests {
  readonly requests: RequestLog
  readonly faults: Faults
  recordAccess(options?: RecordAccessOptions): AccessRecording
  close(): void
}

/** Logs every request of a server, and lets faults happen to it. */
export function observeRequests(server: Server): ObservedRequests {
  const registry = createFaults(() => server)
  const recordings = new Set<WritableRecording>()
  const { log, begin, close } = createRequestLog(
    () => server.clock,
    (request) => {
      for (const recording of recordings) recording.add(request)
    },
  )
  const interceptor = server.intercept(interceptorOf(registry, begin))
  return {
    requests: log,
    faults: registry.faults,
    recordAccess(options = {}) {
      const writable = createAccessRecording(options, {
        vocabulary: server.vocabulary,
        onStop: () => void recordings.delete(writable),
      })
      recordings.add(writable)
      return writable.recording
    },
    close() {
      registry.faults.clear()
      interceptor[Symbol.dispose]()
      close()
    },
  }
}

function interceptorOf(
  registry: FaultRegistry,
  begin: ReturnType<typeof createRequestLog>['begin'],
): RequestInterceptor {
  return {
    intercept(request: InterceptedRequest): Intervention {
      const faults = registry.concerning(request)
      const entry = begin(
        request,
        faults.map(({ action }) => action.type),
      )
      return { ...combine(faults), answered: (status) => entry.answered(isUnanswered(faults) ? undefined : status) }
    },
  }
}

function isUnanswered(faults: readonly FaultOfRequest[]): boolean {
  return faults.some(({ action }) => action.type === 'reset')
}

/** What several faults do, one after the other. */
function combine(faults: readonly FaultOfRequest[]): Intervention {
  if (faults.length === 0) return {}
  const all = faults.map(({ intervention }) => intervention)
  return {
    async before() {
      for (const intervention of all) await intervention.before?.()
    },
    async after() {
      for (const intervention of all) await intervention.after?.()
    },
    wrapSink: (sink) => all.reduce((wrapped, intervention) => intervention.wrapSink?.(wrapped) ?? wrapped, sink),
    delivery: all.find(({ delivery }) => delivery !== undefined)?.delivery,
    servedBy: all.find(({ servedBy }) => servedBy !== undefined)?.servedBy,
  }
}
