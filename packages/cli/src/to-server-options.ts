import { loadRemoteService } from '@pinnace/authn'
import { parseAbacPolicies } from '@pinnace/authz'
import { vocabularyNamed, type Vocabulary } from '@pinnace/meta'
import { createMetrics, type ReadableMetrics, type ServerOptions } from '@pinnace/server'
import { FlagError, type CommandOptions } from './flags.ts'
import type { ComponentVersion } from './flags/serving-flags.ts'
import { fromFile, readFlagFile } from './read-flag-file.ts'
import { toAudit } from './to-audit.ts'
import { toAdmissionControl } from './to-admission-control.ts'
import { toNodeAgent } from './to-node-agent.ts'
import type { FollowOptions } from './follow-pair.ts'
import { toPeers } from './to-peers.ts'
import { toAuthenticationOptions } from './to-authentication-options.ts'

/** Server options from the flags; certificates are followed. Throws an Error whose message begins with the flag of an unusable file. */
export async function toServerOptions(
  options: CommandOptions,
  follow: FollowOptions,
  checksKeys = true,
): Promise<ServerOptions> {
  const { logger } = follow
  const vocabulary = vocabularyNamed(options.vocabulary)
  const { anonymousAuth, apiAudiences, livezGracePeriodMs, runtimeConfig, featureGates } = options
  const { storageMediaType, eventTtlMs, serviceCidr } = options
  const { maxRequestsInFlight: reading, maxMutatingRequestsInFlight: mutating } = options
  const { etcdHealthcheckTimeoutMs: storeHealthcheckTimeoutMs, etcdReadycheckTimeoutMs: storeReadycheckTimeoutMs } =
    options
  const audit = await toAudit(options, vocabulary)
  return {
    vocabulary: options.vocabulary,
    logger,
    metrics: await toMetrics(options),
    authentication: await toAuthenticationOptions(options, checksKeys),
    nodeAgent: await toNodeAgent(options),
    admissionControl: await toAdmissionControl(options, vocabulary),
    authorizationSources: await toSources(options, vocabulary),
    maxInFlight: { ...(reading === undefined ? {} : { reading }), ...(mutating === undefined ? {} : { mutating }) },
    ...(options.priorityAndFairness === undefined ? {} : { priorityAndFairness: options.priorityAndFairness }),
    ...toAuthorization(options),
    ...(await toPeers(options, follow)),
    ...(anonymousAuth === undefined ? {} : { anonymous: anonymousAuth }),
    ...(apiAudiences === undefined ? {} : { apiAudiences }),
    ...(livezGracePeriodMs === undefined ? {} : { livezGracePeriodMs }),
    ...(storeHealthcheckTimeoutMs === undefined ? {} : { storeHealthcheckTimeoutMs }),
    ...(storeReadycheckTimeoutMs === undefined ? {} : { storeReadycheckTimeoutMs }),
    ...(runtimeConfig === undefined ? {} : { runtimeConfig }),
    ...(featureGates === undefined ? {} : { featureGates }),
    ...toEmulation(options, vocabulary),
    ...(serviceCidr === undefined ? {} : { serviceCidr }),
    ...(storageMediaType === undefined ? {} : { storageMediaType }),
    // upstream: kube-apiserver takes whole seconds.
    ...(eventTtlMs === undefined ? {} : { eventTtlSeconds: Math.floor(eventTtlMs / 1000) }),
    ...(audit === undefined ? {} : { audit }),
    ...(options.verbosity >= 2 ? { onRequest: (summary) => logger.info(summary, 'request') } : {}),
  }
}

function toAuthorization({
  authorizationConfig: configurationFile,
  authorizationModes,
}: CommandOptions): Pick<ServerOptions, 'authorization'> {
  if (configurationFile !== undefined) return { authorization: { configurationFile } }
  return authorizationModes === undefined ? {} : { authorization: authorizationModes }
}

// The server checks the versions.
function toEmulation(
  { emulatedVersion, minCompatibilityVersion }: CommandOptions,
  { componentPrefix }: Vocabulary,
): Pick<ServerOptions, 'emulatedVersion' | 'minCompatibilityVersion'> {
  const versionOf = ({ component = componentPrefix, version }: ComponentVersion): string => {
    if (component === componentPrefix) return version
    throw new FlagError(`component not registered: ${component}`)
  }
  return {
    ...(emulatedVersion === undefined ? {} : { emulatedVersion: versionOf(emulatedVersion) }),
    ...(minCompatibilityVersion === undefined ? {} : { minCompatibilityVersion: versionOf(minCompatibilityVersion) }),
  }
}

async function toMetrics({ showHiddenMetricsForVersion: version }: CommandOptions): Promise<ReadableMetrics> {
  // The error of an invalid version names the flag.
  return createMetrics({ process: true, ...(version === undefined ? {} : { showHiddenForVersion: version }) })
}

async function toSources(
  options: CommandOptions,
  vocabulary: Vocabulary,
): Promise<NonNullable<ServerOptions['authorizationSources']>> {
  const { authorizationPolicyFile: policyFile, authorizationWebhookConfigFile: webhookFile } = options
  const { authorizationWebhookAuthorizedTtlMs: authorizedTtlMs } = options
  const { authorizationWebhookUnauthorizedTtlMs: unauthorizedTtlMs, authorizationWebhookVersion: version } = options
  const policies =
    policyFile === undefined
      ? undefined
      : await readFlagFile('authorization-policy-file', policyFile, (text) =>
          parseAbacPolicies(text, policyFile, vocabulary),
        )
  const remote =
    webhookFile === undefined
      ? undefined
      : await fromFile('authorization-webhook-config-file', webhookFile, () => loadRemoteService(webhookFile))
  return {
    ...(policies === undefined ? {} : { policies }),
    ...(remote === undefined
      ? {}
      : {
          webhook: {
            remote,
            ...(version === undefined ? {} : { version }),
            ...(authorizedTtlMs === undefined ? {} : { authorizedTtlMs }),
            ...(unauthorizedTtlMs === undefined ? {} : { unauthorizedTtlMs }),
          },
        }),
  }
}
