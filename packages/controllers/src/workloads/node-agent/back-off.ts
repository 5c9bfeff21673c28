import type { Pod } from '@pinnace/types/core-v1-pods'
import type { PodLife } from './pod-life.ts'

// upstream: pkg/kubelet, MaxCrashLoopBackOff and its first wait – the first restart is immediate.
const firstBackOffMs = 10_000
const maxBackOffMs = 300_000

/** Milliseconds between a container's exit and its restart: none the first time, then 10 seconds, doubling to 5 minutes. */
export function backOffMs({ containers }: PodLife): number {
  const waiting = [...containers.values()].filter(({ state }) => state === 'waiting')
  return backOffAfter(Math.max(1, ...waiting.map((container) => container.restarts)))
}

/** The same for the init container that failed last. */
export function initBackOffMs({ spec }: Pod, { initRuns, initialized }: PodLife): number {
  return backOffAfter(initRuns.get(spec?.initContainers?.[initialized]?.name ?? '')?.restarts ?? 1)
}

function backOffAfter(restarts: number): number {
  return restarts <= 1 ? 0 : Math.min(maxBackOffMs, firstBackOffMs * 2 ** (restarts - 2))
}
