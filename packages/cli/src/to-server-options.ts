import { createWriteStream } from 'node:fs'
import { createRemoteTransport, loadRemoteService } from '@pinnace/authn'
import { parseAbacPolicies } from '@pinnace/authz'
import { systemClock, vocabularyNamed, type Vocabulary } from '@pinnace/meta'
import {
  createLogSink,
  createMetrics,
  createWebhookSink,
  parseAuditPolicy,
  type AuditSink,
  type Logger,
  type ReadableMetrics,
  type ServerOptions,
} from '@pinnace/server'
import type { CommandOptions } from './flags.ts'
import { fromFile, readFlagFile } from './read-flag-file.ts'
import { toAdmissionControl } from './to-admission-control.ts'
import { toAuthenticationOptions } from './to-authentication-options.ts'

/** Server options from the flags. Throws an Error whose message begins with the flag of an unusable file. */
export async function toServerOptions(options: CommandOptions, logger: Logger): Promise<ServerOptions> {
  const vocabulary = vocabularyNamed(options.vocabulary)
  const { anonymousAuth, apiAudiences, authorizationModes, livezGracePeriodMs, runtimeConfig, featureGates } = options
  const { maxRequestsInFlight: reading, maxMutatingRequestsInFlight: mutating } = options
  const audit = await toAudit(options, vocabulary, logger)
  return {
    vocabulary: options.vocabulary,
    logger,
    metrics: await toMetrics(options),
    authentication: await toAuthenticationOptions(options),
    admissionControl: await toAdmissionControl(options, vocabulary),
    authorizationSources: await toSources(options, vocabulary),
    maxInFlight: { ...(reading === undefined ? {} : { reading }), ...(mutating === undefined ? {} : { mutating }) },
    ...(authorizationModes === undefined ? {} : { authorization: authorizationModes }),
    ...(anonymousAuth === undefined ? {} : { anonymous: anonymousAuth }),
    ...(apiAudiences === undefined ? {} : { apiAudiences }),
    ...(livezGracePeriodMs === undefined ? {} : { livezGracePeriodMs }),
    ...(runtimeConfig === undefined ? {} : { runtimeConfig }),
    ...(featureGates === undefined ? {} : { featureGates }),
    ...(audit === undefined ? {} : { audit }),
    ...(options.verbosity >= 2 ? { onRequest: (summary) => logger.info(summary, 'request') } : {}),
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

async function toAudit(
  { auditPolicyFile, auditLogPath, auditWebhookConfigFile }: CommandOptions,
  vocabulary: Vocabulary,
  logger: Logger,
): Promise<ServerOptions['audit']> {
  if (auditPolicyFile === undefined) return undefined
  const policy = await readFlagFile('audit-policy-file', auditPolicyFile, async (text) => {
    const { load } = await import('js-yaml')
    return parseAuditPolicy(load(text), vocabulary)
  })
  const onDropped = (count: number): void => logger.warn({ count }, 'audit events were dropped')
  const sinks: AuditSink[] = []
  if (auditLogPath === '-') sinks.push(createLogSink({ writer: process.stdout, onDropped }))
  else if (auditLogPath !== undefined) {
    const writer = await fromFile('audit-log-path', auditLogPath, () => openForAppending(auditLogPath))
    writer.on('error', (err) => logger.error({ err }, 'cannot write to the audit log'))
    const sink = createLogSink({ writer, onDropped })
    sinks.push({
      write: (events) => sink.write(events),
      // All events are in the file once the server is closed.
      async close() {
        await sink.close?.()
        await new Promise<void>((resolve) => void writer.end(() => resolve()))
      },
    })
  }
  if (auditWebhookConfigFile !== undefined) {
    const remote = await fromFile('audit-webhook-config-file', auditWebhookConfigFile, () =>
      loadRemoteService(auditWebhookConfigFile),
    )
    const transport = createRemoteTransport(remote, { clock: systemClock })
    const post = async (body: string): Promise<void> => {
      const { status } = await transport.post(body)
      if (status < 200 || status > 299) throw new Error(`the audit webhook answered ${status}`)
    }
    sinks.push(
      createWebhookSink({ apiVersion: `${vocabulary.group('audit')}/v1`, post, clock: systemClock, onDropped }),
    )
  }
  return { policy, sinks }
}

// Opened before the server listens, so that a path that is not writable is an error at start.
function openForAppending(path: string): Promise<ReturnType<typeof createWriteStream>> {
  return new Promise((resolve, reject) => {
    const stream = createWriteStream(path, { flags: 'a', mode: 0o600 })
    stream.once('open', () => resolve(stream))
    stream.once('error', reject)
  })
}
