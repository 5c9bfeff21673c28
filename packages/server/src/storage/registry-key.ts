import type { ObjectScope } from './object-scope.ts'

/**
 * The key that kube-apiserver shows for an object in messages about the store. It differs from the key of this store:
 * most built-in resources have no group in it, some have another name.
 */
// upstream: pkg/registry/cachesize and kubeapiserver/default_storage_factory_builder.go, SpecialDefaultResourcePrefixes
export function registryKey(
  { served: { gvr, definition }, name }: Pick<ObjectScope, 'served' | 'name'>,
  namespace: string,
  dryRun: boolean,
): string {
  const { group, resource } = gvr
  const isPrefixed = !definition.builtIn || ownServers.has(group.split('.')[0] ?? '')
  const place = isPrefixed ? `${group}/${resource}` : (special[resource] ?? resource)
  // upstream: storage/etcd3 adds its prefix; a dry run does not reach it.
  return `${dryRun ? '' : '/registry'}/${place}/${namespace === '' ? '' : `${namespace}/`}${name}`
}

// CRDs and APIServices are served by servers of their own.
const ownServers = new Set(['apiextensions', 'apiregistration'])

const special: Readonly<Record<string, string | undefined>> = {
  replicationcontrollers: 'controllers',
  endpoints: 'services/endpoints',
  services: 'services/specs',
  nodes: 'minions',
  ingresses: 'ingress',
  podsecuritypolicies: 'podsecuritypolicy',
}
