import type { RequestInfo, UserInfo } from '@pinnace/meta'

/** A request whose target has been read. */
export interface Received {
  readonly info: RequestInfo
  readonly auditId: string
  /** When the request must be over, by the monotonic clock. */
  readonly deadlineMs: number
  /** Texts for Warning headers, in the order they came up. */
  readonly warnings: string[]
}

/** A request whose sender is known. */
export interface Authenticated extends Received {
  readonly user: UserInfo
}

/** A request with the user it acts as. */
export interface ImpersonatedRequest extends Authenticated {
  /** The sender, where the request acts as another user. */
  readonly impersonator: UserInfo | undefined
}

declare const authorizedBrand: unique symbol

/** A request that is allowed. Only `authorize` makes one. */
export interface Authorized extends ImpersonatedRequest {
  readonly [authorizedBrand]: true
}
