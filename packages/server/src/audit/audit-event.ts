import type { ApiObject, Status, UserInfo } from '@pinnace/meta'

/** How much of a request is written down. */
export type AuditLevel = 'None' | 'Metadata' | 'Request' | 'RequestResponse'

/** When an event is written. */
export type AuditStage = 'RequestReceived' | 'ResponseStarted' | 'ResponseComplete' | 'Panic'

/** What a request was about. */
export interface AuditObjectReference {
  readonly resource?: string
  readonly namespace?: string
  readonly name?: string
  readonly uid?: string
  readonly apiGroup?: string
  readonly apiVersion?: string
  readonly resourceVersion?: string
  readonly subresource?: string
}

/** One line of the audit log. */
export interface AuditEvent {
  readonly kind: 'Event'
  /** `audit.<domain>/v1` */
  readonly apiVersion: string
  readonly level: AuditLevel
  readonly auditID: string
  readonly stage: AuditStage
  readonly requestURI: string
  readonly verb: string
  readonly user: Partial<UserInfo>
  readonly impersonatedUser?: Partial<UserInfo>
  readonly sourceIPs?: readonly string[]
  readonly userAgent?: string
  readonly objectRef?: AuditObjectReference
  readonly responseStatus?: {
    readonly code: number
    readonly status?: string
    readonly reason?: string
    readonly message?: string
  }
  readonly requestObject?: unknown
  readonly responseObject?: ApiObject | Status | unknown
  readonly requestReceivedTimestamp: string
  readonly stageTimestamp: string
  readonly annotations?: Readonly<Record<string, string>>
}

/** Where events go. A sink that throws or rejects loses its events and nothing else. */
export interface AuditSink {
  write(events: readonly AuditEvent[]): void
  /** Writes what is held back. */
  close?(): Promise<void>
}
