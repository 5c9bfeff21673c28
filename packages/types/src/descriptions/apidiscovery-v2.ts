import type { TypeDescriptions } from './type-descriptions.ts'

/** Types of `apidiscovery/v2`. */
export const descriptions: TypeDescriptions = {
  'apidiscovery.v2.APIGroupDiscovery': {
    '': 'An API group with all of its versions and their resources. The group is the name in the metadata, empty for the core group.',
    versions: 'The versions, the preferred one first.',
  },
  'apidiscovery.v2.APIResourceDiscovery': {
    '': 'A resource with its subresources.',
    resource: 'The plural word in URLs.',
    responseKind: 'The kind of object that is answered. Absent where there are only subresources.',
    scope: 'Cluster or Namespaced.',
    singularResource: 'The singular word that command-line users may type.',
    verbs: 'The operations that can be requested.',
    shortNames: 'Abbreviations that command-line users may type.',
    categories: 'Names of collections that the resource belongs to, such as "all".',
    subresources: 'What can be requested below each object.',
  },
  'apidiscovery.v2.APISubresourceDiscovery': {
    '': 'A subresource.',
    subresource: 'The word behind the name of the object in URLs.',
    responseKind: 'The kind of object that is answered. Absent for streams and proxies.',
    acceptedTypes: 'Kinds that can be sent, where they differ from what is answered.',
    verbs: 'The operations that can be requested.',
  },
  'apidiscovery.v2.APIVersionDiscovery': {
    '': 'A version of a group.',
    version: 'The version.',
    resources: 'The resources.',
    freshness:
      'Current, or Stale if the server that has the version could not be asked and the list may be out of date.',
  },
}
