import type { ObjectReference } from '@pinnace/client'

/** An Event about a workload, as a controller records it. */
export interface WorkloadEvent {
  readonly type: 'Normal' | 'Warning'
  readonly reason: string
  readonly note: string
  /** The object the note is about. Events that say the same about the same object are one series. */
  readonly related?: ObjectReference
}

/** An Event of type Normal. */
export function normalEvent(reason: string, note: string, related?: ObjectReference): WorkloadEvent {
  return { type: 'Normal', reason, note, ...(related === undefined ? {} : { related }) }
}

/** An Event of type Warning. */
export function warningEvent(reason: string, note: string, related?: ObjectReference): WorkloadEvent {
  return { type: 'Warning', reason, note, ...(related === undefined ? {} : { related }) }
}
