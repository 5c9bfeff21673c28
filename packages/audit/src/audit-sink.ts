import type { Awaitable } from '@pinnace/meta'
import type { AuditEvent } from './audit-event.ts'

/**
 * When requests wait for a sink: never (`batch`), until their events are written or have failed (`blocking`), or the
 * same, and a request whose `RequestReceived` event cannot be written is rejected (`blocking-strict`).
 */
// upstream: apiserver/pkg/server/options/audit.go, ModeBatch, ModeBlocking, ModeBlockingStrict
export type AuditMode = 'batch' | 'blocking' | 'blocking-strict'

/** Events that a sink accepted and could not write. */
export interface AuditLoss {
  readonly count: number
  readonly error: unknown
}

/** Where events are written. */
export interface AuditSink {
  /** The `plugin` label of `apiserver_audit_error_total`. @default 'sink' */
  readonly name?: string
  /** @default 'batch' */
  readonly mode?: AuditMode
  /** Writes events. Throws or rejects if they are lost; it is called again with the next events. */
  write(events: readonly AuditEvent[]): Awaitable<void>
  /** The auditor calls this once. A sink that buffers calls `onLost` for events it has to drop. */
  observe?(onLost: (loss: AuditLoss) => void): void
  /** Waits until buffered events are written. */
  close?(): Promise<void>
}
