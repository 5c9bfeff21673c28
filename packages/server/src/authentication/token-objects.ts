import type { SecretObject, ServiceAccountReader } from '@pinnace/authn'
import type { ApiObject, Awaitable, Vocabulary } from '@pinnace/meta'

/** The objects that tokens are verified with, as they are stored now. Immediate if the store is in memory. */
export interface TokenObjects {
  /** An object of the core group; undefined if it does not exist. */
  get(
    resource: 'serviceaccounts' | 'secrets' | 'pods' | 'nodes',
    namespace: string,
    name: string,
  ): Awaitable<ApiObject | undefined>
  /** Sets a label of a secret; never rejects. @default secrets of legacy tokens are not labelled */
  readonly labelSecret?: (secret: SecretObject, name: string, value: string) => Promise<void>
}

/** Reads the objects that tokens of service accounts are bound to. */
export function createServiceAccountReader(objects: TokenObjects): ServiceAccountReader {
  return {
    serviceAccount: (namespace, name) => objects.get('serviceaccounts', namespace, name),
    secret: (namespace, name) => objects.get('secrets', namespace, name) as Awaitable<SecretObject | undefined>,
    pod: (namespace, name) => objects.get('pods', namespace, name),
    node: (name) => objects.get('nodes', '', name),
  }
}

/** Reads secrets of the system namespace, which hold bootstrap tokens. */
export function createSystemSecretReader(
  objects: TokenObjects,
  { systemNamespace }: Vocabulary,
): (name: string) => Awaitable<SecretObject | undefined> {
  return (name) => objects.get('secrets', systemNamespace, name) as Awaitable<SecretObject | undefined>
}
