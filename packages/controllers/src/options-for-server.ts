import type { Client } from '@pinnace/client'
import { loadAuthority } from '@pinnace/csr-signer'
import { systemRandom, type Clock, type Random } from '@pinnace/meta'
import type { ControllerFailure } from './controller.ts'
import type { ControllerIdentity } from './controller-identity.ts'
import type { SignLegacyToken } from './service-account-token/token-secrets.ts'
import type { ControllersOptions } from './start-controllers.ts'

/** What controllers need of a server in the same process. `createServer` and `createTestServer` return it. */
export interface ControlledServer {
  readonly clock: Clock
  readonly events: { emit(event: 'controllerError', failure: ControllerFailure & { readonly error: unknown }): unknown }
  connect(identity?: ControllerIdentity): Client
  clientAuthority(): { readonly cert: string; readonly key: string }
  readonly signLegacyToken: SignLegacyToken
}

/**
 * Options of controllers that run in the process of their server: clients of the server that act as the users of the
 * controllers, the server's clock, its authority for signing certificates and for clients, and its key for the tokens of
 * secrets.
 *
 * @example
 * await using controllers = startControllers(optionsForServer(server))
 */
export function optionsForServer(
  server: ControlledServer,
  { random = systemRandom }: { readonly random?: Random } = {},
): Pick<ControllersOptions, 'client' | 'clock' | 'random'> &
  Required<Pick<ControllersOptions, 'reportError' | 'connect' | 'rootCa' | 'signingAuthority' | 'signLegacyToken'>> {
  const { cert, key } = server.clientAuthority()
  return {
    client: server.connect(),
    connect: (identity) => server.connect(identity),
    clock: server.clock,
    reportError: (error, failure) => void server.events.emit('controllerError', { ...failure, error }),
    random,
    rootCa: cert,
    signingAuthority: loadAuthority({ certificatePem: cert, privateKeyPem: key, random }),
    signLegacyToken: (request) => server.signLegacyToken(request),
  }
}
