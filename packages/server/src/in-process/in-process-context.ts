import type { Random, Vocabulary } from '@pinnace/meta'
import type { WatchMetrics } from '@pinnace/metrics'
import type { PipelineContext } from '../pipeline/handle-request.ts'

/** What in-process calls need of the server. */
export interface InProcessContext extends PipelineContext {
  readonly vocabulary: Vocabulary
  readonly random: Random
  /** Undefined when metrics are off. */
  readonly watches: WatchMetrics | undefined
}
