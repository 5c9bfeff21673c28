// Made by scripts/generate-types.mjs; do not edit.
import type { ApiList, ApiObject } from '@pinnace/meta'
import type { TypeTable } from '@pinnace/schema'
import type { MicroTime, Time } from '../scalars.ts'
import type { ObjectReference } from './core-v1-references.ts'
import type { EventSource } from './core-v1.ts'

/** events.v1.Event */
export interface Event extends ApiObject {
  readonly eventTime: MicroTime
  readonly series?: EventSeries
  readonly reportingController?: string
  readonly reportingInstance?: string
  readonly action?: string
  readonly reason?: string
  readonly regarding?: ObjectReference
  readonly related?: ObjectReference
  readonly note?: string
  readonly type?: string
  readonly deprecatedSource?: EventSource
  readonly deprecatedFirstTimestamp?: Time
  readonly deprecatedLastTimestamp?: Time
  readonly deprecatedCount?: number
}

/** events.v1.EventList */
export type EventList = ApiList<Event>

/** events.v1.EventSeries */
export interface EventSeries {
  readonly count: number
  readonly lastObservedTime: MicroTime
}

/** Fields of the types of this file, one line each. */
export const eventsV1Types: TypeTable = {
  'events.v1.Event': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ObjectMeta
eventTime 2 micro-time required
series 3 events.v1.EventSeries omitempty pointer
reportingController 4 string omitempty
reportingInstance 5 string omitempty
action 6 string omitempty
reason 7 string omitempty
regarding 8 core.v1.ObjectReference omitempty
related 9 core.v1.ObjectReference omitempty pointer
note 10 string omitempty
type 11 string omitempty
deprecatedSource 12 core.v1.EventSource omitempty
deprecatedFirstTimestamp 13 time omitempty
deprecatedLastTimestamp 14 time omitempty
deprecatedCount 15 int32 omitempty`,
  'events.v1.EventList': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ListMeta omitempty
items 2 []events.v1.Event required`,
  'events.v1.EventSeries': `count 1 int32 required
lastObservedTime 2 micro-time required`,
}
