import {
  assertAuthorizationModes,
  createAuthorization,
  secureModes,
  seedPolicy,
  testingModes,
  type Authorization,
  type AuthorizationMode,
} from '../../authorization/index.ts'
import type { ServerOptions } from '../server-options.ts'
import { policyStorageOf } from '../stored-objects.ts'
import type { CreateFacility, Facility } from './facility.ts'

/** Authorization. */
export const authorization: CreateFacility = (server, options) => {
  const { vocabulary, clock, random, store, logger } = server
  const { authorizers = [], authorizationSources: sources = {} } = options
  const modes = modesOf(options)
  assertAuthorizationModes(modes, sources)
  return authorizationFacility(
    createAuthorization({
      modes,
      sources,
      authorizers,
      store,
      vocabulary,
      clock,
      random,
      onEscalationError: (err, { user, verb, resource, name }) =>
        logger.error({ err, username: user.username, verb, resource, name }, 'escalation check failed'),
    }),
  )
}

function authorizationFacility(created: Authorization): Facility {
  const { authorize, rules, escalation } = created
  return {
    provides: { authorization: created, authorize, rules, escalation },
    fork: ({ store }) => authorizationFacility(created.fork(store)),
    dispose: () => created[Symbol.dispose](),
  }
}

/** Creates the default roles and bindings, with the mode RBAC. */
export const rbacPolicy: CreateFacility = ({ vocabulary, clock, random, resources }, options) => ({
  provides: {},
  async start() {
    if (!modesOf(options).includes('RBAC')) return
    await seedPolicy({ vocabulary, clock, random, storageOf: policyStorageOf(resources, vocabulary) })
  },
})

function modesOf({ authorization: modes, preset }: ServerOptions): readonly AuthorizationMode[] {
  return modes ?? (preset === 'testing' ? testingModes : secureModes)
}
