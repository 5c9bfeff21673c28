import type { AuditMode } from '@pinnace/server'
import { FlagError, readCount, readDuration, readOneOf, readSwitch, type Flag } from './flag.ts'

/** How events of one backend are batched and truncated. */
export interface AuditBackendFlags {
  readonly mode?: AuditMode
  readonly batchBufferSize?: number
  readonly batchMaxSize?: number
  readonly batchMaxWaitMs?: number
  readonly batchThrottleEnable?: boolean
  readonly batchThrottleQps?: number
  readonly batchThrottleBurst?: number
  readonly truncateEnabled?: boolean
  readonly truncateMaxBatchBytes?: number
  readonly truncateMaxEventBytes?: number
}

/** How the audit log is rotated. */
export interface AuditRotationFlags {
  readonly maxAgeDays?: number
  readonly maxBackups?: number
  readonly maxSizeMegabytes?: number
  readonly compress?: boolean
}

/** Audit. Files are paths, read when the server starts. */
export interface AuditFlags {
  readonly auditPolicyFile?: string
  /** `-` means standard output. */
  readonly auditLogPath?: string
  readonly auditLogFormat?: 'json' | 'legacy'
  readonly auditLogRotation?: AuditRotationFlags
  readonly auditLog?: AuditBackendFlags
  readonly auditWebhookConfigFile?: string
  readonly auditWebhookInitialBackOffMs?: number
  readonly auditWebhook?: AuditBackendFlags
}

const modes = ['batch', 'blocking', 'blocking-strict'] as const

// upstream: apiserver/pkg/server/options/audit.go
export const auditFlags: readonly Flag<AuditFlags>[] = [
  {
    name: 'audit-policy-file',
    placeholder: 'FILE',
    help: 'YAML file with the audit policy.',
    read: (value) => ({ auditPolicyFile: value }),
  },
  {
    name: 'audit-log-path',
    placeholder: 'FILE',
    help: 'File that audit events are appended to, one per line; - means standard output.',
    read: (value) => ({ auditLogPath: value }),
  },
  {
    name: 'audit-log-format',
    placeholder: 'json|legacy',
    help: 'Format of the audit log. (default json)',
    read: (value) => ({ auditLogFormat: readOneOf('audit-log-format', value, ['json', 'legacy']) }),
  },
  rotation('maxage', 'DAYS', 'How many days rotated audit logs are kept; 0 means no limit. (default 0)', 'maxAgeDays'),
  rotation('maxbackup', 'COUNT', 'How many rotated audit logs are kept; 0 means no limit. (default 0)', 'maxBackups'),
  rotation('maxsize', 'MB', 'Size at which the audit log is rotated; 0 means never. (default 0)', 'maxSizeMegabytes'),
  {
    name: 'audit-log-compress',
    placeholder: 'BOOL',
    help: 'Compress rotated audit logs with gzip. (default false)',
    isSwitch: true,
    read: (value, { auditLogRotation }) => ({
      auditLogRotation: { ...auditLogRotation, compress: readSwitch('audit-log-compress', value) },
    }),
  },
  ...backend('log', 'auditLog', {
    mode: 'blocking',
    maxSize: '1',
    maxWait: '0s',
    throttle: 'false',
    qps: '0',
    burst: '0',
  }),
  {
    name: 'audit-webhook-config-file',
    placeholder: 'FILE',
    help: 'Kubeconfig of a webhook that receives audit events.',
    read: (value) => ({ auditWebhookConfigFile: value }),
  },
  {
    name: 'audit-webhook-initial-backoff',
    placeholder: 'DURATION',
    help: 'Delay before a failed request to the webhook is sent again; it doubles. (default 10s)',
    read: (value) => ({ auditWebhookInitialBackOffMs: readDuration('audit-webhook-initial-backoff', value) }),
  },
  ...backend('webhook', 'auditWebhook', {
    mode: 'batch',
    maxSize: '400',
    maxWait: '30s',
    throttle: 'true',
    qps: '10',
    burst: '15',
  }),
]

function rotation(
  word: string,
  placeholder: string,
  help: string,
  member: 'maxAgeDays' | 'maxBackups' | 'maxSizeMegabytes',
): Flag<AuditFlags> {
  const name = `audit-log-${word}`
  return {
    name,
    placeholder,
    help,
    read: (value, { auditLogRotation }) => ({
      auditLogRotation: { ...auditLogRotation, [member]: readCount(name, value) },
    }),
  }
}

interface BackendDefaults {
  readonly mode: AuditMode
  readonly maxSize: string
  readonly maxWait: string
  readonly throttle: string
  readonly qps: string
  readonly burst: string
}

/** The flags that both backends have. */
function backend(
  word: 'log' | 'webhook',
  member: 'auditLog' | 'auditWebhook',
  defaults: BackendDefaults,
): readonly Flag<AuditFlags>[] {
  const flag: BackendFlag = (suffix, shown, read) => {
    const name = `audit-${word}-${suffix}`
    return { name, ...shown, read: (value, before) => ({ [member]: { ...before[member], ...read(name, value) } }) }
  }
  const events = `events of the audit ${word}`
  return [
    flag(
      'mode',
      {
        placeholder: modes.join('|'),
        help: `Whether requests wait until their events are written: never, always, or failing the request. (default ${defaults.mode})`,
      },
      (name, value) => ({ mode: readOneOf(name, value, modes) }),
    ),
    flag(
      'batch-buffer-size',
      {
        placeholder: 'COUNT',
        help: `In batch mode, how many ${events} are buffered before new ones are lost. (default 10000)`,
      },
      (name, value) => ({ batchBufferSize: readPositive(name, value) }),
    ),
    flag(
      'batch-max-size',
      {
        placeholder: 'COUNT',
        help: `In batch mode, how many ${events} are written at once. (default ${defaults.maxSize})`,
      },
      (name, value) => ({ batchMaxSize: readPositive(name, value) }),
    ),
    flag(
      'batch-max-wait',
      {
        placeholder: 'DURATION',
        help: `In batch mode, how long ${events} wait for more. (default ${defaults.maxWait})`,
      },
      (name, value) => ({ batchMaxWaitMs: readDuration(name, value) }),
    ),
    flag(
      'batch-throttle-enable',
      {
        placeholder: 'BOOL',
        help: `In batch mode, limit the batches in a second. (default ${defaults.throttle})`,
        isSwitch: true,
      },
      (name, value) => ({ batchThrottleEnable: readSwitch(name, value) }),
    ),
    flag(
      'batch-throttle-qps',
      { placeholder: 'COUNT', help: `How many batches in a second. (default ${defaults.qps})` },
      (name, value) => ({ batchThrottleQps: readPositive(name, value) }),
    ),
    flag(
      'batch-throttle-burst',
      { placeholder: 'COUNT', help: `How many batches at once after a pause. (default ${defaults.burst})` },
      (name, value) => ({ batchThrottleBurst: readPositive(name, value) }),
    ),
    ...truncation(flag, events),
  ]
}

type BackendFlag = (
  suffix: string,
  shown: Pick<Flag<AuditFlags>, 'placeholder' | 'help' | 'isSwitch'>,
  read: (name: string, value: string) => AuditBackendFlags,
) => Flag<AuditFlags>

function truncation(flag: BackendFlag, events: string): readonly Flag<AuditFlags>[] {
  return [
    flag(
      'truncate-enabled',
      {
        placeholder: 'BOOL',
        help: `Whether the size of ${events} and of their batches is limited. (default false)`,
        isSwitch: true,
      },
      (name, value) => ({ truncateEnabled: readSwitch(name, value) }),
    ),
    flag(
      'truncate-max-batch-size',
      {
        placeholder: 'BYTES',
        help: 'If truncating is enabled, larger batches are written in parts. (default 10485760)',
      },
      (name, value) => ({ truncateMaxBatchBytes: readPositive(name, value) }),
    ),
    flag(
      'truncate-max-event-size',
      {
        placeholder: 'BYTES',
        help: 'If truncating is enabled, larger events lose their request and response objects, and are lost if they are still larger. (default 102400)',
      },
      (name, value) => ({ truncateMaxEventBytes: readPositive(name, value) }),
    ),
  ]
}

function readPositive(name: string, value: string): number {
  const count = readCount(name, value)
  if (count === 0) throw new FlagError(`--${name} must be a positive integer, not ${JSON.stringify(value)}`)
  return count
}
