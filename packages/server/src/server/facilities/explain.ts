import { authenticateByHost, firstAuthenticator, withHostUser } from '@pinnace/authn'
import { createAuthenticatorNames, explainAccess, type Explanation } from '../../explain/index.ts'
import type { CreateFacility, Facility } from './facility.ts'
import type { ServerState } from './server-state.ts'

/** Explains every decision to the host. Each decision is made twice, so it is for tests and debugging. */
export const explain: CreateFacility = (server, options) =>
  options.explain === undefined ? { provides: {} } : explainFacility(server, options.explain)

function explainFacility(server: ServerState, report: (explanation: Explanation) => void): Facility {
  const { logger, authenticators, authorize, authorization, userSources } = server
  const names = createAuthenticatorNames()
  const others = firstAuthenticator(authenticators.map(({ name, authenticate: one }) => names.named(name, one)))
  const byHost = userSources.named('host', names.named('host', authenticateByHost))
  const explained = explainAccess(
    { authenticate: withHostUser(others, byHost), authorize },
    { names, explain: report, explainRbac: authorization.explain, logger },
  )
  return {
    provides: { ...explained, authenticate: userSources.authenticating(explained.authenticate) },
    fork: (fork) => explainFacility(fork, report),
  }
}
