import type { AuthorizerAttributes, Decision } from '@pinnace/authz'
import type { UserInfo } from '@pinnace/meta'
import type { RbacExplanation } from '@pinnace/rbac'

/** Why a request was allowed or refused. For hosts and tests: nothing of it is sent to the caller. */
export interface Explanation {
  /** Who named the user: `client certificate`, `bearer token`, `authenticator 1`; `undefined` for nobody (anonymous, in process). */
  readonly authenticator: string | undefined
  readonly user: UserInfo
  /** What was asked. */
  readonly attributes: AuthorizerAttributes
  readonly decision: Decision
  /** Which rule of which role through which binding, or what is missing; only where RBAC is asked. */
  readonly rbac: RbacExplanation | undefined
}
