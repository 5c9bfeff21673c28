import { authenticateByHost, firstAuthenticator, withHostUser } from '@pinnace/authn'
import { firstHandler } from '../../http/non-resource.ts'
import { createInspection } from '../../inspection/index.ts'
import type { CreateFacility, Facility } from './facility.ts'
import type { ServerState } from './server-state.ts'

/** The inspector: the page, the log of requests, and its read endpoints. A fork has its own log. */
export const inspection: CreateFacility = async (server, { inspector = false }) => {
  if (!inspector) return { provides: { inspection: undefined } }
  const { openInspectorPage } = await import('@pinnace/inspector')
  const page = openInspectorPage({ groupDomain: server.vocabulary.groupDomain })
  return inspectionFacility(server, page)
}

function inspectionFacility(server: ServerState, page: Parameters<typeof createInspection>[0]['page']): Facility {
  const { clock, random, authenticators, nonResource } = server
  const created = createInspection({
    id: random.uid(),
    clock,
    page,
    server: () => {
      const { registry, resources, authorize, authorization, seats, flowControl, loopMeter } = server
      return { registry, resources, authorize, explain: authorization.explain, seats, flowControl, loopMeter }
    },
  })
  const named = authenticators.map(({ name, authenticate }) => ({
    name,
    authenticate: created.named(name, authenticate),
  }))
  return {
    provides: {
      inspection: created,
      authenticators: named,
      authenticate: created.authenticating(
        withHostUser(
          firstAuthenticator(named.map(({ authenticate }) => authenticate)),
          created.named('host', authenticateByHost),
        ),
      ),
      nonResource: firstHandler([(request, info) => created.answer(request, info), nonResource]),
    },
    fork: (fork) => inspectionFacility(fork, page),
    dispose: () => created[Symbol.dispose](),
  }
}
