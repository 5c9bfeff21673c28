import type { WatchReport } from '@pinnace/inspector'
import type { RequestTrace } from './request-trace.ts'

/** Sums the time of requests by verb and stage. Admission is a part of `execute`. */
export function stageTimes(traces: Iterable<RequestTrace>): WatchReport['time'] {
  const verbs = new Map<string, { requests: number; readonly stages: Map<string, number> }>()
  for (const { info, stages, admission, status } of traces) {
    if (status === undefined) continue
    const found = verbs.get(info.verb) ?? { requests: 0, stages: new Map<string, number>() }
    verbs.set(info.verb, found)
    found.requests += 1
    const admissionMs = admission.reduce((sum, { durationMs }) => sum + durationMs, 0)
    const add = (name: string, durationMs: number): void =>
      void found.stages.set(name, (found.stages.get(name) ?? 0) + durationMs)
    for (const { name, durationMs } of stages) add(name, name === 'execute' ? durationMs - admissionMs : durationMs)
    if (admissionMs > 0) add('admission', admissionMs)
  }
  return [...verbs].map(([verb, { requests, stages }]) => ({
    verb,
    requests,
    stages: Array.from(stages, ([name, durationMs]) => ({ name, durationMs })),
  }))
}
