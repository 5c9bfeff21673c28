import { createConfiguredAuthentication, type ConfiguredAuthentication, type IssuerObserver } from '@pinnace/authn'
import { noMetrics, type Clock, type Logger, type Metrics, type Vocabulary } from '@pinnace/meta'
import {
  createConfigurationMetrics,
  hashOf,
  openConfiguration,
  type ConfigurationSource,
  type OpenConfiguration,
} from '../configuration-file/index.ts'

/** Settings for {@link openAuthenticationConfiguration}. */
export interface AuthenticationConfigurationSettings {
  readonly source: ConfigurationSource
  readonly vocabulary: Vocabulary
  readonly clock: Clock
  readonly metrics: Metrics
  readonly logger: Logger
  readonly serverId: string
  /** The issuers of service account tokens. */
  readonly serviceAccountIssuers: readonly string[]
}

/** Reads the structured configuration of authentication. Rejects with an Error that says what is wrong. */
// upstream: kubeapiserver/options/authentication.go, ToAuthenticationConfig and ApplyTo
export async function openAuthenticationConfiguration(
  settings: AuthenticationConfigurationSettings,
): Promise<OpenConfiguration<ConfiguredAuthentication>> {
  const { source, vocabulary, clock, metrics, logger, serverId, serviceAccountIssuers } = settings
  const { configurationFile: file } = source
  const readPrefix = `failed to load authentication configuration from file ${JSON.stringify(file)}: `
  return openConfiguration({
    source,
    readPrefix,
    head: { apiVersion: `apiserver.config.${vocabulary.groupDomain}/v1`, kind: 'AuthenticationConfiguration' },
    clock,
    metrics: createConfigurationMetrics({ metrics, clock, subject: 'authentication', serverId }),
    open: (document) =>
      createConfiguredAuthentication(document, {
        vocabulary,
        clock,
        disallowedIssuers: serviceAccountIssuers,
        ...(file === undefined ? {} : { decodePrefix: readPrefix }),
        ...(metrics === noMetrics ? {} : { observe: createIssuerMetrics(metrics, clock, serverId) }),
      }),
    replace: (configured, document) => configured.replace(document),
    onReload: (err) =>
      err === undefined
        ? logger.info({ file }, 'the authentication configuration was reloaded')
        : logger.error({ err, file }, 'the authentication configuration could not be reloaded'),
  })
}

const latencyBuckets = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** The metrics of issuers, by their URLs. */
// upstream: apiserver/plugin/pkg/authenticator/token/oidc/metrics.go
function createIssuerMetrics(metrics: Metrics, clock: Clock, serverId: string): (issuerUrl: string) => IssuerObserver {
  const prefix = 'apiserver_authentication_jwt_authenticator'
  const latency = metrics.histogram({
    name: `${prefix}_latency_seconds`,
    help: 'Latency of jwt authentication operations in seconds. This is the time spent authenticating a token for cache miss only (i.e. when the token is not found in the cache).',
    labelNames: ['result', 'jwt_issuer_hash'],
    buckets: latencyBuckets,
  })
  const fetched = metrics.gauge({
    name: `${prefix}_jwks_fetch_last_timestamp_seconds`,
    help: 'Timestamp of the last successful or failed JWKS fetch split by result, api server identity and jwt issuer for the JWT authenticator.',
    labelNames: ['result', 'jwt_issuer_hash', 'apiserver_id_hash'],
  })
  const keySet = metrics.gauge({
    name: `${prefix}_jwks_fetch_last_key_set_info`,
    help: 'Information about the last JWKS fetched by the JWT authenticator with hash as label, split by api server identity and jwt issuer.',
    labelNames: ['jwt_issuer_hash', 'apiserver_id_hash', 'hash'],
  })
  const server = hashOf(serverId)
  const keySets = new Map<string, string>()
  return (issuerUrl) => {
    const issuer = hashOf(issuerUrl)
    return {
      onToken: (result, durationMs) => latency.observe([result, issuer], durationMs / 1000),
      onKeys(document) {
        fetched.set([document === undefined ? 'failure' : 'success', issuer, server], clock.now() / 1000)
        if (document === undefined) return
        keySets.set(issuer, hashOf(document))
        keySet.reset()
        for (const [known, hash] of keySets) keySet.set([known, server, hash], 1)
      },
    }
  }
}
