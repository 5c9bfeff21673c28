import { parseTime, type ApiObject, type Vocabulary } from '@pinnace/meta'
import { isEqualSecret } from '../tokens/is-equal-secret.ts'
import { readSecretText, type SecretObject } from './secret-object.ts'
import type { BoundReference, ServiceAccountClaims } from './service-account-claims.ts'

type Found<T> = Promise<T | undefined> | T | undefined

/** Reads the objects that a token names; `undefined` for one that does not exist. */
export interface ServiceAccountReader {
  serviceAccount(namespace: string, name: string): Found<ApiObject>
  secret(namespace: string, name: string): Found<SecretObject>
  pod(namespace: string, name: string): Found<ApiObject>
  node(name: string): Found<ApiObject>
}

/** Options for {@link checkServiceAccountObjects}. */
export interface ServiceAccountCheck {
  readonly token: string
  readonly claims: ServiceAccountClaims
  readonly reader: ServiceAccountReader
  readonly vocabulary: Vocabulary
  /** An object whose deletion timestamp is before this time counts as deleted, even if its finalizers keep it. */
  readonly deletedBeforeMs: number
  /** Called for a legacy token whose secret is as it should be, or was marked invalid. */
  readonly onLegacyUse?: (use: LegacyTokenUse, secret: SecretObject) => void
}

/** What the secret of a legacy token is: one that the account names was generated; an invalid one was not used for long. */
export type LegacyTokenUse = 'legacy auto' | 'legacy manual' | 'legacy invalid'

/**
 * Throws an Error where the account, or the object that the token is bound to, is no longer the one that the token was
 * issued for. Synchronous unless the reader is not.
 */
export function checkServiceAccountObjects(check: ServiceAccountCheck): Promise<void> | void {
  const { claims, reader } = check
  const { namespace, account, secret, pod, node } = claims
  const read = [
    reader.serviceAccount(namespace, account.name),
    secret && reader.secret(namespace, secret.name),
    pod && reader.pod(namespace, pod.name),
    // upstream: claims.go – the node in a token bound to a pod is informational; it is checked in other tokens only.
    pod === undefined && node !== undefined ? reader.node(node.name) : undefined,
  ] as const
  if (read.some((found) => found instanceof Promise)) {
    return Promise.all(read).then((found) => compare(found, check))
  }
  compare(read as Objects, check)
}

type Objects = readonly [
  account: ApiObject | undefined,
  secret: SecretObject | undefined,
  pod: ApiObject | undefined,
  node: ApiObject | undefined,
]

function compare(objects: Objects, check: ServiceAccountCheck): void {
  if (check.claims.kind === 'legacy') compareLegacy(objects, check)
  else compareBound(objects, check)
}

// upstream: pkg/serviceaccount/claims.go, validator.Validate
function compareBound([found, foundSecret, foundPod, foundNode]: Objects, check: ServiceAccountCheck): void {
  const { namespace, account, secret, pod, node } = check.claims
  if (found === undefined) throw new Error(`serviceaccount "${account.name}" not found`)
  if (uidOf(found) !== account.uid) {
    throw new Error(`service account UID (${uidOf(found)}) does not match claim (${account.uid})`)
  }
  if (isDeleted(found, check)) throw new Error(`service account ${namespace}/${account.name} has been deleted`)
  if (secret !== undefined) checkBound(foundSecret, secret, 'secret', check)
  if (pod !== undefined) checkBound(foundPod, pod, 'pod', check)
  else if (node !== undefined) checkBound(foundNode, node, 'node', check)
}

function checkBound(
  found: ApiObject | undefined,
  { uid }: BoundReference,
  called: 'secret' | 'pod' | 'node',
  check: ServiceAccountCheck,
): void {
  if (found === undefined) throw new Error('service account token has been invalidated')
  if (uidOf(found) !== uid) {
    throw new Error(`${called} UID (${uidOf(found)}) does not match service account ${called} ref claim (${uid})`)
  }
  if (isDeleted(found, check)) throw new Error('service account token has been invalidated')
}

// upstream: pkg/serviceaccount/legacy.go, legacyValidator.Validate
function compareLegacy([found, secret]: Objects, check: ServiceAccountCheck): void {
  const { token, claims, vocabulary, onLegacyUse } = check
  const { namespace, account } = claims
  const secretName = claims.secret?.name ?? ''
  if (secret === undefined || secret.metadata.deletionTimestamp !== undefined) {
    throw new Error('Token has been invalidated')
  }
  if (!isEqualSecret(readSecretText(secret, 'token'), token)) throw new Error("Token does not match server's copy")
  if (found === undefined) throw new Error(`serviceaccount "${account.name}" not found`)
  if (found.metadata.deletionTimestamp !== undefined) {
    throw new Error(`ServiceAccount ${namespace}/${account.name} has been deleted`)
  }
  if (uidOf(found) !== account.uid) {
    throw new Error(`ServiceAccount UID (${uidOf(found)}) does not match claim (${account.uid})`)
  }
  const invalidSince = `${vocabulary.labelDomain}/legacy-token-invalid-since`
  if ((secret.metadata.labels?.[invalidSince] ?? '') !== '') {
    onLegacyUse?.('legacy invalid', secret)
    throw new Error(
      `the token in secret ${namespace}/${secretName} for service account ${namespace}/${account.name} has been marked invalid. Use tokens from the TokenRequest API or manually created secret-based tokens, or remove the '${invalidSince}' label from the secret to temporarily allow use of this token`,
    )
  }
  onLegacyUse?.(namesSecret(found, secretName) ? 'legacy auto' : 'legacy manual', secret)
}

/** True if a service account names a secret. */
function namesSecret(account: ApiObject & { readonly secrets?: unknown }, name: string): boolean {
  return Array.isArray(account.secrets) && account.secrets.some((secret: { name?: unknown }) => secret.name === name)
}

function uidOf({ metadata }: ApiObject): string {
  return metadata.uid ?? ''
}

function isDeleted({ metadata }: ApiObject, { deletedBeforeMs }: ServiceAccountCheck): boolean {
  if (metadata.deletionTimestamp === undefined) return false
  return (parseTime(metadata.deletionTimestamp) ?? 0) < deletedBeforeMs
}
