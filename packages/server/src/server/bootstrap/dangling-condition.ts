import type { FlowSchemaCondition } from '@pinnace/types/flowcontrol-v1'

/** The condition that says whether the level of a schema exists. */
export function danglingCondition(
  level: string,
  exists: boolean,
  lastTransitionTime: string,
): Required<FlowSchemaCondition> {
  const reference = `This FlowSchema references the PriorityLevelConfiguration object named ${JSON.stringify(level)}`
  return {
    type: 'Dangling',
    status: exists ? 'False' : 'True',
    lastTransitionTime,
    reason: exists ? 'Found' : 'NotFound',
    message: exists ? `${reference} and it exists` : `${reference} but there is no such object`,
  }
}
