import type { RemoteService } from '@pinnace/authn'
import type { AbacPolicy, WebhookAuthorizerOptions } from '@pinnace/authz'

/** Built-in authorizers, by the values of `--authorization-mode`. */
export type AuthorizationMode = 'Node' | 'ABAC' | 'RBAC' | 'Webhook' | 'AlwaysAllow' | 'AlwaysDeny'

/** All modes. */
export const authorizationModes: readonly AuthorizationMode[] = Object.freeze([
  'AlwaysAllow',
  'AlwaysDeny',
  'ABAC',
  'Webhook',
  'RBAC',
  'Node',
])

/** `--authorization-webhook-*`: the remote service of the mode Webhook. */
export interface AuthorizationWebhookOptions extends Omit<
  WebhookAuthorizerOptions,
  'vocabulary' | 'transport' | 'observer' | 'clock' | 'random'
> {
  /** `--authorization-webhook-config-file`, read with `loadRemoteService`. */
  readonly remote: RemoteService
  /** Timeout of a request, milliseconds. @default 30000 */
  readonly timeoutMs?: number
}

/** What the modes ABAC and Webhook need. */
export interface AuthorizationSources {
  /** `--authorization-policy-file`, read with `parseAbacPolicies`. */
  readonly policies?: readonly AbacPolicy[]
  readonly webhook?: AuthorizationWebhookOptions
}

/** Throws a TypeError for repeated modes, and for a mode without its source or a source without its mode. */
// upstream: kubeapiserver/options/authorization.go, Validate
export function assertAuthorizationModes(
  modes: readonly AuthorizationMode[],
  { policies, webhook }: AuthorizationSources,
): void {
  if (new Set(modes).size < modes.length) throw new TypeError('an authorization mode is specified more than once')
  for (const [mode, source, path] of [
    ['ABAC', policies, 'authorizationSources.policies'],
    ['Webhook', webhook, 'authorizationSources.webhook'],
  ] as const) {
    if (modes.includes(mode) && source === undefined) throw new TypeError(`authorization mode ${mode} needs ${path}`)
    if (!modes.includes(mode) && source !== undefined) {
      throw new TypeError(`${path} requires authorization mode ${mode}`)
    }
  }
}
