import type { AuthorizerAttributes, Decision } from '@pinnace/authz'
import type { UserInfo } from '@pinnace/meta'
import type { RbacExplanation } from '@pinnace/rbac'

/** Why a request was allowed or forbidden. For hosts and tests: clients do not get it. */
export interface Explanation {
  /** The authenticator of the user, for example `client certificate`; undefined for anonymous and in-process requests. */
  readonly authenticator: string | undefined
  readonly user: UserInfo
  readonly attributes: AuthorizerAttributes
  readonly decision: Decision
  /** The rule, role and binding that allow the request, or what is missing; undefined without the mode RBAC. */
  readonly rbac: RbacExplanation | undefined
}
