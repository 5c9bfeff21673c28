import type { FakeClock } from '@pinnace/testing'
import type { Server } from '../../src/index.ts'
import type { Answer } from '../support/call.ts'
import type { Model, State } from './model.ts'
import type { Pages } from './reads.ts'
import type { Watches } from './watches.ts'

/** A server under test beside the model of it. */
export interface Run {
  readonly server: Server
  readonly clock: FakeClock
  readonly model: Model
  readonly watches: Watches
  readonly pages: Pages
  /** Waits until the changes have been seen by the watch of everything, and writes them down under their versions. */
  settle(expected: readonly Expected[]): Promise<void>
  /** A unique number. */
  unique(): number
}

/** A change a write must have made. */
export interface Expected {
  readonly before: State | undefined
  /** Without version, and without uid where it is new. */
  readonly after: Omit<State, 'version'> | undefined
  /** What the answer said it is. */
  readonly answered?: State
}

/** The status of an answer with its message, for a person. */
export function describeAnswer({ status, json }: Answer): string {
  return `${status} ${json?.reason ?? ''} ${json?.message ?? ''}`
}
