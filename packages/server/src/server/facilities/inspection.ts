import { authenticateByHost, firstAuthenticator, withHostUser } from '@pinnace/authn'
import type { InspectorPage } from '@pinnace/inspector'
import { firstHandler } from '../../http/non-resource.ts'
import { createInspection, createUserSources, type UserSources } from '../../inspection/index.ts'
import type { CreateFacility, Facility } from './facility.ts'
import type { ServerState } from './server-state.ts'

/** The page, which a server and its forks share; undefined until the inspector is enabled. */
interface LoadedPage {
  page: InspectorPage | undefined
}

/** The inspector: the page, the log of requests, and its read endpoints. A fork has its own log. */
export const inspection: CreateFacility = async (server, { inspector = false }) =>
  inspectionFacility(server, { page: inspector ? await loadPage(server) : undefined })

async function loadPage({ vocabulary }: ServerState): Promise<InspectorPage> {
  const { openInspectorPage } = await import('@pinnace/inspector')
  return openInspectorPage({ groupDomain: vocabulary.groupDomain })
}

function inspectionFacility(server: ServerState, loaded: LoadedPage): Facility {
  const { authenticators } = server
  const sources = createUserSources(() => loaded.page !== undefined)
  const named = authenticators.map(({ name, authenticate }) => ({
    name,
    authenticate: sources.named(name, authenticate),
  }))
  let opened = loaded.page === undefined ? undefined : openInspection(server, loaded.page, sources)
  return {
    provides: {
      inspection: undefined,
      ...opened?.provides,
      authenticators: named,
      authenticate: sources.authenticating(
        withHostUser(
          firstAuthenticator(named.map(({ authenticate }) => authenticate)),
          sources.named('host', authenticateByHost),
        ),
      ),
      userSources: sources,
      async enableInspection(state) {
        loaded.page ??= await loadPage(state)
        if (opened !== undefined) return
        opened = openInspection(state, loaded.page, sources)
        Object.assign(state, opened.provides)
      },
    },
    fork: (fork) => inspectionFacility(fork, loaded),
    dispose: () => opened?.dispose(),
  }
}

interface OpenedInspection {
  readonly provides: Pick<ServerState, 'inspection' | 'nonResource'>
  dispose(): void
}

function openInspection(server: ServerState, page: InspectorPage, sources: UserSources): OpenedInspection {
  const { clock, random, nonResource } = server
  const created = createInspection({
    id: random.uid(),
    clock,
    page,
    server: () => {
      const { registry, resources, authorize, authorization, seats, flowControl, loopMeter, logger, vocabulary } =
        server
      const { explain } = authorization
      return {
        registry,
        resources,
        authorize,
        explain,
        seats,
        flowControl,
        loopMeter,
        logger,
        vocabulary,
        clock,
        random,
        authenticatorOf: (user) => sources.of(user),
      }
    },
  })
  return {
    provides: {
      inspection: created,
      nonResource: firstHandler([(request, info, user) => created.answer(request, info, user), nonResource]),
    },
    dispose: () => created[Symbol.dispose](),
  }
}
