import type { TokenAuthenticator } from '@pinnace/authn'
import type { Authorizer, RuleResolver } from '@pinnace/authz'
import type { Clock, Logger } from '@pinnace/meta'

/** What reviews need of the server. */
export interface ReviewContext {
  readonly logger: Logger
  readonly clock: Clock
  readonly authorize: Authorizer
  /** Lists the rules that apply to a user. */
  readonly rules: RuleResolver
  /** Identifies the user of a bearer token. */
  readonly authenticateToken: TokenAuthenticator
  readonly apiAudiences: readonly string[]
}
