import type { Strategy } from '@pinnace/resources'
import type { ObjectSchema } from '@pinnace/schema'
import type { KindRow } from '@pinnace/types'
import { bumpGeneration, startGeneration } from './generation.ts'
import { keepStatus, resetStatus } from './status-subresource.ts'

/** The default strategy, for a kind without a strategy. */
export function defaultStrategy(row: KindRow, schema: () => ObjectSchema): Strategy {
  const { hasStatus = false, hasGeneration = false } = row
  return {
    allowCreateOnUpdate: row.allowCreateOnUpdate ?? false,
    allowUnconditionalUpdate: row.allowUnconditionalUpdate ?? true,
    ...(hasStatus || hasGeneration
      ? {
          prepareForCreate(next) {
            if (hasStatus) resetStatus(next, schema)
            if (hasGeneration) startGeneration(next)
          },
          prepareForUpdate(next, live) {
            if (hasStatus) keepStatus(next, live)
            if (hasGeneration) bumpGeneration(next, live)
          },
        }
      : {}),
  }
}
