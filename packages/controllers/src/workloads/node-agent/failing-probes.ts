import type { Container, Probe } from '@pinnace/types/core-v1-containers'
import type { Pod } from '@pinnace/types/core-v1-pods'
import type { ContainerLife, Moment, PodLife } from './pod-life.ts'
import type { PodStages } from './stages.ts'

/** The containers whose failing probe ends them, with the time, on the monotonic clock. */
// upstream: pkg/kubelet/prober/worker.go, doProbe – after failureThreshold failures in a row.
export function failedProbes(
  { spec }: Pod,
  life: PodLife,
  stages: PodStages,
): readonly (readonly [ContainerLife, string, number])[] {
  return (spec?.containers ?? []).flatMap((container) => {
    const { name } = container
    const own = life.containers.get(name)
    const probe = probeOf(container, stages)
    if (probe === undefined) life.probesFailingSince.delete(name)
    if (own?.state !== 'running' || probe === undefined) return []
    const since = life.probesFailingSince.get(name) ?? life.sinceMs
    const { initialDelaySeconds = 0, periodSeconds = 10, failureThreshold = 3 } = probe
    return [[own, name, since + (initialDelaySeconds + periodSeconds * failureThreshold) * 1000] as const]
  })
}

/** The probe of a container that fails. A container without that probe has none. */
function probeOf({ name, livenessProbe, startupProbe }: Container, stages: PodStages): Probe | undefined {
  const failing = stages.failingProbe(name)
  return failing === 'startup' ? startupProbe : failing === 'liveness' ? livenessProbe : undefined
}

/** Whether the startup probe of a container fails: the container has not started yet. */
export function isStartupFailing(container: Container, stages: PodStages): boolean {
  return container.startupProbe !== undefined && stages.failingProbe(container.name) === 'startup'
}

/** Remembers since when probes fail, so that those of a running container count from then on. */
export function observeProbes({ spec }: Pod, life: PodLife, stages: PodStages, { monotonicMs }: Moment): void {
  for (const container of spec?.containers ?? []) {
    if (probeOf(container, stages) === undefined) life.probesFailingSince.delete(container.name)
    else if (!life.probesFailingSince.has(container.name)) life.probesFailingSince.set(container.name, monotonicMs)
  }
}
