import { builtInResources } from '@pinnace/kinds'
import { kubernetesVocabulary } from '@pinnace/meta'
import { createRegistry } from '@pinnace/resources'
import { describe, expect, it } from 'vitest'
import { toApiGroupList } from '../src/discovery/api-groups.ts'
import { toApiResourceList, type ApiResource } from '../src/discovery/api-resources.ts'

const registry = createRegistry(await builtInResources(kubernetesVocabulary), kubernetesVocabulary)

function resourcesOf(group: string, version: string): readonly ApiResource[] {
  const served = registry.group(group)!.versions.find((candidate) => candidate.version === version)!
  return toApiResourceList(group, served, registry).resources
}

// upstream: api/discovery/api__v1.json and apis.json, the published answers of a server
describe('discovery of the built-in kinds', () => {
  it.each([
    ['configmaps', 'qFsyl6wFWjQ='],
    ['endpoints', 'fWeeMqaN/OA='],
    ['events', 'r2yiGXH7wu8='],
    ['limitranges', 'EBKMFVe6cwo='],
    ['namespaces', 'Q3oi5N2YM8M='],
    ['nodes', 'XwShjMxG9Fs='],
    ['persistentvolumeclaims', 'QWTyNDq0dC4='],
    ['persistentvolumes', 'HN/zwEC+JgM='],
    ['pods', 'xPOwRZ+Yhw8='],
    ['podtemplates', 'LIXB2x4IFpk='],
    ['replicationcontrollers', 'Jond2If31h0='],
    ['resourcequotas', '8uhSgffRX6w='],
    ['secrets', 'S6u1pOWzb84='],
    ['serviceaccounts', 'pbx9ZvyFpBE='],
    ['services', '0/CO1lhkEBI='],
  ])('gives %s the storage hash %s', (name, hash) => {
    expect(resourcesOf('', 'v1').find((row) => row.name === name)!.storageVersionHash).toBe(hash)
  })

  it('gives events of both groups the same hash: they are stored once', () => {
    expect(resourcesOf('events.k8s.io', 'v1')[0]!.storageVersionHash).toBe('r2yiGXH7wu8=')
  })

  it.each([
    ['nodes/proxy', 'NodeProxyOptions', 'create,delete,get,patch,update'],
    ['pods/attach', 'PodAttachOptions', 'create,get'],
    ['pods/ephemeralcontainers', 'Pod', 'get,patch,update'],
    ['pods/exec', 'PodExecOptions', 'create,get'],
    ['pods/log', 'Pod', 'get'],
    ['pods/portforward', 'PodPortForwardOptions', 'create,get'],
    ['namespaces/finalize', 'Namespace', 'update'],
    ['services/proxy', 'ServiceProxyOptions', 'create,delete,get,patch,update'],
  ])('lists %s as %s with %s', (name, kind, verbs) => {
    const row = resourcesOf('', 'v1').find((candidate) => candidate.name === name)!
    expect([row.kind, row.verbs.join(','), row.singularName, row.group]).toEqual([kind, verbs, '', undefined])
  })

  it('lists the groups by priority, with their preferred versions', () => {
    const { groups } = toApiGroupList(registry)
    expect(groups.map(({ name, preferredVersion }) => `${name} ${preferredVersion.version}`)).toEqual([
      'apiregistration.k8s.io v1',
      'apps v1',
      'events.k8s.io v1',
      'authentication.k8s.io v1',
      'authorization.k8s.io v1',
      'autoscaling v2',
      'batch v1',
      'certificates.k8s.io v1',
      'networking.k8s.io v1',
      'policy v1',
      'rbac.authorization.k8s.io v1',
      'storage.k8s.io v1',
      'admissionregistration.k8s.io v1',
      'apiextensions.k8s.io v1',
      'scheduling.k8s.io v1',
      'coordination.k8s.io v1',
      'node.k8s.io v1',
      'discovery.k8s.io v1',
      'flowcontrol.apiserver.k8s.io v1',
      'resource.k8s.io v1',
      'internal.apiserver.k8s.io v1alpha1',
      'storagemigration.k8s.io v1beta1',
    ])
  })
})
