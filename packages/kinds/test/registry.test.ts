import { kubernetesVocabulary, platformVocabulary } from '@pinnace/meta'
import { createRegistry, storagePrefix } from '@pinnace/resources'
import { describe, expect, it } from 'vitest'
import { builtInResources } from '../src/built-in-resources.ts'

const resources = await builtInResources(kubernetesVocabulary)
const registry = createRegistry(resources, kubernetesVocabulary)

describe('the built-in resources', () => {
  it('are the 69 of the public API, 26 that are off unless they are enabled, and four of before', () => {
    expect(resources).toHaveLength(99)
  })

  it.each(resources.map((one) => [`${one.group}/${one.version} ${one.kind}`, one] as const))(
    '%s has a schema, columns and fields that answer',
    (_, definition) => {
      const schema = definition.schema()
      expect(schema.type).toBe('object')
      expect(schema.fields.has('metadata')).toBe(true)
      expect(definition.columns.some(({ name }) => name === 'Name' || name === 'Last Seen')).toBe(true)
      expect(definition.listKind).toBe(`${definition.kind}List`)
      if ('status' in definition.subresources) expect(schema.fields.has('status')).toBe(true)
    },
  )

  it('carry the product word only as the vocabulary spells it', async () => {
    for (const one of await builtInResources(platformVocabulary)) {
      expect(`${one.group} ${one.openApiName}`).not.toMatch(/kube|k8s/)
    }
  })

  it.each([
    ['', 'pods', 'io.k8s.api.core.v1.Pod'],
    ['rbac.authorization.k8s.io', 'roles', 'io.k8s.api.rbac.v1.Role'],
    ['flowcontrol.apiserver.k8s.io', 'flowschemas', 'io.k8s.api.flowcontrol.v1.FlowSchema'],
    [
      'apiextensions.k8s.io',
      'customresourcedefinitions',
      'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceDefinition',
    ],
    ['apiregistration.k8s.io', 'apiservices', 'io.k8s.kube-aggregator.pkg.apis.apiregistration.v1.APIService'],
  ])('%s %s stands in OpenAPI as %s', (group, resource, name) => {
    expect(registry.byGvr(group, 'v1', resource)?.openApiName).toBe(name)
  })

  it('create on PUT where Kubernetes does', () => {
    const names = resources.filter(({ strategy }) => strategy.allowCreateOnUpdate).map(({ kind }) => kind)
    expect([...new Set(names)].sort()).toEqual([
      'ClusterRole',
      'ClusterRoleBinding',
      'Endpoints',
      'Event',
      'Lease',
      'LeaseCandidate',
      'LimitRange',
      'Role',
      'RoleBinding',
      'RuntimeClass',
      'Service',
    ])
  })

  it('require a resourceVersion where Kubernetes does', () => {
    for (const kind of ['Lease', 'PodDisruptionBudget', 'CSIDriver', 'CustomResourceDefinition']) {
      expect(resources.find((one) => one.kind === kind)?.strategy.allowUnconditionalUpdate).toBe(false)
    }
  })

  it('refuse options that make no sense', async () => {
    const build = (options: object) => builtInResources(kubernetesVocabulary, options)
    await expect(build({ serviceCidr: 'x' })).rejects.toThrow(TypeError)
    await expect(build({ serviceCidr: '10.0.0.0/24,10.1.0.0/24' })).rejects.toThrow(TypeError)
    await expect(build({ nodePortRange: [5, 4] })).rejects.toThrow(TypeError)
  })
})

describe('the registry', () => {
  it('lists groups in the order of discovery', () => {
    expect(registry.groups.map(({ group }) => group)).toEqual([
      '',
      'apiregistration.k8s.io',
      'apps',
      'events.k8s.io',
      'authentication.k8s.io',
      'authorization.k8s.io',
      'autoscaling',
      'batch',
      'certificates.k8s.io',
      'networking.k8s.io',
      'policy',
      'rbac.authorization.k8s.io',
      'storage.k8s.io',
      'admissionregistration.k8s.io',
      'apiextensions.k8s.io',
      'scheduling.k8s.io',
      'coordination.k8s.io',
      'node.k8s.io',
      'discovery.k8s.io',
      'flowcontrol.apiserver.k8s.io',
      'resource.k8s.io',
      'internal.apiserver.k8s.io',
      'storagemigration.k8s.io',
    ])
  })

  it('prefers the newest released version', () => {
    expect(registry.group('autoscaling')?.preferredVersion).toBe('v2')
    expect(registry.group('authentication.k8s.io')?.preferredVersion).toBe('v1')
  })

  it('finds by kind and by resource', () => {
    expect(registry.byGvk({ group: 'apps', version: 'v1', kind: 'Deployment' })?.resource).toBe('deployments')
    expect(registry.byGvr('apps', 'v1', 'deployments')?.kind).toBe('Deployment')
    expect(registry.byGvr('apps', 'v2', 'deployments')).toBeUndefined()
  })

  it('keeps events of both groups under one key', () => {
    const core = registry.byGvr('', 'v1', 'events')!
    const other = registry.byGvr('events.k8s.io', 'v1', 'events')!
    expect(storagePrefix(core)).toBe('/registry/events/')
    expect(storagePrefix(other)).toBe(storagePrefix(core))
  })

  it('has the keys of kube-apiserver', () => {
    const prefixes = new Map(resources.map((one) => [one.resource, storagePrefix(one)]))
    const differing = [...prefixes].filter(([resource, prefix]) => prefix !== `/registry/${resource}/`)
    expect(Object.fromEntries(differing)).toEqual({
      replicationcontrollers: '/registry/controllers/',
      endpoints: '/registry/services/endpoints/',
      services: '/registry/services/specs/',
      nodes: '/registry/minions/',
      ingresses: '/registry/ingress/',
      customresourcedefinitions: '/registry/apiextensions.k8s.io/customresourcedefinitions/',
      apiservices: '/registry/apiregistration.k8s.io/apiservices/',
    })
  })

  it('refuses a group of a host whose keys would be among those of a built-in kind', () => {
    const host = (group: string, resource: string) => ({
      ...resources[0]!,
      group,
      resource,
      kind: 'Widget',
      builtIn: false,
      storage: { group, resource },
    })
    expect(() => createRegistry([...resources, host('pods', 'default')], kubernetesVocabulary)).toThrow(
      'group "pods": keys under /registry/pods/default/ would be among those of /registry/pods/',
    )
    expect(() => createRegistry([...resources, host('services', 'specs')], kubernetesVocabulary)).toThrow(TypeError)
    expect(() => createRegistry([...resources, host('acme', 'pods')], kubernetesVocabulary)).not.toThrow()
  })

  it('gives no two resources the same key but where they share it on purpose', () => {
    const shared = new Map<string, string[]>()
    for (const one of resources) shared.set(storagePrefix(one), [...(shared.get(storagePrefix(one)) ?? []), one.kind])
    const several = [...shared].filter(([, kinds]) => kinds.length > 1).map(([, kinds]) => kinds[0])
    expect(several.sort()).toEqual([
      'CertificateSigningRequest',
      'ClusterTrustBundle',
      'DeviceClass',
      'DeviceTaintRule',
      'Event',
      'HorizontalPodAutoscaler',
      'IPAddress',
      'LeaseCandidate',
      'MutatingAdmissionPolicy',
      'MutatingAdmissionPolicyBinding',
      'MutatingWebhookConfiguration',
      'ResourceClaim',
      'ResourceClaimTemplate',
      'ResourceSlice',
      'ServiceCIDR',
      'TokenReview',
      'ValidatingWebhookConfiguration',
      'VolumeAttributesClass',
    ])
  })

  it('refuses two definitions of one resource', () => {
    expect(() => createRegistry([resources[0]!, resources[0]!], kubernetesVocabulary)).toThrow(TypeError)
  })

  it('puts groups of a host after the built-in ones, by name', () => {
    const host = (group: string) => ({ ...resources[0]!, group, storage: { group, resource: 'x' } })
    const { groups } = createRegistry([host('b.example'), ...resources, host('a.example')], kubernetesVocabulary)
    expect(groups.slice(-2).map(({ group }) => group)).toEqual(['a.example', 'b.example'])
  })
})
