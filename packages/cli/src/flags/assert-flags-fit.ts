import { assertPlugins, type AdmissionFlags } from './admission-flags.ts'
import type { AuthenticationFlags } from './authentication-flags.ts'
import type { AuthorizationFlags } from './authorization-flags.ts'
import { assertControllers, type ControllerFlags } from './controller-flags.ts'
import { FlagError } from './flag.ts'

type Flags = AuthenticationFlags & AuthorizationFlags & AdmissionFlags & ControllerFlags

/** Throws a {@link FlagError} for a flag that requires another one, and for flags that contradict each other. */
export function assertFlagsFit(flags: Flags): void {
  assertOidc(flags)
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
  assertModes(flags)
  assertAudit(flags)
  assertPlugins(flags)
  assertControllers(flags)
}

// upstream: kubeapiserver/options/authentication.go, Validate
function assertOidc(flags: Flags): void {
  const { oidcIssuerUrl, oidcClientId } = flags
  const isAnySet = Object.keys(flags).some((name) => name.startsWith('oidc'))
  if (isAnySet && (oidcIssuerUrl === undefined || oidcClientId === undefined)) {
    throw new FlagError('--oidc-issuer-url and --oidc-client-id must be set together when any --oidc-* flag is set')
  }
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
  authorizationModes = [],
  authorizationPolicyFile,
  authorizationWebhookConfigFile,
  anonymousAuth,
}: Flags): void {
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

function assertAudit({ auditPolicyFile, auditLogPath, auditWebhookConfigFile }: Flags): void {
  const hasSink = auditLogPath !== undefined || auditWebhookConfigFile !== undefined
  if (auditPolicyFile === undefined && hasSink) {
    throw new FlagError(
      `--${auditLogPath === undefined ? 'audit-webhook-config-file' : 'audit-log-path'} requires --audit-policy-file`,
    )
  }
  if (auditPolicyFile !== undefined && !hasSink) {
    throw new FlagError('--audit-policy-file requires --audit-log-path or --audit-webhook-config-file')
  }
}

function requireFlag(needed: string, value: unknown, others: Readonly<Record<string, unknown>>): void {
  if (value !== undefined) return
  for (const [name, other] of Object.entries(others)) {
    if (other !== undefined) throw new FlagError(`--${name} requires --${needed}`)
  }
}
