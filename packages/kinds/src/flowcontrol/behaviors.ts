import type { Mutable } from '@pinnace/meta'
import type { FlowSchema, PriorityLevelConfiguration } from '@pinnace/types/flowcontrol-v1'
import { flowSchemaColumns, priorityLevelColumns } from '../columns/cluster.ts'
import { behaviorOf, type KindBehaviors } from '../kind-behavior.ts'

/** The behavior of the kinds of flowcontrol. */
export function behaviors(): KindBehaviors {
  return {
    'flowcontrol.v1.FlowSchema': behaviorOf<FlowSchema>({
      strategy: { defaults: fillFlowSchema },
      columns: flowSchemaColumns,
    }),
    'flowcontrol.v1.PriorityLevelConfiguration': behaviorOf<PriorityLevelConfiguration>({
      strategy: { defaults: fillPriorityLevel },
      columns: priorityLevelColumns,
    }),
  }
}

// upstream: apis/flowcontrol/v1/defaults.go
function fillFlowSchema({ spec }: Mutable<FlowSchema>): void {
  if (spec !== undefined) spec.matchingPrecedence ||= 1000
}

function fillPriorityLevel({ spec }: Mutable<PriorityLevelConfiguration>): void {
  if (spec?.exempt !== undefined) {
    spec.exempt.nominalConcurrencyShares ??= 0
    spec.exempt.lendablePercent ??= 0
  }
  if (spec?.limited === undefined) return
  spec.limited.nominalConcurrencyShares ??= 30
  spec.limited.lendablePercent ??= 0
  const queuing = spec.limited.limitResponse?.queuing
  if (queuing === undefined) return
  queuing.queues ||= 64
  queuing.handSize ||= 8
  queuing.queueLengthLimit ||= 50
}
