import type { ApiObject, Vocabulary } from '@pinnace/meta'
import { ageSince, type Column, column, nameIsPathSegment, timedColumn, type KeptCell } from '@pinnace/resources'
import type { Event } from '@pinnace/types/core-v1'
import type { KindBehavior } from '../kind-behavior.ts'
import { validateAnyEvent } from '../events/event-validation.ts'

/** Events of the core group: what happened to an object, as old clients write it. */
export function event(vocabulary: Vocabulary, ttlSeconds: number): KindBehavior<Event> {
  return {
    ...(ttlSeconds === 0 ? {} : { ttlSeconds }),
    validateName: nameIsPathSegment,
    strategy: {
      hasNoDependents: true,
      validate: (next, errors) => validateAnyEvent(next, 'reportingComponent', vocabulary, errors),
      validateUpdate: (next, _, errors) => validateAnyEvent(next, 'reportingComponent', vocabulary, errors),
    },
    columns: eventColumns((object) => object),
    selectableFields: eventFields,
  }
}

/** Values a field selector may ask an event for. */
// upstream: registry/core/event/strategy.go, ToSelectableFields
export const eventFields: Readonly<Record<string, (event: Event) => string>> = {
  'involvedObject.kind': (object) => object.involvedObject.kind ?? '',
  'involvedObject.namespace': (object) => object.involvedObject.namespace ?? '',
  'involvedObject.name': (object) => object.involvedObject.name ?? '',
  'involvedObject.uid': (object) => object.involvedObject.uid ?? '',
  'involvedObject.apiVersion': (object) => object.involvedObject.apiVersion ?? '',
  'involvedObject.resourceVersion': (object) => object.involvedObject.resourceVersion ?? '',
  'involvedObject.fieldPath': (object) => object.involvedObject.fieldPath ?? '',
  reason: (object) => object.reason ?? '',
  reportingComponent: (object) => object.reportingComponent ?? '',
  source: (object) => object.source?.component || (object.reportingComponent ?? ''),
  type: (object) => object.type ?? '',
}

/** The columns of an event, in either group: `read` gives it in the form of the core group. */
// upstream: printers, printEvent
export function eventColumns<T extends ApiObject>(read: (object: T) => Event): readonly Column<T>[] {
  const of = (name: string, value: (event: Event) => string | number, wide = false): Column<T> =>
    column<T>(name, (object) => value(read(object)), { wide })
  return [
    timedColumn<T>('Last Seen', (object) => lastSeen(read(object))),
    of('Type', ({ type }) => type ?? ''),
    of('Reason', ({ reason }) => reason ?? ''),
    of('Object', target),
    of('Subobject', ({ involvedObject }) => involvedObject.fieldPath ?? '', true),
    of('Source', source, true),
    of('Message', ({ message }) => (message ?? '').trim()),
    timedColumn<T>('First Seen', (object) => firstSeen(read(object)), { wide: true }),
    of('Count', occurrences, true),
    { ...of('Name', ({ metadata }) => metadata.name ?? '', true), format: 'name' },
  ]
}

function firstSeen({ firstTimestamp, eventTime }: Event): KeptCell {
  return ageSince(isSet(firstTimestamp) ? firstTimestamp : eventTime)
}

function lastSeen(object: Event): KeptCell {
  if (object.series !== undefined) return ageSince(object.series.lastObservedTime)
  return isSet(object.lastTimestamp) ? ageSince(object.lastTimestamp) : firstSeen(object)
}

function occurrences({ series, count }: Event): number {
  return series === undefined ? count || 1 : (series.count ?? 0)
}

function target({ involvedObject: { kind = '', name = '' } }: Event): string {
  return name === '' ? kind.toLowerCase() : `${kind.toLowerCase()}/${name}`
}

function source({
  source: { component = '', host = '' } = {},
  reportingComponent = '',
  reportingInstance = '',
}: Event): string {
  const [name, instance] = component === '' ? [reportingComponent, reportingInstance] : [component, host]
  return instance === '' ? name : `${name}, ${instance}`
}

function isSet(time: string | null | undefined): boolean {
  return time !== undefined && time !== null
}
