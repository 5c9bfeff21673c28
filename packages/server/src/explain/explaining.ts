import type { Authenticator } from '@pinnace/authn'
import type { Authorizer, AuthorizerAttributes, Decision } from '@pinnace/authz'
import type { HttpRequest, UserInfo } from '@pinnace/meta'
import type { RbacExplanation } from '@pinnace/rbac'
import type { ServerCore } from '../core.ts'
import type { Explanation } from './explanation.ts'

/** Remembers which authenticator named the user of a request. */
export interface AuthenticatorNames {
  /** The authenticator, noting its name where it names a user. */
  named(name: string, authenticator: Authenticator): Authenticator
  of(request: HttpRequest): string | undefined
}

/** Names for one server. */
export function createAuthenticatorNames(): AuthenticatorNames {
  const names = new WeakMap<HttpRequest, string>()
  return {
    named: (name, authenticator) => (request) => {
      const answer = authenticator(request)
      if (answer instanceof Promise) {
        return answer.then((user) => {
          if (user !== undefined) names.set(request, name)
          return user
        })
      }
      if (answer !== undefined) names.set(request, name)
      return answer
    },
    of: (request) => names.get(request),
  }
}

/** Options for {@link explaining}. */
export interface ExplainingOptions {
  readonly names: AuthenticatorNames
  readonly explain: (explanation: Explanation) => void
  /** What RBAC says of it, where RBAC is asked. */
  readonly explainRbac: (attributes: AuthorizerAttributes) => Promise<RbacExplanation> | undefined
}

/** The same server, telling why of every decision. Costs what looking twice costs: it is for tests and for searching. */
export function explaining(core: ServerCore, { names, explain, explainRbac }: ExplainingOptions): ServerCore {
  const authenticators = new WeakMap<UserInfo, string>()
  const note = (request: HttpRequest, user: UserInfo | undefined): UserInfo | undefined => {
    const name = names.of(request)
    if (user !== undefined && name !== undefined) authenticators.set(user, name)
    return user
  }
  const authenticate: Authenticator = async (request) => note(request, await core.authenticate(request))
  const tell = async (attributes: AuthorizerAttributes, decision: Decision): Promise<Decision> => {
    try {
      const { user } = attributes
      const rbac = await explainRbac(attributes)
      explain({ authenticator: authenticators.get(user), user, attributes, decision, rbac })
    } catch (error) {
      core.logger.error({ err: error }, 'a decision could not be explained')
    }
    return decision
  }
  const authorize: Authorizer = async (attributes) => tell(attributes, await core.authorize(attributes))
  return { ...core, authenticate, authorize }
}
