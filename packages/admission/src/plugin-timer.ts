import { StatusError, type Awaitable, type Clock, type Metrics } from '@pinnace/meta'
import type { AdmissionAttributes } from './admission-attributes.ts'

/** A phase of admission. */
export type Phase = 'admit' | 'validate'

/** Records the duration of plugins. */
export interface PluginTimer {
  /** Times a phase of a request. */
  step(phase: Phase, attributes: AdmissionAttributes, work: () => Awaitable<void>): Awaitable<void>
  /** Times one plugin. */
  plugin(name: string, phase: Phase, attributes: AdmissionAttributes, work: () => Awaitable<void>): Awaitable<void>
}

const stepBuckets = [0.005, 0.025, 0.1, 0.5, 1, 2.5]

/** Creates the timer of a chain. Refused and failed requests are recorded, too. */
// upstream: apiserver/pkg/admission/metrics
export function createPluginTimer(metrics: Metrics, clock: Clock): PluginTimer {
  const steps = metrics.histogram({
    name: 'apiserver_admission_step_admission_duration_seconds',
    help: 'Admission sub-step latency histogram in seconds, broken out for each operation and API resource and step type (validate or admit).',
    labelNames: ['type', 'operation', 'rejected'],
    stability: 'STABLE',
    buckets: stepBuckets,
  })
  const controllers = metrics.histogram({
    name: 'apiserver_admission_controller_admission_duration_seconds',
    help: 'Admission controller latency histogram in seconds, identified by name and broken out for each operation and API resource and type (validate or admit).',
    labelNames: ['name', 'type', 'operation', 'rejected'],
    stability: 'STABLE',
    buckets: stepBuckets,
  })
  const timed = (
    work: () => Awaitable<void>,
    observe: (seconds: number, rejected: string) => void,
  ): Awaitable<void> => {
    const startedMs = clock.monotonic()
    const end = (rejected: boolean): void => observe((clock.monotonic() - startedMs) / 1000, String(rejected))
    const fail = (error: unknown): never => {
      end(error instanceof StatusError)
      throw error
    }
    try {
      const answer = work()
      if (answer instanceof Promise) return answer.then(() => end(false), fail)
    } catch (error) {
      return fail(error)
    }
    end(false)
  }
  return {
    step: (phase, { operation }, work) =>
      timed(work, (seconds, rejected) => steps.observe([phase, operation, rejected], seconds)),
    plugin: (name, phase, { operation }, work) =>
      timed(work, (seconds, rejected) => controllers.observe([name, phase, operation, rejected], seconds)),
  }
}
