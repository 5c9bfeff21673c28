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
  let current = createJwtAuthenticators(first, options)
  return {
    anonymous: first.anonymous,
    authenticateToken: (token, audiences) => current(token, audiences),
    async replace(latest) {
      current = createJwtAuthenticators(compile(latest, { value: first.anonymous }), options)
    },
  }

  function compile(
    latest: ConfigurationDocument,
    initialAnonymous: { readonly value: AnonymousConfiguration | undefined } | undefined,
  ): ReturnType<typeof compileAuthenticationConfiguration> {
    const configuration = prefixed(options.decodePrefix ?? '', () =>
      readAuthenticationConfiguration(latest, vocabulary),
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
