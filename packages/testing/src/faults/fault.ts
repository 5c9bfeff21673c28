import type { StatusReason } from '@pinnace/meta'

/** The requests that a fault is for; an absent member matches every request. */
export interface FaultMatch {
  /** `get`, `list`, `watch`, `create` …; several are alternatives. */
  readonly verb?: string | readonly string[] | undefined
  /** The plural name, with its group if it has one, and a subresource: `pods`, `deployments.apps`, `pods/status`. */
  readonly resource?: string | readonly string[] | undefined
  readonly namespace?: string | readonly string[] | undefined
  readonly name?: string | readonly string[] | undefined
  /** The name of the user that the request acts as. */
  readonly user?: string | readonly string[] | undefined
  /** The beginning of the user agent. */
  readonly userAgent?: string | readonly string[] | undefined
  /** Only the request of this number, counted from 1 among those that match. */
  readonly nth?: number | undefined
  /** The part of the matching requests, from 0 to 1, chosen by the seed. @default 1 */
  readonly probability?: number | undefined
}

/** What a fault does. Durations are those of the server's clock. */
export type FaultAction =
  /** Answers with a Status. The reason decides the code, or the code the reason. */
  | {
      readonly type: 'status'
      readonly code?: number | undefined
      readonly reason?: StatusReason | undefined
      readonly message?: string | undefined
      /** Sent as Retry-After too. */
      readonly retryAfterSeconds?: number | undefined
    }
  /** Answers an update with the 409 of an object that has been modified. */
  | { readonly type: 'conflict' }
  /**
   * A certificate has expired: that of clients, which is rejected at authentication, or that of the server, which new
   * connections are shown; open ones end when their requests are answered.
   */
  | { readonly type: 'expiredCertificate'; readonly of?: 'client' | 'server' | undefined }
  /**
   * Calls of admission webhooks do not reach them until the delay is over; without one, until their timeout. The failure
   * policy of the webhook decides about the request. Happens to calls, not to requests.
   */
  | {
      readonly type: 'webhookTimeout'
      /** The name of the webhook. @default every webhook */
      readonly webhook?: string | undefined
      readonly delayMs?: number | undefined
    }
  /** Executes the request later. */
  | { readonly type: 'delay'; readonly delayMs: number }
  /** Does not execute the request: it is answered at its deadline, with 504, or when the fault is removed. */
  | { readonly type: 'hang' }
  /** Closes the connection without an answer, before the request is executed or after: a write is done then. */
  | { readonly type: 'reset'; readonly when: 'before' | 'after' }
  /** Sends the body slowly; over HTTP only. */
  | { readonly type: 'slowBody'; readonly bytesPerSecond: number }
  /** Ends a watch after so many events. */
  | { readonly type: 'closeWatch'; readonly afterEvents?: number | undefined }
  /** Closes the connection of a watch in the middle of an event; over HTTP only. */
  | { readonly type: 'cutWatch'; readonly afterEvents?: number | undefined }
  /** Delivers each event of a watch later. */
  | { readonly type: 'delayWatch'; readonly delayMs: number }
  /** Delivers the events of a watch in bulk: so many at once, or those of the time. */
  | { readonly type: 'batchWatch'; readonly events: number; readonly everyMs: number }
  /** Delivers each event of a watch twice, as after a resume from an older version. */
  | { readonly type: 'repeatEvents' }
  /** Delivers no bookmarks. */
  | { readonly type: 'withholdBookmarks' }
  /** Forgets the history before now: watches and continue tokens that begin there are answered with 410. */
  | { readonly type: 'compact' }
  /** Answers gets and lists from a cache that stays as it is now: those with `resourceVersion=0`, or all of them. */
  | { readonly type: 'staleReads'; readonly all?: boolean | undefined }
  /** Sets the wall clock of a fake clock forward, or back. */
  | { readonly type: 'clockJump'; readonly jumpMs: number }

/** Options of {@link Faults.add}. */
export interface FaultOptions {
  /** @default every request */
  readonly match?: FaultMatch | undefined
  readonly do: FaultAction
  /** How often the fault happens at most. @default without a limit */
  readonly times?: number | undefined
  /** Decides together with `match.probability`; the same seed chooses the same requests. @default 1 */
  readonly seed?: number | undefined
}

/** A fault that is in effect. */
export interface Fault extends Disposable {
  /** How often it has happened. */
  readonly count: number
  /** Resolves when it has happened so many times. */
  wait(times?: number): Promise<void>
  /** Ends it; requests that hang are executed. */
  remove(): void
}

/** The faults of a server. */
export interface Faults {
  /** Adds a fault. Throws a TypeError for an action that this server cannot do. */
  add(options: FaultOptions): Fault
  /** Removes all faults. */
  clear(): void
}
