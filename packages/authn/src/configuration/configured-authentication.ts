import type { Clock, Vocabulary } from '@pinnace/meta'
import type { ConfigurationDocument } from '@pinnace/schema'
import type { IssuerObserver } from '../oidc/issuer-authenticator.ts'
import type { TokenAuthenticator } from '../tokens/token-authenticator.ts'
import type { AnonymousConfiguration } from './authentication-configuration.ts'
import { readAuthenticationConfiguration } from './read-authentication-configuration.ts'

/** Options for {@link createConfiguredAuthentication}. */
export interface ConfiguredAuthenticationOptions {
  readonly vocabulary: Vocabulary
  readonly clock: Clock
  /** Issuers that must not be configured: those of the tokens of service accounts. */
  readonly disallowedIssuers: readonly string[]
  /** What the message begins with where a document cannot be decoded. @default nothing */
  readonly decodePrefix?: string
  /** Makes an observer of the authenticator of an issuer, for metrics. */
  readonly observe?: (issuerUrl: string) => IssuerObserver
}

/** Authentication by an `AuthenticationConfiguration`. */
export interface ConfiguredAuthentication {
  /** Authenticates the tokens of the configured issuers. */
  readonly authenticateToken: TokenAuthenticator
  readonly anonymous: AnonymousConfiguration | undefined
  /** The issuers of the configuration in use. */
  readonly issuerUrls: readonly string[]
  /**
   * Uses another configuration from now on. Rejects with a TypeError for an invalid one, or one with another `anonymous`,
   * and keeps the configuration in use.
   */
  replace(document: ConfigurationDocument): Promise<void>
}

/**
 * Creates authentication by an `AuthenticationConfiguration`. Rejects with a TypeError for an invalid one, with the
 * message of kube-apiserver. The expression language is loaded with the first configuration.
 */
// upstream: kubeapiserver/options/authentication.go
export async function createConfiguredAuthentication(
  document: ConfigurationDocument,
  options: ConfiguredAuthenticationOptions,
): Promise<ConfiguredAuthentication> {
  const [{ compileAuthenticationConfiguration }, { createJwtAuthenticators }] = await Promise.all([
    import('./compile-authentication-configuration.ts'),
    import('./jwt-authenticators.ts'),
  ])
  const { vocabulary } = options
  const first = compile(document, undefined)
  let latest = first
  let authenticate = createJwtAuthenticators(first, options)
  return {
    anonymous: first.anonymous,
    authenticateToken: (token, audiences) => authenticate(token, audiences),
    get issuerUrls() {
      return latest.jwt.map(({ issuer }) => issuer.url ?? '')
    },
    async replace(changed) {
      latest = compile(changed, { value: first.anonymous })
      authenticate = createJwtAuthenticators(latest, options)
    },
  }

  function compile(
    source: ConfigurationDocument,
    initialAnonymous: { readonly value: AnonymousConfiguration | undefined } | undefined,
  ): ReturnType<typeof compileAuthenticationConfiguration> {
    const configuration = prefixed(options.decodePrefix ?? '', () =>
      readAuthenticationConfiguration(source, vocabulary),
    )
    return prefixed('invalid authentication configuration: ', () =>
      compileAuthenticationConfiguration(configuration, {
        ...options,
        ...(initialAnonymous === undefined ? {} : { initialAnonymous }),
      }),
    )
  }
}

/** Runs something whose TypeErrors begin with a prefix. */
function prefixed<Result>(prefix: string, run: () => Result): Result {
  try {
    return run()
  } catch (cause) {
    throw cause instanceof TypeError ? new TypeError(`${prefix}${cause.message}`, { cause }) : cause
  }
}
