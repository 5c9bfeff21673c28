import type { Authorizer, AuthorizerAttributes, Decision } from '@pinnace/authz'
import type { Awaitable, UserInfo } from '@pinnace/meta'

/** An authorizer, and the requests its promises are tried on. */
export interface AuthorizerScene {
  /** Creates the authorizer; called anew for every promise. */
  readonly create: () => Awaitable<Authorizer>
  /** Requests and the decision on each: some that it allows, denies, or has no opinion on. At least one. */
  readonly decisions: readonly ExpectedDecision[]
  /** Creates the authorizer in a state in which it cannot decide, its backend gone for example. @default not tried */
  readonly createFailing?: () => Awaitable<Authorizer>
  readonly limits?: AuthorizerLimits
}

/** A request and the decision on it. */
export interface ExpectedDecision {
  readonly attributes: AttributesToDecide
  readonly effect: Decision['effect']
  /** @default not compared */
  readonly reason?: string
}

/** Attributes of a request. What is left out is empty; a request with a path is not for a resource. */
export type AttributesToDecide = Partial<Omit<AuthorizerAttributes, 'user'>> & {
  readonly user: Partial<UserInfo> & Pick<UserInfo, 'username'>
}

/** What an authorizer does by its nature. */
export interface AuthorizerLimits {
  /** It allows or denies requests of users and for resources that it does not know, as `alwaysDeny` does. */
  readonly decidesEverything?: true
  /** Its decisions do not depend on who the user is, as those of `openPaths`. */
  readonly ignoresUser?: true
  /** The longest time one decision may take, in milliseconds. @default 5000 */
  readonly timeoutMs?: number
}
