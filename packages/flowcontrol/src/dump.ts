import type { RequestInfo, UserInfo } from '@pinnace/meta'
import type { PriorityLevel } from './priority-level.ts'
import type { WorkEstimate } from './work-estimate.ts'

/** A request that waits or is executed. */
export interface TrackedRequest {
  readonly flowSchema: string
  readonly level: PriorityLevel
  readonly user: UserInfo
  readonly info: RequestInfo
  readonly estimate: WorkEstimate
  readonly distinguisher: string
  /** Wall time. */
  readonly arrivedMs: number
  /** Wall time; undefined while it waits. */
  readonly startedMs: number | undefined
  /** True while it waits in a queue. */
  isQueued: boolean
}

/** The text of `/debug/api_priority_and_fairness/dump_priority_levels`. */
// upstream: apiserver/pkg/util/flowcontrol/apf_controller_debug.go
export function dumpPriorityLevels(levels: readonly PriorityLevel[]): string {
  const head = [
    'PriorityLevelName',
    'ActiveQueues',
    'IsIdle',
    'IsQuiescing',
    'WaitingRequests',
    'ExecutingRequests',
    'DispatchedRequests',
    'RejectedRequests',
    'TimedoutRequests',
    'CancelledRequests',
  ]
  const rows = levels.map(({ name, queueSet, isExempt, isQuiescing, counts }) => [
    name,
    queueSet.activeQueues,
    !isExempt && queueSet.isIdle,
    isQuiescing,
    queueSet.waiting,
    queueSet.executing,
    counts.dispatched,
    counts.rejected,
    counts.timedOut,
    counts.cancelled,
  ])
  return table([head, ...rows])
}

/** The text of `/debug/api_priority_and_fairness/dump_queues`. */
export function dumpQueues(levels: readonly PriorityLevel[]): string {
  const head = [
    'PriorityLevelName',
    'Index',
    'PendingRequests',
    'ExecutingRequests',
    'SeatsInUse',
    'NextDispatchR',
    'InitialSeatsSum',
    'MaxSeatsSum',
    'TotalWorkSum',
  ]
  const rows = levels.flatMap(({ name, queueSet }) =>
    queueSet.queues.map(({ index, waiting, executing, seatsInUse, nextStart, seatsWaiting, work }) => [
      name,
      index,
      waiting.length,
      executing,
      seatsInUse,
      formatSeatSeconds(nextStart),
      seatsWaiting,
      seatsWaiting,
      formatSeatSeconds(work),
    ]),
  )
  return table([head, ...rows])
}

/** The text of `/debug/api_priority_and_fairness/dump_requests`. */
export function dumpRequests(requests: readonly TrackedRequest[], includeDetails: boolean): string {
  const head = [
    'PriorityLevelName',
    'FlowSchemaName',
    'QueueIndex',
    'RequestIndexInQueue',
    'FlowDistingsher',
    'ArriveTime',
    'InitialSeats',
    'FinalSeats',
    'AdditionalLatency',
    'StartTime',
  ]
  const details = ['UserName', 'Verb', 'APIPath', 'Namespace', 'Name', 'APIVersion', 'Resource', 'SubResource']
  const rows = requests.map((request) => {
    const { level, flowSchema, distinguisher, arrivedMs, startedMs, estimate, user, info } = request
    const row = [
      level.name,
      flowSchema,
      -1,
      -1,
      distinguisher,
      new Date(arrivedMs).toISOString(),
      estimate.initialSeats,
      estimate.finalSeats,
      `${estimate.additionalLatencyMs === 0 ? '0s' : `${estimate.additionalLatencyMs}ms`}`,
      startedMs === undefined ? '0001-01-01T00:00:00Z' : new Date(startedMs).toISOString(),
    ]
    if (!includeDetails) return row
    const { verb, path, namespace, name, version, resource, subresource } = info
    return [...row, user.username, verb, path, namespace, name, version, resource, subresource]
  })
  return table([includeDetails ? [...head, ...details] : head, ...rows])
}

function formatSeatSeconds(value: number): string {
  return `${value.toFixed(8)}ss`
}

type Cell = string | number | boolean

/** Columns that end with a comma and are padded, but the last one. */
function table(rows: readonly (readonly Cell[])[]): string {
  const cells = rows.map((row) => row.map((cell, index) => (index < row.length - 1 ? `${cell},` : String(cell))))
  const widths = (cells[0] ?? []).map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)))
  return cells
    .map(
      (row) =>
        `${row.map((cell, column) => (column < row.length - 1 ? cell.padEnd((widths[column] ?? 0) + 1) : cell)).join('')}\n`,
    )
    .join('')
}
