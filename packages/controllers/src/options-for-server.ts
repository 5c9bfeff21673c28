import type { Client } from '@pinnace/client'
import { loadAuthority } from '@pinnace/csr-signer'
import { systemRandom, type Clock, type Random } from '@pinnace/meta'
import type { SignLegacyToken } from './service-account-token/token-secrets.ts'
import type { ControllersOptions } from './start-controllers.ts'

/** A server in this process, as far as its controllers need it: what `createServer` and `createTestServer` return. */
export interface ControlledServer {
  readonly clock: Clock
  connect(): Client
  clientAuthority(): { readonly cert: string; readonly key: string }
  readonly signLegacyToken: SignLegacyToken
}

/**
 * What controllers are told that run in the process of their server: they speak through its client and live by its
 * clock, sign certificates that it takes, hand out its authority, and have it sign the tokens of secrets.
 *
 * @example
 * await using controllers = startControllers(optionsForServer(server))
 */
export function optionsForServer(
  server: ControlledServer,
  { random = systemRandom }: { readonly random?: Random } = {},
): Pick<ControllersOptions, 'client' | 'clock' | 'random'> &
  Required<Pick<ControllersOptions, 'rootCa' | 'signingAuthority' | 'signLegacyToken'>> {
  const { cert, key } = server.clientAuthority()
  return {
    client: server.connect(),
    clock: server.clock,
    random,
    rootCa: cert,
    signingAuthority: loadAuthority({ certificatePem: cert, privateKeyPem: key, random }),
    signLegacyToken: (request) => server.signLegacyToken(request),
  }
}
