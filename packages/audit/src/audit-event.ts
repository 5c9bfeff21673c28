import type { UserInfo } from '@pinnace/meta'

/** How much of a request is recorded. */
export type AuditLevel = 'None' | 'Metadata' | 'Request' | 'RequestResponse'

/** The stage of a request an event is emitted at. */
export type AuditStage = 'RequestReceived' | 'ResponseStarted' | 'ResponseComplete' | 'Panic'

/** The object a request was for. */
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

/** One entry of the audit log. */
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
  /** How a constrained impersonation was allowed. */
  readonly authenticationMetadata?: { readonly impersonationConstraint: string }
  readonly sourceIPs?: readonly string[]
  readonly userAgent?: string
  readonly objectRef?: AuditObjectReference
  readonly responseStatus?: {
    readonly metadata: Readonly<Record<string, never>>
    readonly code: number
    readonly status?: string
    readonly reason?: string
    readonly message?: string
  }
  readonly requestObject?: unknown
  readonly responseObject?: unknown
  readonly requestReceivedTimestamp: string
  readonly stageTimestamp: string
  readonly annotations?: Readonly<Record<string, string>>
}
