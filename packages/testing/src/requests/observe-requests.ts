import type { InterceptedRequest, Intervention, PlacedInterceptor, RequestInterceptor, Server } from '@pinnace/server'
import {
  createAccessRecording,
  type AccessRecording,
  type RecordAccessOptions,
  type WritableRecording,
} from '../access/record-access.ts'
import { combineInterventions } from '../faults/combine-interventions.ts'
import type { FaultOfRequest } from '../faults/active-fault.ts'
import { createFaults, type FaultRegistry } from '../faults/create-faults.ts'
import { changesFaults, isForFaults } from '../faults/fault-group.ts'
import type { FaultObjects } from '../faults/fault-objects.ts'
import type { FaultAction, Faults } from '../faults/fault.ts'
import { isOfInspector } from '../inspector/inspector-user.ts'
import { createRequestLog, type WritableRequestLog } from './create-request-log.ts'
import type { Explanations } from './explanations.ts'
import type { RequestLog } from './request-log.ts'

/** Decides for a test server when each request goes on, and which faults happen to it beside those that were added. */
export interface RequestGate {
  concerning(request: InterceptedRequest): {
    readonly intervention: Intervention
    readonly faults: readonly FaultOfRequest[]
  }
}

/** The request log and the faults of a test server. */
export interface ObservedRequests {
  readonly requests: RequestLog
  readonly faults: Faults
  readonly registry: FaultRegistry
  recordAccess(options?: RecordAccessOptions): AccessRecording
  /** The server has other objects now. */
  restored(): Promise<void>
  close(): void
}

/** What a test server may add to the log and the faults. */
export interface ObserveOptions {
  readonly explanations: Explanations
  readonly gate: RequestGate | undefined
  /** Keeps faults as the objects of the kind Fault say; undefined if the kind is not served. */
  readonly faultObjects: ((server: Server, registry: FaultRegistry) => FaultObjects) | undefined
  /** Answers the paths that the inspector has for test servers. */
  readonly answerPath: NonNullable<RequestInterceptor['answerPath']>
}

/** Logs every request of a server, and lets faults happen to it. */
export function observeRequests(server: Server, options: ObserveOptions): ObservedRequests {
  const { explanations, gate, faultObjects } = options
  const registry = createFaults({ server: () => server, endConnections: () => interceptor.endConnections() })
  const objects = faultObjects?.(server, registry)
  const recordings = new Set<WritableRecording>()
  const { log, begin, refuse, close } = createRequestLog({
    clock: () => server.clock,
    explanations,
    onBegin(request) {
      for (const recording of recordings) recording.add(request)
    },
  })
  const interceptor: PlacedInterceptor = server.intercept(
    interceptorOf({ registry, begin, refuse, gate, objects, answerPath: options.answerPath }),
  )
  return {
    requests: log,
    faults: registry.faults,
    registry,
    recordAccess(options = {}) {
      const writable = createAccessRecording(options, {
        vocabulary: server.vocabulary,
        onStop: () => void recordings.delete(writable),
      })
      recordings.add(writable)
      return writable.recording
    },
    restored: async () => objects?.reconcile(),
    close() {
      objects?.[Symbol.dispose]()
      registry.faults.clear()
      interceptor[Symbol.dispose]()
      close()
    },
  }
}

interface Interceptors {
  readonly registry: FaultRegistry
  readonly begin: WritableRequestLog['begin']
  readonly refuse: WritableRequestLog['refuse']
  readonly gate: RequestGate | undefined
  readonly objects: FaultObjects | undefined
  readonly answerPath: ObserveOptions['answerPath']
}

function interceptorOf({ registry, begin, refuse, gate, objects, answerPath }: Interceptors): RequestInterceptor {
  /** Faults that have happened to requests whose users are not known yet. */
  const early = new WeakMap<InterceptedRequest['info'], FaultAction['type'][]>()
  return {
    answerPath,
    expiresCertificate(request) {
      const happened: FaultAction['type'][] = []
      if (objects !== undefined && isForFaults(request)) return false
      if (!registry.expiresCertificate(request, ({ type }) => happened.push(type))) return false
      early.set(request.info, happened)
      return true
    },
    servesExpiredCertificate: () => registry.servesExpiredCertificate(),
    refused: (request, rejections) => refuse(request, { rejections, faults: early.get(request.info) ?? [] }),
    intercept(request: InterceptedRequest): Intervention | undefined {
      if (isOfInspector(request)) return undefined
      if (objects !== undefined && isForFaults(request)) {
        const { admitted, answered } = begin(request, [])
        return { admitted, answered, ...(changesFaults(request) ? { after: () => objects.reconcile() } : {}) }
      }
      const gated = gate?.concerning(request)
      // The log shows what happens later, too.
      const happened = early.get(request.info) ?? []
      const faults = [...registry.concerning(request, ({ type }) => happened.push(type)), ...(gated?.faults ?? [])]
      happened.push(...(gated?.faults ?? []).map(({ action }) => action.type))
      const entry = begin(request, happened)
      const interventions = faults.map(({ intervention }) => intervention)
      return {
        ...combineInterventions(interventions, gated?.intervention),
        admitted: (step) => entry.admitted(step),
        answered: (status) => entry.answered(isUnanswered(faults) ? undefined : status),
      }
    },
  }
}

function isUnanswered(faults: readonly FaultOfRequest[]): boolean {
  return faults.some(({ action }) => action.type === 'reset')
}
