import type { Awaitable, Clock } from '@pinnace/meta'
import type { Store } from '@pinnace/store'

/** Options for `createCluster`. All processes run the same program, and so have the same options. */
export interface ClusterOptions<Shared> {
  /** The number of worker processes, 1 to 64. */
  readonly workers: number
  /**
   * Opens the store, in the primary process only; workers have copies of it, and send it their writes. Without it each
   * worker opens a store that several processes can share, such as etcd.
   */
  readonly openStore?: () => Awaitable<Store>
  /**
   * Makes what all workers need to know, in the primary process only: keys, for example. Sent with the structured clone
   * algorithm.
   */
  readonly prepare?: () => Awaitable<Shared>
  /** Starts the server of a worker. What it returns is closed before the worker ends. */
  readonly run: (worker: ClusterWorker<Shared>) => Awaitable<{ close(): Awaitable<void> }>
  /** How long a worker may take to close, in milliseconds; it is killed afterward. @default 30000 */
  readonly stopTimeoutMs?: number
  /**
   * How long a worker may leave a change unreceived, in milliseconds. It is killed afterward, because writes of the others
   * wait for it. @default 10000
   */
  readonly receiveTimeoutMs?: number
  /** Called in the primary process when a worker has ended unexpectedly. It is started again. */
  readonly onWorkerExit?: (exit: WorkerExit) => void
  readonly clock?: Pick<Clock, 'after' | 'soon' | 'monotonic'>
}

/** What a worker runs with. */
export interface ClusterWorker<Shared> {
  /** 1 to `workers`. A worker that is started again has the number of the one it replaces. */
  readonly number: number
  /** How many workers with this number have ended before: 0 for the first one. */
  readonly restarts: number
  /** The copy of the store; undefined without `openStore`. It is closed after what `run` returns. */
  readonly store: Store | undefined
  /** What `prepare` has made; undefined without it. */
  readonly shared: Shared
}

/** The end of a worker process. */
export interface WorkerExit {
  readonly number: number
  readonly code: number | null
  readonly signal: string | null
  /** The time until the worker is started again, in milliseconds. */
  readonly restartMs: number
}

/** A running cluster, or in a worker process the worker. */
export interface Cluster {
  /** Whether this is the process that keeps the store and the workers. */
  readonly isPrimary: boolean
  /** Resolves when the cluster is closed; in a worker process when this worker is, also by the primary process. */
  readonly closed: Promise<void>
  /** Ends all workers, then closes the store; in a worker process ends this worker. */
  close(): Promise<void>
}
