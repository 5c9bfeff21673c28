import type { Authenticator } from '@pinnace/authn'
import type { Authorizer, AuthorizerAttributes, Decision } from '@pinnace/authz'
import type { HttpRequest, Logger, UserInfo } from '@pinnace/meta'
import type { RbacExplanation } from '@pinnace/rbac'
import type { Explanation } from './explanation.ts'

/** Records which authenticator found the user of a request. */
export interface AuthenticatorNames {
  /** The authenticator, with its name recorded for requests it authenticates. */
  named(name: string, authenticator: Authenticator): Authenticator
  of(request: HttpRequest): string | undefined
}

/** Creates the records of a server. */
export function createAuthenticatorNames(): AuthenticatorNames {
  const names = new WeakMap<HttpRequest, string>()
  return {
    named: (name, authenticator) => (request) => {
      const record = (user: UserInfo | undefined): UserInfo | undefined => {
        if (user !== undefined) names.set(request, name)
        return user
      }
      const answer = authenticator(request)
      return answer instanceof Promise ? answer.then(record) : record(answer)
    },
    of: (request) => names.get(request),
  }
}

/** The authenticators and authorizers to explain. */
export interface AccessDecisions {
  readonly authenticate: Authenticator
  readonly authorize: Authorizer
}

/** Options for {@link explainAccess}. */
export interface ExplainAccessOptions {
  readonly names: AuthenticatorNames
  readonly explain: (explanation: Explanation) => void
  /** The RBAC rules that allow a request, or what is missing; undefined without the mode RBAC. */
  readonly explainRbac: (attributes: AuthorizerAttributes) => Promise<RbacExplanation> | undefined
  readonly logger: Logger
}

/** The same decisions, each reported to `explain`. Every request is decided twice: this is for tests and debugging. */
export function explainAccess(access: AccessDecisions, options: ExplainAccessOptions): AccessDecisions {
  const { names, explain, explainRbac, logger } = options
  const authenticators = new WeakMap<UserInfo, string>()
  const report = async (attributes: AuthorizerAttributes, decision: Decision): Promise<void> => {
    try {
      const { user } = attributes
      const rbac = await explainRbac(attributes)
      explain({ authenticator: authenticators.get(user), user, attributes, decision, rbac })
    } catch (error) {
      logger.error({ err: error }, 'failed to explain a decision')
    }
  }
  return {
    async authenticate(request) {
      const user = await access.authenticate(request)
      const name = names.of(request)
      if (user !== undefined && name !== undefined) authenticators.set(user, name)
      return user
    },
    async authorize(attributes) {
      const decision = await access.authorize(attributes)
      await report(attributes, decision)
      return decision
    },
  }
}
