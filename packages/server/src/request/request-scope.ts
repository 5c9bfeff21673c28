import type { AdmissionStep, CalledWebhook } from '@pinnace/admission'
import type { AuditContext } from '@pinnace/audit'
import type { ApiObject, Awaitable, UserInfo } from '@pinnace/meta'
import type { ObjectScope } from '../storage/object-scope.ts'

/** An authorized request for a resource, independent of the transport. */
export interface RequestScope extends ObjectScope {
  readonly user: UserInfo
  readonly verb: string
  readonly subresource: string
  /** The first part of the client's user agent: the default field manager. */
  readonly userAgent: string
  /** The audit context; undefined when auditing is off. */
  readonly auditContext: AuditContext | undefined
  /** Called after each admission plugin; undefined unless an interceptor is at work. */
  readonly onAdmissionStep?: ((step: AdmissionStep) => void) | undefined
  /** Awaited before an admission webhook is connected to; undefined unless an interceptor is at work. */
  readonly beforeWebhook?: ((webhook: CalledWebhook) => Awaitable<void>) | undefined
  /** Records what the request goes through; absent without the inspector. */
  readonly trace?: ScopeTrace | undefined
  /** Adds a warning to the answer. */
  warn(text: string): void
  /**
   * Throws 403 unless the user is also allowed this verb (`create` for an update that creates the object), of the object
   * of the request or of another one of its resource.
   */
  authorize(verb: string, target?: PermissionTarget): Promise<void>
}

/** The record of a request for the inspector. */
export interface ScopeTrace {
  /** Records what each plugin changes of an object; the result is called after each of them, and calls `onAdmissionStep`. */
  observeAdmission(
    object: ApiObject | undefined,
    scope: Pick<RequestScope, 'onAdmissionStep'>,
  ): (step: AdmissionStep) => void
  annotate(key: string, value: string): void
  /** The write of the request has been stored. */
  committed(revision: bigint): void
}

/** What a further permission is for. */
export interface PermissionTarget {
  readonly namespace: string
  readonly name: string
  /** @default that of the request */
  readonly resource?: string
  readonly subresource: string
}
