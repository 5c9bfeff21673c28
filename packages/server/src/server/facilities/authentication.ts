import { firstAuthenticator } from '@pinnace/authn'
import { createAuthentication, type Authentication, type TokenObjects } from '../../authentication/index.ts'
import type { ServerOptions } from '../server-options.ts'
import { tokenObjectsOf } from '../stored-objects.ts'
import type { CreateFacility, Facility } from './facility.ts'

/** Authentication. Keys and authorities are read once; tokens are verified with the objects of each fork. */
export const authentication: CreateFacility = (server, options) => {
  const { vocabulary, clock, random, access } = server
  const over = createAuthentication({
    vocabulary,
    clock,
    random,
    ownCertificates: access.authenticate,
    options: options.authentication ?? {},
    apiAudiences: options.apiAudiences,
    tokenAuthenticators: options.tokenAuthenticators ?? [],
  })
  return authenticationFacility(over, tokenObjectsOf(server.resources), options)
}

function authenticationFacility(
  over: (objects: TokenObjects) => Authentication,
  objects: TokenObjects,
  options: ServerOptions,
): Facility {
  const { authenticators, authenticateToken, apiAudiences, tokens, issuerDiscovery } = over(objects)
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
      authenticate: firstAuthenticator(named.map(({ authenticate }) => authenticate)),
      authenticateToken,
      apiAudiences,
      tokens,
      issuerDiscovery,
      anonymous: options.anonymous ?? takesAnonymous(options),
    },
    fork: (server) => authenticationFacility(over, tokenObjectsOf(server.resources), options),
  }
}

// upstream: kubeapiserver/options, ApplyAuthorization – where everything is allowed, users must at least be named.
function takesAnonymous({ preset, authorization }: ServerOptions): boolean {
  return preset === 'testing' || authorization?.includes('AlwaysAllow') !== true
}
