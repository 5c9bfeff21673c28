import type { ApiObject } from '@pinnace/meta'
import { firstAuthenticator, withHostUser, type ConfiguredAuthentication } from '@pinnace/authn'
import {
  createAuthentication,
  openAuthenticationConfiguration,
  type Authentication,
  type TokenObjects,
} from '../../authentication/index.ts'
import type { OpenConfiguration } from '../../configuration-file/index.ts'
import { anonymousAccess } from '../anonymous-access.ts'
import { createIdentity } from '../bootstrap/identity-lease.ts'
import type { ServerOptions } from '../server-options.ts'
import { createLoopbackObjects } from '../loopback-objects.ts'
import { tokenObjectsOf } from '../stored-objects.ts'
import type { CreateFacility, Facility } from './facility.ts'
import type { ServerState } from './server-state.ts'

/** Authentication. Keys and authorities are read once; tokens are verified with the objects of each fork. */
export const authentication: CreateFacility = async (server, options) => {
  const { vocabulary, clock, random, metrics, access } = server
  const configuration = await openConfigured(server, options)
  const anonymous = anonymousAccess(configuration?.configured.anonymous, options)
  const over = createAuthentication({
    vocabulary,
    clock,
    random,
    metrics,
    ownCertificates: access.authenticate,
    options: options.authentication ?? {},
    configured: configuration?.configured.authenticateToken,
    apiAudiences: options.apiAudiences,
    tokenAuthenticators: options.tokenAuthenticators ?? [],
  })
  return {
    ...authenticationFacility(over, server, { options, anonymous }),
    close() {
      options.authentication?.serviceAccounts?.signer?.close()
      return configuration?.close()
    },
  }
}

/** The structured configuration, where there is one. Throws a TypeError where other options exclude it. */
async function openConfigured(
  { vocabulary, clock, random, metrics, logger }: ServerState,
  { authentication: settings = {}, hostname }: ServerOptions,
): Promise<OpenConfiguration<ConfiguredAuthentication> | undefined> {
  const { configuration, configurationFile, oidc, serviceAccounts } = settings
  if (configuration === undefined && configurationFile === undefined) return undefined
  if (configuration !== undefined && configurationFile !== undefined) {
    throw new TypeError('authentication.configuration and authentication.configurationFile are mutually exclusive')
  }
  // upstream: kubeapiserver/options/authentication.go, validateOIDCOptions
  if (oidc !== undefined)
    throw new TypeError('authentication.configuration and authentication.oidc are mutually exclusive')
  return openAuthenticationConfiguration({
    source: {
      ...(configuration === undefined ? {} : { configuration }),
      ...(configurationFile === undefined ? {} : { configurationFile }),
    },
    vocabulary,
    clock,
    metrics,
    logger,
    serverId: createIdentity(random, hostname).leaseName,
    serviceAccountIssuers: serviceAccounts?.issuers ?? [vocabulary.defaultServiceAccountIssuer],
  })
}

/** What the authentication of every fork has in common. */
interface Shared {
  readonly options: ServerOptions
  readonly anonymous: (path: string) => boolean
}

function authenticationFacility(
  over: (objects: TokenObjects, externalAddress: () => string) => Authentication,
  server: ServerState,
  shared: Shared,
): Facility {
  const { resources, externalAddress, logger } = server
  const { options, anonymous } = shared
  const objects = createLoopbackObjects(() => server)
  const { authenticators, authenticateToken, apiAudiences, tokens, issuerDiscovery } = over(
    {
      ...tokenObjectsOf(resources),
      async labelSecret({ metadata: { namespace = '', name = '' } }, label, value) {
        const target = { resource: { group: '', resource: 'secrets' }, namespace, name }
        try {
          await objects.put(target, (live) => withLabel(live, label, value))
        } catch (error) {
          logger.warn({ err: error, namespace, name }, 'cannot label the secret of a legacy token with its last use')
        }
      },
    },
    () => externalAddress.current,
  )
  const named = [
    ...authenticators,
    ...(options.authenticators ?? []).map((authenticate, index) => ({
      name: `authenticator ${index + 1}`,
      authenticate,
    })),
  ]
  return {
    provides: {
      authenticators: named,
      authenticate: withHostUser(firstAuthenticator(named.map(({ authenticate }) => authenticate))),
      authenticateToken,
      apiAudiences,
      tokens,
      issuerDiscovery,
      anonymous,
    },
    fork: (forked) => authenticationFacility(over, forked, shared),
  }
}

function withLabel(live: ApiObject | undefined, label: string, value: string): ApiObject {
  if (live === undefined) throw new TypeError('the secret is gone')
  return { ...live, metadata: { ...live.metadata, labels: { ...live.metadata.labels, [label]: value } } }
}
