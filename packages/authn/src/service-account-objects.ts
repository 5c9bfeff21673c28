import { Buffer } from 'node:buffer'
import { timingSafeEqual } from 'node:crypto'

import { parseTime, type ApiObject, type Vocabulary } from '@pinnace/meta'

import { readSecretText, type SecretObject } from './secret-object.ts'
import type { BoundReference, ServiceAccountClaims } from './service-account-claims.ts'

type Found<T> = Promise<T | undefined> | T | undefined

/** Where the objects of a token are looked up; each answers `undefined` for what does not exist. */
export interface ServiceAccountReader {
  serviceAccount(namespace: string, name: string): Found<ApiObject>
  secret(namespace: string, name: string): Found<SecretObject>
  pod(namespace: string, name: string): Found<ApiObject>
  node(name: string): Found<ApiObject>
}

/** What {@link checkServiceAccountObjects} looks at. */
export interface ServiceAccountCheck {
  readonly token: string
  readonly claims: ServiceAccountClaims
  readonly reader: ServiceAccountReader
  readonly vocabulary: Vocabulary
  /** What was deleted before this moment is gone, though its finalizers may not know it yet. */
  readonly deletedBeforeMs: number
}

/** Throws an Error where the account, or what the token is bound to, is no longer the object the token was made for. */
export async function checkServiceAccountObjects(check: ServiceAccountCheck): Promise<void> {
  if (check.claims.kind === 'legacy') return checkLegacy(check)
  const { claims, reader } = check
  const { namespace, account, secret, pod, node } = claims
  const found = await reader.serviceAccount(namespace, account.name)
  if (found === undefined) throw new Error(`serviceaccount "${account.name}" not found`)
  if (uidOf(found) !== account.uid) {
    throw new Error(`service account UID (${uidOf(found)}) does not match claim (${account.uid})`)
  }
  if (isGone(found, check)) throw new Error(`service account ${namespace}/${account.name} has been deleted`)
  if (secret !== undefined) {
    checkBound(await reader.secret(namespace, secret.name), secret, 'secret', check)
  }
  if (pod !== undefined) checkBound(await reader.pod(namespace, pod.name), pod, 'pod', check)
  // upstream: claims.go – a pod's token carries its node for information; only a token bound to the node hangs on it.
  else if (node !== undefined) checkBound(await reader.node(node.name), node, 'node', check)
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
  if (isGone(found, check)) throw new Error('service account token has been invalidated')
}

// upstream: pkg/serviceaccount/legacy.go, legacyValidator.Validate
async function checkLegacy({ token, claims, reader, vocabulary }: ServiceAccountCheck): Promise<void> {
  const { namespace, account } = claims
  const secretName = claims.secret!.name
  const secret = await reader.secret(namespace, secretName)
  if (secret === undefined || secret.metadata.deletionTimestamp !== undefined) {
    throw new Error('Token has been invalidated')
  }
  if (!isSame(readSecretText(secret, 'token'), token)) throw new Error("Token does not match server's copy")
  const found = await reader.serviceAccount(namespace, account.name)
  if (found === undefined) throw new Error(`serviceaccount "${account.name}" not found`)
  if (found.metadata.deletionTimestamp !== undefined) {
    throw new Error(`ServiceAccount ${namespace}/${account.name} has been deleted`)
  }
  if (uidOf(found) !== account.uid) {
    throw new Error(`ServiceAccount UID (${uidOf(found)}) does not match claim (${account.uid})`)
  }
  const invalidSince = `${vocabulary.labelDomain}/legacy-token-invalid-since`
  if ((secret.metadata.labels?.[invalidSince] ?? '') !== '') {
    throw new Error(
      `the token in secret ${namespace}/${secretName} for service account ${namespace}/${account.name} has been marked invalid. Use tokens from the TokenRequest API or manually created secret-based tokens, or remove the '${invalidSince}' label from the secret to temporarily allow use of this token`,
    )
  }
}

function uidOf({ metadata }: ApiObject): string {
  return metadata.uid ?? ''
}

function isGone({ metadata }: ApiObject, { deletedBeforeMs }: ServiceAccountCheck): boolean {
  if (metadata.deletionTimestamp === undefined) return false
  return (parseTime(metadata.deletionTimestamp) ?? 0) < deletedBeforeMs
}

function isSame(stored: string, presented: string): boolean {
  const [one, other] = [Buffer.from(stored), Buffer.from(presented)]
  return one.length === other.length && timingSafeEqual(one, other)
}
