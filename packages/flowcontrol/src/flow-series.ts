import { noMetrics, type Metrics } from '@pinnace/meta'
import type { TrackedRequest } from './dump.ts'
import type { RejectionReason } from './flow-rejection.ts'

/** The series of one flow schema. */
export interface FlowSeries {
  estimated(request: TrackedRequest): void
  enqueued(request: TrackedRequest, queueLength: number): void
  dispatched(request: TrackedRequest, waitedMs: number): void
  rejected(request: TrackedRequest, reason: RejectionReason, waitedMs: number): void
  finished(request: TrackedRequest, seconds: number): void
}

/** Creates the series of a flow schema. */
export type CreateFlowSeries = (priorityLevel: string, flowSchema: string) => FlowSeries

const name = (suffix: string): string => `apiserver_flowcontrol_${suffix}`
const flow = ['priority_level', 'flow_schema']
const durations = [0, 0.005, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30]

/** Creates the metrics by flow schema. */
export function createFlowSeries(metrics: Metrics): CreateFlowSeries {
  if (metrics === noMetrics) return () => noSeries
  const families = createFamilies(metrics)
  return (priorityLevel, flowSchema) => seriesOf(families, [priorityLevel, flowSchema])
}

const noSeries: FlowSeries = Object.freeze({
  estimated() {},
  enqueued() {},
  dispatched() {},
  rejected() {},
  finished() {},
})

type Families = ReturnType<typeof createFamilies>

// upstream: the name of current_executing_seats before 1.27.
function createInUse(metrics: Metrics): ReturnType<Metrics['gauge']> {
  return metrics.gauge({
    name: name('request_concurrency_in_use'),
    help: 'Concurrency (number of seats) occupied by the currently executing (initial stage for a WATCH, any stage otherwise) requests in the API Priority and Fairness subsystem',
    labelNames: flow,
  })
}

function createFamilies(metrics: Metrics) {
  const rejected = metrics.counter({
    name: name('rejected_requests_total'),
    help: 'Number of requests rejected by API Priority and Fairness subsystem',
    labelNames: [...flow, 'reason'],
    stability: 'BETA',
  })
  const dispatched = metrics.counter({
    name: name('dispatched_requests_total'),
    help: 'Number of requests executed by API Priority and Fairness subsystem',
    labelNames: flow,
    stability: 'BETA',
  })
  const inQueue = metrics.gauge({
    name: name('current_inqueue_requests'),
    help: 'Number of requests currently pending in queues of the API Priority and Fairness subsystem',
    labelNames: flow,
    stability: 'BETA',
  })
  const inQueueSeats = metrics.gauge({
    name: name('current_inqueue_seats'),
    help: 'Number of seats currently pending in queues of the API Priority and Fairness subsystem',
    labelNames: flow,
  })
  const executing = metrics.gauge({
    name: name('current_executing_requests'),
    help: 'Number of requests in initial (for a WATCH) or any (for a non-WATCH) execution stage in the API Priority and Fairness subsystem',
    labelNames: flow,
    stability: 'BETA',
  })
  const executingSeats = metrics.gauge({
    name: name('current_executing_seats'),
    help: 'Concurrency (number of seats) occupied by the currently executing (initial stage for a WATCH, any stage otherwise) requests in the API Priority and Fairness subsystem',
    labelNames: flow,
    stability: 'BETA',
  })
  const waitSeconds = metrics.histogram({
    name: name('request_wait_duration_seconds'),
    help: 'Length of time a request spent waiting in its queue',
    labelNames: [...flow, 'execute'],
    buckets: durations,
    stability: 'BETA',
  })
  const executionSeconds = metrics.histogram({
    name: name('request_execution_seconds'),
    help: 'Duration of initial stage (for a WATCH) or any (for a non-WATCH) stage of request execution in the API Priority and Fairness subsystem',
    labelNames: [...flow, 'type'],
    buckets: durations,
  })
  const queueLength = metrics.histogram({
    name: name('request_queue_length_after_enqueue'),
    help: 'Length of queue in the API Priority and Fairness subsystem, as seen by each request after it is enqueued',
    labelNames: flow,
    buckets: [0, 10, 25, 50, 100, 250, 500, 1000],
  })
  const estimatedSeats = metrics.histogram({
    name: name('work_estimated_seats'),
    help: 'Number of estimated seats (maximum of initial and final seats) associated with requests in API Priority and Fairness',
    labelNames: flow,
    buckets: [1, 2, 4, 10],
  })
  return {
    rejected,
    dispatched,
    inQueue,
    inQueueSeats,
    executing,
    executingSeats,
    inUse: createInUse(metrics),
    waitSeconds,
    executionSeconds,
    queueLength,
    estimatedSeats,
  }
}

function seriesOf(families: Families, labels: readonly string[]): FlowSeries {
  const { inQueue, inQueueSeats } = families
  // What has a queue has these series before a request waits in it.
  for (const gauge of [inQueue, inQueueSeats]) gauge.add(labels, 0)
  const series = {
    dispatched: families.dispatched.of(labels),
    estimated: families.estimatedSeats.of(labels),
    queueLength: families.queueLength.of(labels),
    waited: families.waitSeconds.of([...labels, 'true']),
    waitedInVain: families.waitSeconds.of([...labels, 'false']),
    executed: families.executionSeconds.of([...labels, 'regular']),
    watched: families.executionSeconds.of([...labels, 'watch']),
    executing: families.executing.of(labels),
    executingSeats: [families.executingSeats.of(labels), families.inUse.of(labels)],
  }
  const leaveQueue = (request: TrackedRequest): void => {
    if (!request.isQueued) return
    request.isQueued = false
    inQueue.add(labels, -1)
    inQueueSeats.add(labels, -request.estimate.initialSeats)
  }
  return {
    estimated({ estimate: { initialSeats, finalSeats } }) {
      series.estimated.observe(Math.max(initialSeats, finalSeats))
    },
    enqueued(request, length) {
      request.isQueued = true
      inQueue.add(labels, 1)
      inQueueSeats.add(labels, request.estimate.initialSeats)
      series.queueLength.observe(length)
    },
    dispatched(request, waitedMs) {
      leaveQueue(request)
      series.dispatched.add()
      series.executing.add(1)
      for (const seats of series.executingSeats) seats.add(request.estimate.initialSeats)
      series.waited.observe(waitedMs / 1000)
    },
    rejected(request, reason, waitedMs) {
      leaveQueue(request)
      families.rejected.add([...labels, reason])
      series.waitedInVain.observe(waitedMs / 1000)
    },
    finished({ estimate, info }, seconds) {
      series.executing.add(-1)
      for (const seats of series.executingSeats) seats.add(-estimate.initialSeats)
      ;(info.verb === 'watch' ? series.watched : series.executed).observe(seconds)
    },
  }
}
