import type { ToPrimary, ToReplica } from './messages.ts'

/** The member that tells messages of a cluster from other messages between the processes. */
const channel = 'pinnaceCluster'

/** Which worker a process is. */
export interface WorkerPart {
  readonly number: number
  readonly restarts: number
}

/** What the primary process sends to a worker. */
export type ToWorker =
  | { readonly type: 'start'; readonly worker: WorkerPart; readonly shared: unknown; readonly hasStore: boolean }
  | { readonly type: 'store'; readonly message: ToReplica }
  | { readonly type: 'stop' }

/** What a worker sends to the primary process. */
export type FromWorker =
  /** It receives messages now. */
  | { readonly type: 'attach' }
  | { readonly type: 'running' }
  | { readonly type: 'failed'; readonly message: string }
  | { readonly type: 'store'; readonly message: ToPrimary }

export function toEnvelope(message: ToWorker | FromWorker): object {
  return { [channel]: message }
}

/** The message in an envelope; undefined for messages that are not of the cluster. */
export function readEnvelope(received: unknown): unknown {
  if (typeof received !== 'object' || received === null || !Object.hasOwn(received, channel)) return undefined
  return Reflect.get(received, channel)
}
