import type { GroupVersionKind, GroupVersionResource } from '@pinnace/meta'
import type { Mismatch } from './matcher.ts'
import type { HandlerStep } from './run-handlers.ts'

/** One step of an evaluation. */
export type EvaluationStep = MatchStep | HandlerStep

/** The result of matching: the matched rule, or the reason of a mismatch. */
export type MatchStep =
  | {
      readonly step: 'match'
      readonly rule: number
      readonly kind: GroupVersionKind
      readonly resource: GroupVersionResource
    }
  | { readonly step: 'match'; readonly mismatch: Mismatch }
