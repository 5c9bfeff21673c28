import type { WatchReport } from '../../src/inspection.ts'

/** A bar of a flame graph: a span of time, above those that it consists of. */
export interface FlameBar {
  readonly name: string
  readonly depth: number
  readonly startMs: number
  readonly durationMs: number
}

/** The time of the requests of a verb: stages, admission as a part of executing, and its plugins. */
export function flameOf({ stages, plugins }: WatchReport['time'][number]): readonly FlameBar[] {
  const admissionMs = stages.find(({ name }) => name === 'admission')?.durationMs ?? 0
  const bars: FlameBar[] = []
  let startMs = 0
  for (const { name, durationMs } of stages) {
    if (name === 'admission') continue
    const totalMs = name === 'execute' ? durationMs + admissionMs : durationMs
    bars.push({ name, depth: 0, startMs, durationMs: totalMs })
    if (name === 'execute' && admissionMs > 0) {
      bars.push({ name: 'admission', depth: 1, startMs, durationMs: admissionMs })
      let pluginMs = startMs
      for (const plugin of plugins) {
        bars.push({ name: plugin.name, depth: 2, startMs: pluginMs, durationMs: plugin.durationMs })
        pluginMs += plugin.durationMs
      }
    }
    startMs += totalMs
  }
  return bars
}
