import type { TracedStage, WatchReport } from '@pinnace/inspector'
import type { RecordedTrace } from './recorded-trace.ts'

/** The most plugins of a verb; those that took least are left out. */
const maxPlugins = 12

/** The time of the requests of a verb. */
interface VerbTime {
  requests: number
  readonly stages: Map<string, number>
  readonly plugins: Map<string, number>
}

/** Sums the time of requests by verb and stage. Admission is a part of `execute`. */
export function stageTimes(traces: Iterable<RecordedTrace>): WatchReport['time'] {
  const verbs = new Map<string, VerbTime>()
  for (const { info, stages, admission, status } of traces) {
    if (status === undefined) continue
    const found = verbs.get(info.verb) ?? { requests: 0, stages: new Map(), plugins: new Map() }
    verbs.set(info.verb, found)
    found.requests += 1
    const admissionMs = admission.reduce((sum, { durationMs }) => sum + durationMs, 0)
    for (const { name, durationMs } of stages) {
      add(found.stages, name, name === 'execute' ? durationMs - admissionMs : durationMs)
    }
    if (admissionMs > 0) add(found.stages, 'admission', admissionMs)
    for (const { name, durationMs } of admission) add(found.plugins, name, durationMs)
  }
  return [...verbs].map(([verb, { requests, stages, plugins }]) => ({
    verb,
    requests,
    stages: toStages(stages),
    plugins: toStages(plugins)
      .toSorted((one, other) => other.durationMs - one.durationMs)
      .slice(0, maxPlugins),
  }))
}

function add(sums: Map<string, number>, name: string, durationMs: number): void {
  sums.set(name, (sums.get(name) ?? 0) + durationMs)
}

function toStages(sums: ReadonlyMap<string, number>): readonly TracedStage[] {
  return Array.from(sums, ([name, durationMs]) => ({ name, durationMs }))
}
