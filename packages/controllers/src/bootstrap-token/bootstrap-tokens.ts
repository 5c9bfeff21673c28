import type { Informer } from '@pinnace/client'
import { parseTime } from '@pinnace/meta'
import type { Secret } from '@pinnace/types/core-v1'
import { Buffer } from 'node:buffer'
import type { ControllerContext } from '../controller.ts'

/** The shared informer of the bootstrap token secrets. */
export function bootstrapTokenSecrets({ informers, vocabulary }: ControllerContext): Informer<Secret> {
  return informers.informer<Secret>(
    { apiVersion: 'v1', kind: 'Secret' },
    { namespace: vocabulary.systemNamespace, fieldSelector: `type=bootstrap.${vocabulary.labelDomain}/token` },
  )
}

/** The expiration of a token in Unix milliseconds; undefined when it has none, 0 when it cannot be parsed. */
// upstream: cluster-bootstrap/util/secrets, GetExpiration
export function expirationOf(secret: Secret): number | undefined {
  const text = textOf(secret, 'expiration')
  return text === '' ? undefined : (parseTime(text) ?? 0)
}

/** A bootstrap token that may sign. */
export interface SigningToken {
  readonly id: string
  readonly secret: string
}

/** The token of a secret; undefined when it may not sign now. */
// upstream: pkg/controller/bootstrap/util.go, validateSecretForSigning
export function signingTokenOf(secret: Secret, nowMs: number): SigningToken | undefined {
  const id = textOf(secret, 'token-id')
  const tokenSecret = textOf(secret, 'token-secret')
  if (!/^[a-z0-9]{6}$/.test(id) || secret.metadata.name !== `bootstrap-token-${id}` || tokenSecret === '')
    return undefined
  const expiresAtMs = expirationOf(secret)
  if (expiresAtMs !== undefined && expiresAtMs <= nowMs) return undefined
  return textOf(secret, 'usage-bootstrap-signing') === 'true' ? { id, secret: tokenSecret } : undefined
}

function textOf({ data }: Secret, key: string): string {
  const value = data !== undefined && Object.hasOwn(data, key) ? data[key] : undefined
  return value === undefined ? '' : Buffer.from(value, 'base64').toString('utf8')
}
