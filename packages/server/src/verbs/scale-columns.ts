import { humanDuration, parseTime } from '@pinnace/meta'
import type { Column } from '@pinnace/resources'
import type { Scale } from './scale.ts'

/** The Table columns of a Scale. */
// upstream: printers/internalversion, printScale
export const scaleColumns: readonly Column<Scale>[] = [
  {
    name: 'Name',
    type: 'string',
    description: 'The name of what is scaled.',
    value: ({ metadata }) => metadata.name ?? '',
  },
  { name: 'Desired', type: 'integer', description: 'Replicas asked for.', value: ({ spec }) => spec.replicas ?? 0 },
  { name: 'Available', type: 'integer', description: 'Replicas there are.', value: ({ status }) => status.replicas },
  { name: 'Age', type: 'string', description: 'How long ago it was created.', value: ageOf },
]

function ageOf({ metadata }: Scale, nowMs: number): string {
  const created = metadata.creationTimestamp
  const then = created === undefined || created === null ? undefined : parseTime(created)
  return then === undefined ? '<unknown>' : humanDuration(nowMs - then)
}
