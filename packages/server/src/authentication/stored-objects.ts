import type { SecretObject, ServiceAccountReader } from '@pinnace/authn'
import type { ApiObject, Vocabulary } from '@pinnace/meta'
import { storageOf } from '../served-resource.ts'
import type { ServedResources } from '../served-resources.ts'

type Found<T> = Promise<T | undefined> | T | undefined

/** What tokens of service accounts hang on, as it is stored now; at once, where the store answers at once. */
export function readServiceAccountObjects(resources: ServedResources): ServiceAccountReader {
  return {
    serviceAccount: (namespace, name) => read(resources, 'serviceaccounts', namespace, name),
    secret: (namespace, name) => read<SecretObject>(resources, 'secrets', namespace, name),
    pod: (namespace, name) => read(resources, 'pods', namespace, name),
    node: (name) => read(resources, 'nodes', '', name),
  }
}

/** The secrets that bootstrap tokens are kept in. */
export function readSystemSecret(
  resources: ServedResources,
  { systemNamespace }: Vocabulary,
): (name: string) => Found<SecretObject> {
  return (name) => read<SecretObject>(resources, 'secrets', systemNamespace, name)
}

function read<T extends ApiObject>(
  resources: ServedResources,
  resource: string,
  namespace: string,
  name: string,
): Found<T> {
  const storage = storageOf(resources.find('', 'v1', resource)!)
  const entry = storage.readNewest(storage.key(namespace, name))
  return entry instanceof Promise
    ? entry.then((found) => found?.object() as T | undefined)
    : (entry?.object() as T | undefined)
}
