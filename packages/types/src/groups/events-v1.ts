// Made by scripts/generate-types.mjs; do not edit.
import type { ApiList, ApiObject } from '@pinnace/meta'
import type { TypeTable } from '@pinnace/schema'
import type { MicroTime, Time } from '../scalars.ts'
import type { ObjectReference } from './core-v1-references.ts'
import type { EventSource } from './core-v1.ts'

/**
 * events.v1.Event
 *
 * Reports that something happened to an object. Events are informative: they are kept for a short time and can be lost.
 */
export interface Event extends ApiObject {
  /** When it was first observed. */
  readonly eventTime: MicroTime
  /** Counts repetitions. Absent for what happened once. */
  readonly series?: EventSeries
  /** The controller that reports, as a name with a domain. It cannot be changed. */
  readonly reportingController?: string
  /** The instance of the controller, such as the name of its pod. At most 128 characters; it cannot be changed. */
  readonly reportingInstance?: string
  /** What was done or failed, as a CamelCase word for programs. At most 128 characters; it cannot be changed. */
  readonly action?: string
  /** Why it was done, as a CamelCase word for programs. At most 128 characters; it cannot be changed. */
  readonly reason?: string
  /** The object that it happened to. It cannot be changed. */
  readonly regarding?: ObjectReference
  /** A second object that is involved. */
  readonly related?: ObjectReference
  /** What happened, for people. At most 1024 bytes. */
  readonly note?: string
  /** Normal or Warning. */
  readonly type?: string
  /** The reporter in the form of core/v1, for old clients. */
  readonly deprecatedSource?: EventSource
  /** The time of the first occurrence in the form of core/v1. */
  readonly deprecatedFirstTimestamp?: Time
  /** The time of the last occurrence in the form of core/v1. */
  readonly deprecatedLastTimestamp?: Time
  /** How often it occurred, in the form of core/v1. */
  readonly deprecatedCount?: number
}

/** events.v1.EventList */
export type EventList = ApiList<Event>

/**
 * events.v1.EventSeries
 *
 * Repetitions of an event, which are counted instead of reported one by one.
 */
export interface EventSeries {
  /** How often it has occurred. At least 2. */
  readonly count: number
  /** When it was last observed. */
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
