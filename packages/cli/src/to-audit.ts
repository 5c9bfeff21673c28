import { createRemoteTransport, loadRemoteService } from '@pinnace/authn'
import { openLogFile } from '@pinnace/audit/log-file'
import { systemClock, type Vocabulary } from '@pinnace/meta'
import {
  createBatchSink,
  createLogSink,
  createTruncatingSink,
  createWebhookSink,
  parseAuditPolicy,
  type AuditSink,
  type BatchSinkOptions,
  type LogWriter,
  type ServerOptions,
} from '@pinnace/server'
import type { AuditBackendFlags, AuditFlags, AuditRotationFlags } from './flags/audit-flags.ts'
import { FlagError } from './flags/flag.ts'
import { fromFile, readFlagFile } from './read-flag-file.ts'

/** The audit option from the flags; undefined without a policy. */
export async function toAudit(flags: AuditFlags, vocabulary: Vocabulary): Promise<ServerOptions['audit']> {
  const { auditPolicyFile, auditLogPath, auditWebhookConfigFile } = flags
  if (auditPolicyFile === undefined) return undefined
  const policy = await readFlagFile('audit-policy-file', auditPolicyFile, async (text) => {
    const { load } = await import('js-yaml')
    return parseAuditPolicy(load(text), vocabulary)
  })
  const sinks: AuditSink[] = []
  const { auditLog, auditWebhook } = flags
  if (auditLogPath !== undefined) {
    sinks.push(truncated(await toLogSink(auditLogPath, flags), { word: 'log', flags: auditLog, vocabulary }))
  }
  if (auditWebhookConfigFile !== undefined) {
    const sink = await toWebhookSink(auditWebhookConfigFile, flags, vocabulary)
    sinks.push(truncated(sink, { word: 'webhook', flags: auditWebhook, vocabulary }))
  }
  return { policy, sinks }
}

interface Truncation {
  readonly word: 'log' | 'webhook'
  readonly flags: AuditBackendFlags | undefined
  readonly vocabulary: Vocabulary
}

// upstream: apiserver/pkg/server/options/audit.go, AuditTruncateOptions.Validate
function truncated(sink: AuditSink, { word, flags = {}, vocabulary }: Truncation): AuditSink {
  const { truncateEnabled = false, truncateMaxEventBytes = 102_400, truncateMaxBatchBytes = 10_485_760 } = flags
  if (!truncateEnabled) return sink
  if (truncateMaxBatchBytes < truncateMaxEventBytes) {
    const name = `audit-${word}-truncate-max`
    throw new FlagError(
      `--${name}-batch-size must not be less than --${name}-event-size, ${truncateMaxEventBytes}, not ${truncateMaxBatchBytes}`,
    )
  }
  return createTruncatingSink(sink, {
    annotation: `${vocabulary.group('audit')}/truncated`,
    maxEventBytes: truncateMaxEventBytes,
    maxBatchBytes: truncateMaxBatchBytes,
  })
}

async function toLogSink(
  path: string,
  { auditLogFormat: format = 'json', auditLog = {}, auditLogRotation = {} }: AuditFlags,
): Promise<AuditSink> {
  const { mode = 'blocking' } = auditLog
  // Opened before the server listens, so that a path that is not writable is an error at start.
  const writer =
    path === '-'
      ? standardOutput
      : await fromFile('audit-log-path', path, () => openLogFile(path, toRotation(auditLogRotation)))
  const sink = createLogSink({ writer, format, mode })
  if (mode !== 'batch') return sink
  return createBatchSink(sink, {
    maxBatchSize: 1,
    maxBatchWaitMs: 0,
    initialBackOffMs: 1000,
    ...toBatch(auditLog, false),
  })
}

async function toWebhookSink(
  path: string,
  { auditWebhook = {}, auditWebhookInitialBackOffMs: initialBackOffMs = 10_000 }: AuditFlags,
  vocabulary: Vocabulary,
): Promise<AuditSink> {
  const { mode = 'batch' } = auditWebhook
  const remote = await fromFile('audit-webhook-config-file', path, () => loadRemoteService(path))
  const transport = createRemoteTransport(remote, { clock: systemClock })
  const post = async (body: string): Promise<void> => {
    const { status } = await transport.post(body)
    if (status < 200 || status > 299) throw new Error(`the audit webhook answered ${status}`)
  }
  const apiVersion = `${vocabulary.group('audit')}/v1`
  if (mode !== 'batch') return createWebhookSink({ apiVersion, post, mode })
  const throttled = { batchThrottleQps: 10, batchThrottleBurst: 15, ...auditWebhook }
  return createBatchSink(createWebhookSink({ apiVersion, post }), { initialBackOffMs, ...toBatch(throttled, true) })
}

function toRotation({ maxAgeDays = 0, maxBackups = 0, maxSizeMegabytes = 0, compress = false }: AuditRotationFlags): {
  readonly maxAgeMs?: number
  readonly maxBackups?: number
  readonly maxBytes?: number
  readonly compress: boolean
} {
  return {
    compress,
    ...(maxAgeDays === 0 ? {} : { maxAgeMs: maxAgeDays * 86_400_000 }),
    ...(maxBackups === 0 ? {} : { maxBackups }),
    ...(maxSizeMegabytes === 0 ? {} : { maxBytes: maxSizeMegabytes * 2 ** 20 }),
  }
}

function toBatch(flags: AuditBackendFlags, isThrottledByDefault: boolean): BatchSinkOptions {
  const { batchBufferSize, batchMaxSize, batchMaxWaitMs, batchThrottleEnable = isThrottledByDefault } = flags
  const { batchThrottleQps: qps, batchThrottleBurst: burst } = flags
  return {
    clock: systemClock,
    ...(batchBufferSize === undefined ? {} : { bufferSize: batchBufferSize }),
    ...(batchMaxSize === undefined ? {} : { maxBatchSize: batchMaxSize }),
    ...(batchMaxWaitMs === undefined ? {} : { maxBatchWaitMs: batchMaxWaitMs }),
    ...(batchThrottleEnable && qps !== undefined && burst !== undefined ? { throttle: { qps, burst } } : {}),
  }
}

const standardOutput: LogWriter = {
  write: (text) =>
    new Promise((resolve, reject) => {
      process.stdout.write(text, (error) => (error === null || error === undefined ? resolve() : reject(error)))
    }),
}
