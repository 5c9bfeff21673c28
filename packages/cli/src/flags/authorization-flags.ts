import { authorizationModes, type AuthorizationMode } from '@pinnace/server'
import { FlagError, readDuration, readList, readOneOf, type Flag } from './flag.ts'

/** Authorization. Files are paths, read when the server starts. */
export interface AuthorizationFlags {
  readonly authorizationConfig?: string
  readonly authorizationModes?: readonly AuthorizationMode[]
  readonly authorizationPolicyFile?: string
  readonly authorizationWebhookConfigFile?: string
  readonly authorizationWebhookAuthorizedTtlMs?: number
  readonly authorizationWebhookUnauthorizedTtlMs?: number
  readonly authorizationWebhookVersion?: 'v1' | 'v1beta1'
}

export const authorizationFlags: readonly Flag<AuthorizationFlags>[] = [
  {
    name: 'authorization-config',
    placeholder: 'FILE',
    help: 'AuthorizationConfiguration with the chain of authorizers, instead of the modes; read again when it changes.',
    read: (value) => ({ authorizationConfig: value }),
  },
  {
    name: 'authorization-mode',
    placeholder: 'LIST',
    help: 'Authorization modes in their order: AlwaysAllow, AlwaysDeny, ABAC, Webhook, RBAC, Node. (default RBAC)',
    read: (value, before) => ({ authorizationModes: readModes(value, before.authorizationModes) }),
  },
  {
    name: 'authorization-policy-file',
    placeholder: 'FILE',
    help: 'Policies for the ABAC mode: one JSON object per line.',
    read: (value) => ({ authorizationPolicyFile: value }),
  },
  {
    name: 'authorization-webhook-config-file',
    placeholder: 'FILE',
    help: 'Kubeconfig of the webhook for the Webhook mode.',
    read: (value) => ({ authorizationWebhookConfigFile: value }),
  },
  {
    name: 'authorization-webhook-cache-authorized-ttl',
    placeholder: 'DURATION',
    help: 'How long allowed responses of the webhook are cached. (default 5m0s)',
    read: (value) => ({
      authorizationWebhookAuthorizedTtlMs: readDuration('authorization-webhook-cache-authorized-ttl', value),
    }),
  },
  {
    name: 'authorization-webhook-cache-unauthorized-ttl',
    placeholder: 'DURATION',
    help: 'How long other responses of the webhook are cached. (default 30s)',
    read: (value) => ({
      authorizationWebhookUnauthorizedTtlMs: readDuration('authorization-webhook-cache-unauthorized-ttl', value),
    }),
  },
  {
    name: 'authorization-webhook-version',
    placeholder: 'v1beta1|v1',
    help: 'Version of the SubjectAccessReview sent to the webhook. (default v1beta1)',
    read: (value) => ({
      authorizationWebhookVersion: readOneOf('authorization-webhook-version', value, ['v1beta1', 'v1']),
    }),
  },
]

function readModes(value: string, before: readonly AuthorizationMode[] | undefined): readonly AuthorizationMode[] {
  const modes = readList(value, before)
  return modes.map((mode, index) => {
    if (modes.indexOf(mode) < index)
      throw new FlagError(`--authorization-mode has ${JSON.stringify(mode)} more than once`)
    return readOneOf('authorization-mode', mode, authorizationModes)
  })
}
