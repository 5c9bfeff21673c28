import type { ApiObject } from '@pinnace/meta'
import { referenceTo, type ObjectReference } from './object-reference.ts'

/** An Event of the events group. */
export interface RecordedEvent extends ApiObject {
  readonly eventTime?: string
  readonly reportingController?: string
  readonly reportingInstance?: string
  readonly action?: string
  readonly reason?: string
  readonly regarding?: ObjectReference
  readonly related?: ObjectReference
  readonly note?: string
  readonly type?: string
  readonly series?: EventSeries
}

/** How often an Event has occurred, and when last. */
export interface EventSeries {
  readonly count: number
  readonly lastObservedTime: string
}

/** What an Event is about, as {@link EventRecorder.record} takes it. */
export interface Happening {
  /** The object it happened to, or a reference to it. */
  readonly regarding: ApiObject | ObjectReference
  readonly related?: ApiObject | ObjectReference
  readonly type: 'Normal' | 'Warning'
  /** Why, in one word: `ScalingReplicaSet`. */
  readonly reason: string
  /** What was done: `Scaling`. */
  readonly action: string
  /** For people; 1024 bytes are kept. */
  readonly note: string
}

/** Who reports an Event, when, and under which name. */
export interface EventSource {
  readonly reportingController: string
  readonly reportingInstance: string
  /** A MicroTime. */
  readonly eventTime: string
  /** Tells Events of one object apart. */
  readonly suffix: string
}

const maxNoteBytes = 1024

/** A new Event. */
export function toEvent(happening: Happening, { suffix, ...source }: EventSource): RecordedEvent {
  const { type, reason, action, note } = happening
  const regarding = referenceTo(happening.regarding)
  return {
    metadata: { name: `${regarding.name}.${suffix}`, namespace: regarding.namespace ?? 'default' },
    ...source,
    action,
    reason,
    regarding,
    ...(happening.related === undefined ? {} : { related: referenceTo(happening.related) }),
    note: truncated(note),
    type,
  }
}

/** Events with the same key are one Event with a series: an object stays the same when its version changes. */
export function seriesKey(
  { type, action, reason, regarding, related, note }: Happening,
  seriesBy: 'reason' | 'note' = 'reason',
): string {
  const objects = [regarding, related].map((object) => object && { ...referenceTo(object), resourceVersion: '' })
  return JSON.stringify([type, action, reason, ...objects, ...(seriesBy === 'note' ? [note] : [])])
}

function truncated(note: string): string {
  const bytes = new TextEncoder().encode(note)
  if (bytes.length <= maxNoteBytes) return note
  // A character that is cut in two is left out.
  return new TextDecoder().decode(bytes.subarray(0, maxNoteBytes), { stream: true })
}
