import type { Vocabulary } from '@pinnace/meta'
import type { Secret, ServiceAccount } from '@pinnace/types/core-v1'
import { Buffer } from 'node:buffer'

/** The names by which a secret refers to its service account. */
export interface TokenAnnotations {
  readonly type: string
  readonly accountName: string
  readonly accountUid: string
}

/** The secret type and the annotations in a vocabulary. */
export function tokenAnnotations({ labelDomain }: Vocabulary): TokenAnnotations {
  return {
    type: `${labelDomain}/service-account-token`,
    accountName: `${labelDomain}/service-account.name`,
    accountUid: `${labelDomain}/service-account.uid`,
  }
}

/** Key of the service account of a secret, `namespace/name`; empty when it refers to none. */
export function accountKeyOf(secret: Secret, { accountName }: TokenAnnotations): string {
  const { namespace = '', annotations = {} } = secret.metadata
  const name = Object.hasOwn(annotations, accountName) ? (annotations[accountName] ?? '') : ''
  return name === '' ? '' : `${namespace}/${name}`
}

/** The secret with its missing token, namespace and CA; undefined when nothing is missing. */
// upstream: pkg/controller/serviceaccount/tokens_controller.go, secretUpdateNeeded
export async function filledSecret(
  secret: Secret,
  account: ServiceAccount,
  { rootCa, sign, annotations }: SecretFilling,
): Promise<Secret | undefined> {
  const { data = {}, metadata } = secret
  const ca = rootCa === undefined ? undefined : encode(rootCa)
  const needsCa = ca !== undefined && data['ca.crt'] !== ca
  const needsNamespace = (data['namespace'] ?? '') === ''
  const needsToken = (data['token'] ?? '') === ''
  if (!needsCa && !needsNamespace && !needsToken) return undefined
  const { name: accountName = '', uid: accountUid = '' } = account.metadata
  const { namespace = '', name: secretName = '' } = metadata
  return {
    ...secret,
    metadata: {
      ...metadata,
      annotations: {
        ...metadata.annotations,
        [annotations.accountName]: accountName,
        [annotations.accountUid]: accountUid,
      },
    },
    data: {
      ...data,
      ...(needsCa ? { 'ca.crt': ca } : {}),
      ...(needsNamespace ? { namespace: encode(namespace) } : {}),
      ...(needsToken
        ? { token: encode(await sign({ namespace, account: { name: accountName, uid: accountUid }, secretName })) }
        : {}),
    },
  }
}

/** What secrets are filled with: the CA bundle as PEM, and what signs the tokens. */
export interface SecretFilling {
  readonly rootCa: string | undefined
  readonly sign: SignLegacyToken
  readonly annotations: TokenAnnotations
}

/** Signs the token of a secret. */
export type SignLegacyToken = (request: {
  readonly namespace: string
  readonly account: { readonly name: string; readonly uid: string }
  readonly secretName: string
}) => Promise<string>

function encode(text: string): string {
  return Buffer.from(text).toString('base64')
}
