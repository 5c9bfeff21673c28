import type { ApiObject, Mutable, Vocabulary } from '@pinnace/meta'
import type { Event as CoreEvent } from '@pinnace/types/core-v1'
import type { Event } from '@pinnace/types/events-v1'
import type { KindBehavior } from '../kind-behavior.ts'
import { eventColumns, eventFields } from '../core/event.ts'
import { validateAnyEvent, validateEventChange, validateNewEvent } from './event-validation.ts'

/** Events of the newer group: stored with those of the core group, held to stricter rules when written. */
export function newEvent(vocabulary: Vocabulary, ttlSeconds: number): KindBehavior<Event> {
  return {
    ...(ttlSeconds === 0 ? {} : { ttlSeconds }),
    storage: { group: '', resource: 'events' },
    conversion: {
      fromHub(object) {
        rename(object, fromCore)
        setWritten(object, ['reportingController', 'reportingInstance'], false)
      },
      toHub(object) {
        rename(object, toCore)
        setWritten(object, ['reportingComponent', 'reportingInstance'], true)
      },
    },
    strategy: {
      hasNoDependents: true,
      validateFirst: (next, errors) => validateAnyEvent(asCoreEvent(next), 'reportingController', vocabulary, errors),
      validate: (next, errors) => validateNewEvent(asCoreEvent(next), errors),
      validateUpdate: (next, live, errors) => validateEventChange(asCoreEvent(next), asCoreEvent(live), errors),
    },
    columns: eventColumns(asCoreEvent),
    selectableFields: Object.fromEntries(
      Object.entries(eventFields)
        .filter(([field]) => field !== 'source')
        .map(([field, read]) => [selectorNames.get(field) ?? field, (object: Event) => read(asCoreEvent(object))]),
    ),
    storedFields: Object.fromEntries(
      Object.keys(eventFields)
        .filter((field) => field !== 'source')
        .map((field) => [selectorNames.get(field) ?? field, field]),
    ),
  }
}

/** Names of fields here, where they differ, by their names in the core group. */
// upstream: apis/events/v1/conversion.go
const toCore: ReadonlyMap<string, string> = new Map([
  ['regarding', 'involvedObject'],
  ['note', 'message'],
  ['reportingController', 'reportingComponent'],
  ['deprecatedSource', 'source'],
  ['deprecatedFirstTimestamp', 'firstTimestamp'],
  ['deprecatedLastTimestamp', 'lastTimestamp'],
  ['deprecatedCount', 'count'],
])

const fromCore: ReadonlyMap<string, string> = new Map([...toCore].map(([here, there]) => [there, here]))

const selectorNames: ReadonlyMap<string, string> = new Map([
  ['reportingComponent', 'reportingController'],
  ...['kind', 'namespace', 'name', 'uid', 'apiVersion', 'resourceVersion', 'fieldPath'].map(
    (field): [string, string] => [`involvedObject.${field}`, `regarding.${field}`],
  ),
])

function rename(object: Mutable<ApiObject>, names: ReadonlyMap<string, string>): void {
  const fields = object as unknown as Record<string, unknown>
  for (const key of Object.keys(fields)) {
    const name = names.get(key)
    if (name === undefined) continue
    fields[name] = fields[key]
    delete fields[key]
  }
  if (fields['involvedObject'] === undefined && names === toCore) fields['involvedObject'] = {}
}

/** Writes or leaves out these texts if they are empty: JSON of the core group has them, JSON of the newer group does not. */
function setWritten(object: Mutable<ApiObject>, names: readonly string[], isWritten: boolean): void {
  const fields = object as unknown as Record<string, unknown>
  for (const name of names) {
    if ((fields[name] ?? '') !== '') continue
    if (isWritten) fields[name] = ''
    else delete fields[name]
  }
}

function asCoreEvent(object: Event): CoreEvent {
  const copy = { ...object } as unknown as Mutable<ApiObject>
  rename(copy, toCore)
  return copy as unknown as CoreEvent
}
