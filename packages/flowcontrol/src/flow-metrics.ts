import type { Metrics } from '@pinnace/meta'
import { createFlowSeries, type FlowSeries } from './flow-series.ts'
import { createLevelGauges, type LevelGauges } from './level-gauges.ts'

/** Counts and measures requests by flow schema and priority level. */
export interface FlowMetrics extends LevelGauges {
  /** The series of one flow schema; made once. */
  series(priorityLevel: string, flowSchema: string): FlowSeries
}

/** Creates the metrics of flow control. */
// upstream: apiserver/pkg/util/flowcontrol/metrics/metrics.go
export function createFlowMetrics(metrics: Metrics): FlowMetrics {
  return { ...createLevelGauges(metrics), series: createFlowSeries(metrics) }
}
