import { createConfiguredAuthentication, type ConfiguredAuthentication } from '@pinnace/authn'
import { noMetrics, type Clock, type Logger, type Metrics, type Vocabulary } from '@pinnace/meta'
import {
  createConfigurationMetrics,
  openConfiguration,
  type ConfigurationSource,
  type OpenConfiguration,
} from '../configuration-file/index.ts'
import { createIssuerMetrics } from './issuer-metrics.ts'

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
  const issuers = metrics === noMetrics ? undefined : createIssuerMetrics(metrics, clock, serverId)
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
        ...(issuers === undefined ? {} : { observe: (issuerUrl) => issuers.observe(issuerUrl) }),
      }),
    async replace(configured, document) {
      await configured.replace(document)
      issuers?.keep(configured.issuerUrls)
    },
    onReload: (err) =>
      err === undefined
        ? logger.info({ file }, 'the authentication configuration was reloaded')
        : logger.error({ err, file }, 'the authentication configuration could not be reloaded'),
  })
}
