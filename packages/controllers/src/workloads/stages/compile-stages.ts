import type { ApiObject } from '@pinnace/meta'
import { parseQuery } from './query/parse-query.ts'
import type { Query } from './query/query.ts'
import type { Stage, StageRequirement, StageStep, StageValues } from './stage.ts'
import { isStageFunction } from './stage-functions.ts'
import { parseTemplate } from './template/parse-template.ts'
import type { Template } from './template/template.ts'

/** A stage with its queries and templates parsed. */
export interface CompiledStage {
  readonly stage: Stage
  readonly requirements: readonly CompiledRequirement[]
  readonly weightFrom: Query | undefined
  readonly delayFrom: Query | undefined
  readonly jitterFrom: Query | undefined
  readonly steps: readonly CompiledStep[]
}

/** A requirement of a selector. */
export interface CompiledRequirement {
  readonly query: Query
  readonly operator: StageRequirement['operator']
  readonly values: ReadonlySet<string>
}

/** A step with its templates parsed. */
export interface CompiledStep extends Pick<StageStep, 'finalizers' | 'delete'> {
  readonly event: (Omit<NonNullable<StageStep['event']>, 'message'> & { readonly message: Template }) | undefined
  readonly patch: CompiledPatch | undefined
}

/** A patch with its template parsed. */
export interface CompiledPatch {
  readonly template: Template | ((object: ApiObject, values: StageValues) => unknown)
  readonly root: string | undefined
  readonly subresource: string | undefined
  readonly type: 'merge' | 'strategic' | 'json' | undefined
}

/** Parses what stages contain. A TypeError names the stage and what is not supported in it. */
export function compileStages(stages: readonly Stage[]): readonly CompiledStage[] {
  return stages.map((stage) => {
    const { selector = {}, weightFrom, delay = {}, steps } = stage
    const within = <T>(what: string, parse: () => T): T => {
      try {
        return parse()
      } catch (cause) {
        const reason = cause instanceof Error ? cause.message : String(cause)
        throw new TypeError(`stage ${JSON.stringify(stage.name)}, ${what}: ${reason}`, { cause })
      }
    }
    const query = (text: string): Query => within(`query ${JSON.stringify(text)}`, () => parseQuery(text))
    const optional = (text: string | undefined): Query | undefined => (text === undefined ? undefined : query(text))
    const template = (what: string, text: string): Template => within(what, () => parseTemplate(text, isStageFunction))
    return {
      stage,
      requirements: (selector.matchExpressions ?? []).map(({ key, operator, values = [] }) => {
        within(`query ${JSON.stringify(key)}`, () => assertValues(operator, values))
        return { query: query(key), operator, values: new Set(values) }
      }),
      weightFrom: optional(weightFrom),
      delayFrom: optional(delay.from),
      jitterFrom: optional(delay.jitterFrom),
      steps: steps.map(({ event, patch, ...step }) => ({
        ...step,
        event: event && { ...event, message: template('message of the event', event.message) },
        patch: patch && {
          root: patch.root,
          subresource: patch.subresource,
          type: patch.type,
          template: typeof patch.template === 'string' ? template('template', patch.template) : patch.template,
        },
      })),
    }
  })
}

function assertValues(operator: string, values: readonly string[]): void {
  if (!['In', 'NotIn', 'Exists', 'DoesNotExist'].includes(operator)) {
    throw new TypeError(`operator ${JSON.stringify(operator)} is not supported`)
  }
  const needsValues = operator === 'In' || operator === 'NotIn'
  if (needsValues !== values.length > 0) {
    throw new TypeError(needsValues ? `${operator} needs values` : `${operator} takes no values`)
  }
}
