import type { Aggregation } from '@pinnace/aggregation'
import type { Auditor } from '@pinnace/audit'
import type { Metrics } from '@pinnace/meta'
import type { Store } from '@pinnace/store'
import type { Health } from './health/index.ts'
import type { HttpContext } from './http/http-context.ts'
import type { InProcessContext } from './in-process/in-process-context.ts'
import type { PipelineContext } from './pipeline/handle-request.ts'

/** The state of a server: all that its pipeline and its transports need, wired once. */
export interface ServerCore extends PipelineContext, HttpContext, InProcessContext {
  readonly metrics: Metrics
  readonly auditor: Auditor | undefined
  readonly store: Store
  readonly health: Health
  readonly aggregation: Aggregation
}
