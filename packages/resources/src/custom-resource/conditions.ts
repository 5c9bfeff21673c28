import { formatTime, type Clock, type Mutable } from '@pinnace/meta'
import type { CustomResourceDefinition, CustomResourceDefinitionCondition } from '@pinnace/types/apiextensions-v1'

/** What a condition says, without when it came to say so. */
export type ConditionState = Pick<CustomResourceDefinitionCondition, 'type' | 'status' | 'reason' | 'message'>

/** Sets a condition; the time of its transition changes with its status only. */
// upstream: apiextensions-apiserver/pkg/apihelpers/helpers.go, SetCRDCondition
export function setCondition(definition: Mutable<CustomResourceDefinition>, state: ConditionState, clock: Clock): void {
  const status = (definition.status ??= {})
  const conditions = (status.conditions ??= []) as Mutable<CustomResourceDefinitionCondition>[]
  const now = formatTime(clock.now())
  const at = conditions.findIndex(({ type }) => type === state.type)
  const known = conditions[at]
  if (known === undefined) conditions.push({ ...state, lastTransitionTime: now })
  else {
    const { lastTransitionTime = now } = known
    conditions[at] = {
      ...known,
      ...state,
      lastTransitionTime: known.status === state.status ? lastTransitionTime : now,
    }
  }
}

/** A condition, where there is one of that type. */
export function conditionOf(
  { status }: Pick<CustomResourceDefinition, 'status'>,
  type: string,
): CustomResourceDefinitionCondition | undefined {
  return status?.conditions?.find((condition) => condition.type === type)
}
