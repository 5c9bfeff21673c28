import { assertPlugins, type AdmissionFlags } from './admission-flags.ts'
import type { AuditFlags } from './audit-flags.ts'
import type { AuthenticationFlags } from './authentication-flags.ts'
import type { AuthorizationFlags } from './authorization-flags.ts'
import { assertControllers, type ControllerFlags } from './controller-flags.ts'
import { assertEtcd, type EtcdFlags } from './etcd-flags.ts'
import { FlagError } from './flag.ts'
import { assertLoad, type LoadFlags } from './load-flags.ts'
import { assertNodeAgentFlags, type NodeAgentFlags } from './node-agent-flags.ts'
import { assertPeerFlags, type PeerFlags } from './peer-flags.ts'
import { assertFeatureGates, type ServingFlags } from './serving-flags.ts'
import { assertStorage, type StorageFlags } from './storage-flags.ts'
import type { TestFlags } from './test-flags.ts'
import { assertTls, type TlsFlags } from './tls-flags.ts'

type Flags = StorageFlags &
  TlsFlags &
  LoadFlags &
  EtcdFlags &
  PeerFlags &
  NodeAgentFlags &
  Pick<ServingFlags, 'vocabulary' | 'dataDir' | 'featureGates' | 'emulatedVersion' | 'workers' | 'inspector'> &
  Pick<TestFlags, 'detach' | 'enableFaults'> &
  AuthenticationFlags &
  AuthorizationFlags &
  AuditFlags &
  AdmissionFlags &
  ControllerFlags

/** Throws a {@link FlagError} for a flag that requires another one, and for flags that contradict each other. */
export function assertFlagsFit(flags: Flags): void {
  assertLoad(flags)
  assertTls(flags)
  assertFeatureGates(flags)
  assertPeerFlags(flags)
  assertNodeAgentFlags(flags)
  assertOidc(flags)
  assertAuthorizationConfig(flags)
  assertRequestHeader(flags)
  requireFlag('authentication-token-webhook-config-file', flags.tokenWebhookConfigFile, {
    'authentication-token-webhook-cache-ttl': flags.tokenWebhookCacheTtlMs,
    'authentication-token-webhook-version': flags.tokenWebhookVersion,
  })
  requireFlag('authorization-webhook-config-file', flags.authorizationWebhookConfigFile, {
    'authorization-webhook-cache-authorized-ttl': flags.authorizationWebhookAuthorizedTtlMs,
    'authorization-webhook-cache-unauthorized-ttl': flags.authorizationWebhookUnauthorizedTtlMs,
    'authorization-webhook-version': flags.authorizationWebhookVersion,
  })
  assertSigner(flags)
  requireFlag('postgres-url', flags.postgresUrl, { 'postgres-schema': flags.postgresSchema })
  assertModes(flags)
  assertAudit(flags)
  assertPlugins(flags)
  assertControllers(flags)
  assertStorage(flags)
  assertEtcd(flags)
  assertWorkers(flags)
}

// upstream: kubeapiserver/options/authentication.go – keys beside those of an external signer would not be used
function assertSigner(flags: Flags): void {
  if (flags.serviceAccountSigningEndpoint === undefined) return
  for (const [name, value] of Object.entries({
    'service-account-signing-key-file': flags.serviceAccountSigningKeyFile,
    'service-account-key-file': flags.serviceAccountKeyFiles,
    'service-account-max-token-expiration': flags.serviceAccountMaxTokenExpirationMs,
  })) {
    if (value === undefined) continue
    throw new FlagError(`--${name} and --service-account-signing-endpoint are mutually exclusive`)
  }
}

// Each worker would have its own: a log of requests, a socket, faults.
function assertWorkers({ workers = 1, inspector, detach, enableFaults }: Flags): void {
  if (workers === 1) return
  for (const [name, value] of Object.entries({ inspector, detach, 'enable-faults': enableFaults })) {
    if (value === true) throw new FlagError(`--workers and --${name} exclude each other`)
  }
}

// upstream: kubeapiserver/options/authentication.go, Validate
function assertOidc(flags: Flags): void {
  const { oidcIssuerUrl, oidcClientId } = flags
  const isAnySet = Object.keys(flags).some((name) => name.startsWith('oidc'))
  if (isAnySet && flags.authenticationConfig !== undefined) {
    throw new FlagError('authentication-config file and oidc-* flags are mutually exclusive')
  }
  if (isAnySet && (oidcIssuerUrl === undefined || oidcClientId === undefined)) {
    throw new FlagError('--oidc-issuer-url and --oidc-client-id must be set together when any --oidc-* flag is set')
  }
}

// upstream: kubeapiserver/options/authorization.go, Validate
function assertAuthorizationConfig({ authorizationConfig, authorizationModes, ...flags }: Flags): void {
  if (authorizationConfig === undefined) return
  const hasWebhook = Object.keys(flags).some((name) => name.startsWith('authorizationWebhook'))
  if (authorizationModes === undefined && !hasWebhook) return
  throw new FlagError(
    '--authorization-config can not be specified when --authorization-mode or --authorization-webhook-* flags are defined',
  )
}

function assertRequestHeader(flags: Flags): void {
  const { requestHeaderClientCaFile, requestHeaderUsernameHeaders } = flags
  const isAnySet = Object.keys(flags).some((name) => name.startsWith('requestHeader'))
  if (isAnySet && (requestHeaderClientCaFile === undefined || requestHeaderUsernameHeaders === undefined)) {
    throw new FlagError(
      '--requestheader-client-ca-file and --requestheader-username-headers must be set together when any --requestheader-* flag is set',
    )
  }
}

// upstream: kubeapiserver/options/authorization.go, Validate
function assertModes({
  authorizationConfig,
  authorizationModes = [],
  authorizationPolicyFile,
  authorizationWebhookConfigFile,
  anonymousAuth,
}: Flags): void {
  if (authorizationConfig !== undefined) return
  for (const [mode, file, name] of [
    ['ABAC', authorizationPolicyFile, 'authorization-policy-file'],
    ['Webhook', authorizationWebhookConfigFile, 'authorization-webhook-config-file'],
  ] as const) {
    const isEnabled = authorizationModes.includes(mode)
    if (isEnabled && file === undefined) throw new FlagError(`--authorization-mode=${mode} requires --${name}`)
    if (!isEnabled && file !== undefined) throw new FlagError(`--${name} requires --authorization-mode=${mode}`)
  }
  if (anonymousAuth === true && authorizationModes.includes('AlwaysAllow')) {
    throw new FlagError('--anonymous-auth=true is not allowed with --authorization-mode=AlwaysAllow')
  }
}

function assertAudit(flags: Flags): void {
  const { auditPolicyFile, auditLogPath, auditWebhookConfigFile, auditLog = {} } = flags
  const hasSink = auditLogPath !== undefined || auditWebhookConfigFile !== undefined
  if (auditPolicyFile === undefined && hasSink) {
    throw new FlagError(
      `--${auditLogPath === undefined ? 'audit-webhook-config-file' : 'audit-log-path'} requires --audit-policy-file`,
    )
  }
  if (auditPolicyFile !== undefined && !hasSink) {
    throw new FlagError('--audit-policy-file requires --audit-log-path or --audit-webhook-config-file')
  }
  const { auditLogFormat, auditLogRotation } = flags
  requireFlag('audit-log-path', auditLogPath, {
    'audit-log-format': auditLogFormat,
    'audit-log-maxage': auditLogRotation?.maxAgeDays,
    'audit-log-maxbackup': auditLogRotation?.maxBackups,
    'audit-log-maxsize': auditLogRotation?.maxSizeMegabytes,
    'audit-log-mode': auditLog.mode,
  })
  requireFlag('audit-webhook-config-file', auditWebhookConfigFile, { 'audit-webhook-mode': flags.auditWebhook?.mode })
  if (auditLogPath === '-' && auditLogRotation !== undefined) {
    throw new FlagError('--audit-log-path=- is standard output, which is not rotated')
  }
  const { batchThrottleEnable, batchThrottleQps, batchThrottleBurst } = auditLog
  if (batchThrottleEnable === true && (batchThrottleQps === undefined || batchThrottleBurst === undefined)) {
    throw new FlagError(
      '--audit-log-batch-throttle-enable requires --audit-log-batch-throttle-qps and --audit-log-batch-throttle-burst',
    )
  }
}

function requireFlag(needed: string, value: unknown, others: Readonly<Record<string, unknown>>): void {
  if (value !== undefined) return
  for (const [name, other] of Object.entries(others)) {
    if (other !== undefined) throw new FlagError(`--${name} requires --${needed}`)
  }
}
