import {
  ageSince,
  column,
  columns,
  constantCell,
  timedColumn,
  keptCell,
  type Column,
  type KeptCell,
} from '@pinnace/resources'
import type { ContainerStateTerminated, ContainerStatus } from '@pinnace/types/core-v1-containers'
import type { Pod, PodStatus } from '@pinnace/types/core-v1-pods'
import { isPodReady } from './pod-condition.ts'
import { isSidecar } from '../pod-spec/containers/visit-containers.ts'

const none = '<none>'

/** What one line says of how a pod is doing. */
interface PodSummary {
  readonly status: string
  readonly ready: number
  readonly total: number
  readonly restarts: number
  /** When a container last ended, where one was restarted. */
  readonly lastRestart: string | undefined
}

/** Sums up the statuses of a pod's containers. */
// upstream: printers/internalversion, printPod
function summarisePod(pod: Pod): PodSummary {
  const status: PodStatus = pod.status ?? {}
  const sidecars = new Set(pod.spec?.initContainers?.filter(isSidecar).map(({ name }) => name))
  const start = summariseStart(pod, status, sidecars)
  let summary: Omit<PodSummary, 'total'> = start
  if (!start.isInitializing || isInitialized(status)) summary = summariseRun(start, status)
  return {
    ...summary,
    status: withDeletion(pod, summary.status),
    total: (pod.spec?.containers?.length ?? 0) + sidecars.size,
  }
}

interface StartSummary extends Omit<PodSummary, 'total'> {
  readonly isInitializing: boolean
  readonly sidecarRestarts: number
  readonly lastSidecarRestart: string | undefined
}

/** Init containers, up to the first that is not done. */
function summariseStart(pod: Pod, status: PodStatus, sidecars: ReadonlySet<string>): StartSummary {
  const isGated = status.conditions?.some(({ type, reason }) => type === 'PodScheduled' && reason === 'SchedulingGated')
  const summary = {
    status: isGated ? 'SchedulingGated' : status.reason || status.phase || '',
    ready: 0,
    restarts: 0,
    lastRestart: undefined as string | undefined,
    isInitializing: false,
    sidecarRestarts: 0,
    lastSidecarRestart: undefined as string | undefined,
  }
  const containers = status.initContainerStatuses ?? []
  for (const [index, container] of containers.entries()) {
    const ended = container.lastState?.terminated?.finishedAt
    const isOne = sidecars.has(container.name)
    summary.restarts += container.restartCount
    summary.lastRestart = later(summary.lastRestart, ended)
    if (isOne) {
      summary.sidecarRestarts += container.restartCount
      summary.lastSidecarRestart = later(summary.lastSidecarRestart, ended)
    }
    const { terminated, waiting } = container.state ?? {}
    if (terminated?.exitCode === 0) continue
    if (isOne && container.started === true) {
      if (container.ready) summary.ready++
      continue
    }
    summary.isInitializing = true
    if (terminated) summary.status = `Init:${endOf(terminated)}`
    else if (waiting?.reason && waiting.reason !== 'PodInitializing') summary.status = `Init:${waiting.reason}`
    else summary.status = `Init:${index}/${pod.spec?.initContainers?.length ?? 0}`
    break
  }
  return summary
}

/** The containers proper: the first one's trouble is what is shown. */
function summariseRun(start: StartSummary, status: PodStatus): Omit<PodSummary, 'total'> {
  const summary = {
    status: start.status,
    ready: start.ready,
    restarts: start.sidecarRestarts,
    lastRestart: start.lastSidecarRestart,
  }
  let hasRunning = false
  for (const container of (status.containerStatuses ?? []).toReversed()) {
    summary.restarts += container.restartCount
    summary.lastRestart = later(summary.lastRestart, container.lastState?.terminated?.finishedAt)
    const trouble = troubleOf(container)
    if (trouble !== undefined) summary.status = trouble
    else if (container.ready && container.state?.running) {
      hasRunning = true
      summary.ready++
    }
  }
  if (summary.status === 'Completed' && hasRunning) summary.status = isPodReady(status) ? 'Running' : 'NotReady'
  return summary
}

function troubleOf({ state }: ContainerStatus): string | undefined {
  if (state?.waiting?.reason) return state.waiting.reason
  return state?.terminated ? endOf(state.terminated) : undefined
}

function endOf({ reason, signal, exitCode }: ContainerStateTerminated): string {
  if (reason) return reason
  return signal ? `Signal:${signal}` : `ExitCode:${exitCode}`
}

function withDeletion(pod: Pod, text: string): string {
  if (pod.metadata.deletionTimestamp === undefined) return text
  if (pod.status?.reason === 'NodeLost') return 'Unknown'
  const { phase } = pod.status ?? {}
  return phase === 'Failed' || phase === 'Succeeded' ? text : 'Terminating'
}

function isInitialized(status: PodStatus): boolean {
  return status.conditions?.some(({ type, status: value }) => type === 'Initialized' && value === 'True') ?? false
}

/** Times of the wire sort as text. */
function later(a: string | undefined, b: string | null | undefined): string | undefined {
  if (!b) return a
  return a === undefined || b > a ? b : a
}

function formatRestarts({ restarts, lastRestart }: PodSummary): KeptCell {
  if (restarts === 0 || lastRestart === undefined) return constantCell(String(restarts))
  const age = ageSince(lastRestart)
  return keptCell((nowMs) => `${restarts} (${age(nowMs)} ago)`, age.sameUntilMs)
}

function formatReadinessGates(pod: Pod): string {
  const gates = pod.spec?.readinessGates ?? []
  if (gates.length === 0) return none
  const isTrue = (type: string): boolean =>
    pod.status?.conditions?.find((condition) => condition.type === type)?.status === 'True'
  return `${gates.filter(({ conditionType }) => isTrue(conditionType)).length}/${gates.length}`
}

/** The table of pods. */
export const podColumns: readonly Column<Pod>[] = columns<Pod>(
  column('Ready', (pod) => {
    const { ready, total } = summarisePod(pod)
    return `${ready}/${total}`
  }),
  column('Status', (pod) => summarisePod(pod).status),
  timedColumn('Restarts', (pod) => formatRestarts(summarisePod(pod))),
  column('IP', (pod) => pod.status?.podIPs?.[0]?.ip || none, { wide: true }),
  column('Node', (pod) => pod.spec?.nodeName || none, { wide: true }),
  column('Nominated Node', (pod) => pod.status?.nominatedNodeName || none, { wide: true }),
  column('Readiness Gates', formatReadinessGates, { wide: true }),
)
