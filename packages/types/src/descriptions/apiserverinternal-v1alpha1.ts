import type { TypeDescriptions } from './type-descriptions.ts'

/** Types of `internal.apiserver/v1alpha1`. */
export const descriptions: TypeDescriptions = {
  'apiserverinternal.v1alpha1.StorageVersion': {
    '': 'The version in which each server stores a resource. Its name is the group and the resource, with a dot between them.',
    metadata: 'Standard metadata; the name is `<group>.<resource>`.',
    spec: 'Empty.',
    status: 'What the servers have reported.',
  },
  'apiserverinternal.v1alpha1.StorageVersionSpec': { '': 'Has no fields.' },
  'apiserverinternal.v1alpha1.StorageVersionStatus': {
    '': 'What the servers have reported about a resource.',
    storageVersions: 'The versions of each server.',
    commonEncodingVersion: 'The version that all servers write, if they agree. Absent otherwise.',
    conditions: 'Its conditions: AllEncodingVersionsEqual says whether the servers agree.',
  },
  'apiserverinternal.v1alpha1.ServerStorageVersion': {
    '': 'The versions of a resource that one server writes, reads and serves.',
    apiServerID: 'The server.',
    encodingVersion: 'The version in which it stores the resource.',
    decodableVersions: 'The versions it can read from the store, encodingVersion among them.',
    servedVersions: 'The versions it serves to clients, which are all decodable.',
  },
  'apiserverinternal.v1alpha1.StorageVersionCondition': {
    '': 'One aspect of a storage version.',
    type: 'What the condition is about.',
    status: 'True, False or Unknown.',
    observedGeneration: 'The generation of the object that the condition is about.',
    lastTransitionTime: 'When the status last changed.',
    reason: 'Why, in one word for programs.',
    message: 'Why, for people.',
  },
}
