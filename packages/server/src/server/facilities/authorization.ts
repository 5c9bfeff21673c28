import {
  assertAuthorizationModes,
  chainOfModes,
  createAuthorization,
  openConfiguredChain,
  secureModes,
  seedPolicy,
  testingModes,
  type Authorization,
  type AuthorizationChain,
  type AuthorizationFork,
  type AuthorizationMode,
} from '../../authorization/index.ts'
import type { OpenConfiguration } from '../../configuration-file/index.ts'
import { createIdentity } from '../bootstrap/identity-lease.ts'
import { isModes, type ServerOptions } from '../server-options.ts'
import { policyStorageOf } from '../stored-objects.ts'
import type { CreateFacility, Facility } from './facility.ts'
import type { ServerState } from './server-state.ts'

/** Authorization. */
export const authorization: CreateFacility = async (server, options) => {
  const { vocabulary } = server
  const { authorizers = [], authorizationSources: sources = {} } = options
  const chain = await openChain(server, options)
  const created = createAuthorization({
    ...forkOptions(server),
    chain: chain.configured,
    sources,
    authorizers,
    vocabulary,
  })
  return { ...authorizationFacility(created), close: () => chain.close() }
}

function forkOptions({ store, logger }: ServerState): AuthorizationFork {
  return {
    store,
    onEscalationError: (err, { user, verb, resource, name }) =>
      logger.error({ err, username: user.username, verb, resource, name }, 'escalation check failed'),
  }
}

/** The chain of the modes, or of the structured configuration. */
async function openChain(server: ServerState, options: ServerOptions): Promise<OpenConfiguration<AuthorizationChain>> {
  const { vocabulary, clock, random, metrics, logger } = server
  const { authorization: source, authorizationSources: sources = {} } = options
  if (source === undefined || isModes(source)) {
    const modes = modesOf(options)
    assertAuthorizationModes(modes, sources)
    return { configured: chainOfModes(modes, sources, { vocabulary, clock, random, metrics }), close() {} }
  }
  const { configuration, configurationFile } = source
  if ((configuration === undefined) === (configurationFile === undefined)) {
    throw new TypeError('authorization needs either configuration or configurationFile')
  }
  // upstream: kubeapiserver/options/authorization.go, Validate
  if (sources.webhook !== undefined) {
    throw new TypeError('authorizationSources.webhook requires authorization mode Webhook')
  }
  const serverId = createIdentity(random, options.hostname).leaseName
  return openConfiguredChain({ source, sources, vocabulary, clock, random, metrics, logger, serverId })
}

function authorizationFacility(created: Authorization): Facility {
  const { authorize, rules, escalation } = created
  return {
    provides: { authorization: created, authorize, rules, escalation },
    fork: (server) => authorizationFacility(created.fork(forkOptions(server))),
    dispose: () => created[Symbol.dispose](),
  }
}

/** Creates the default roles and bindings, with the mode RBAC. */
export const rbacPolicy: CreateFacility = (server, options) => ({
  provides: {},
  async start() {
    if (!mayUseRbac(options)) return
    await seedPolicy({
      vocabulary: server.vocabulary,
      release: server.emulation.emulated,
      isEnabled: (gate) => server.features.isEnabled(gate),
      storageOf: policyStorageOf(server),
    })
  },
})

function mayUseRbac(options: ServerOptions): boolean {
  const { authorization: source } = options
  return (source !== undefined && !isModes(source)) || modesOf(options).includes('RBAC')
}

function modesOf({ authorization: modes, preset }: ServerOptions): readonly AuthorizationMode[] {
  if (isModes(modes)) return modes
  return preset === 'testing' ? testingModes : secureModes
}
