import type { RequestInfo, UserInfo } from '@pinnace/meta'

// What the stages of the request pipeline hand on; `handle-request.ts` has their order.

/** A request whose target has been parsed. */
export interface Received {
  readonly info: RequestInfo
  /** The deadline of the request, milliseconds of the monotonic clock. */
  readonly deadlineMs: number
  /** Texts for Warning headers, in the order they were added. */
  readonly warnings: string[]
}

/** A request whose user is known. */
export interface Authenticated extends Received {
  readonly user: UserInfo
}

/** A request with the user it acts as. */
export interface ImpersonatedRequest extends Authenticated {
  /** The authenticated user, if the request impersonates another one. */
  readonly impersonator: UserInfo | undefined
  /** The verb that allowed the impersonation, `impersonate:user-info`, if it was constrained. */
  readonly constraint?: string
}

declare const authorizedBrand: unique symbol

/** A request that has been authorized. Only `authorize` creates one. */
export interface Authorized extends ImpersonatedRequest {
  readonly [authorizedBrand]: true
}

/** A request that authentication or impersonation has refused. */
export interface RefusedRequest {
  readonly info: RequestInfo
  /** With an empty name if none was found. */
  readonly user: UserInfo
}
