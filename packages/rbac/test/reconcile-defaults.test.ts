import { describe, expect, it } from 'vitest'
import { alreadyExists, createVocabulary, kubernetesVocabulary, platformVocabulary, staleObject } from '@pinnace/meta'
import {
  createRbacAuthorizer,
  createRbacIndex,
  defaultPolicy,
  nodeRules,
  reconcileDefaults,
  type DefaultsClient,
  type RbacObjects,
  type RbacResource,
} from '../src/index.ts'
import { clusterRole, group, request, rule, user } from './policy.ts'

type AnyObject = RbacObjects[RbacResource]

function memoryClient(): DefaultsClient & { readonly objects: Map<string, AnyObject>; writes: string[] } {
  const objects = new Map<string, AnyObject>()
  const writes: string[] = []
  const key = (resource: string, namespace: string, name: string): string => `${resource} ${namespace}/${name}`
  let uid = 0
  return {
    objects,
    writes,
    get: async (resource, namespace, name) => objects.get(key(resource, namespace, name)) as never,
    create: async (resource, object) => {
      const { namespace = '', name = '' } = object.metadata
      if (objects.has(key(resource, namespace, name))) throw alreadyExists({ group, resource }, name)
      objects.set(key(resource, namespace, name), { ...object, metadata: { ...object.metadata, uid: String(++uid) } })
      writes.push(`create ${resource} ${name}`)
    },
    update: async (resource, object) => {
      const { namespace = '', name = '' } = object.metadata
      objects.set(key(resource, namespace, name), object)
      writes.push(`update ${resource} ${name}`)
    },
    delete: async (resource, namespace, name, wanted) => {
      if (objects.get(key(resource, namespace, name))?.metadata.uid !== wanted) throw new Error('another uid')
      objects.delete(key(resource, namespace, name))
      writes.push(`delete ${resource} ${name}`)
    },
  }
}

async function made() {
  const client = memoryClient()
  await reconcileDefaults({ vocabulary: kubernetesVocabulary, client })
  client.writes.length = 0
  const again = () => reconcileDefaults({ vocabulary: kubernetesVocabulary, client })
  const change = (key: string, edit: (object: AnyObject) => AnyObject): void => {
    client.objects.set(key, edit(client.objects.get(key)!))
  }
  return { client, again, change }
}

describe('reconcileDefaults', () => {
  it('creates every default once and then has nothing to do', async () => {
    const client = memoryClient()
    const policy = defaultPolicy(kubernetesVocabulary)
    const count = Object.values(policy).reduce((sum, list: readonly unknown[]) => sum + list.length, 0)
    expect(count).toBe(133)
    expect(await reconcileDefaults({ vocabulary: kubernetesVocabulary, client })).toEqual({
      created: count,
      updated: 0,
      skipped: [],
    })
    expect(await reconcileDefaults({ vocabulary: kubernetesVocabulary, client })).toEqual({
      created: 0,
      updated: 0,
      skipped: [],
    })
    expect(client.writes).toHaveLength(count)
  })

  it('adds missing rules and keeps others', async () => {
    const { client, again, change } = await made()
    change('clusterroles /system:basic-user', (object) => ({ ...object, rules: [rule('get', 'core', 'pods')] }))
    expect(await again()).toEqual({ created: 0, updated: 1, skipped: [] })
    expect(client.objects.get('clusterroles /system:basic-user')).toMatchObject({
      rules: [
        rule('get', 'core', 'pods'),
        rule('create', 'authorization.k8s.io', 'selfsubjectaccessreviews'),
        rule('create', 'authorization.k8s.io', 'selfsubjectrulesreviews'),
        rule('create', 'authentication.k8s.io', 'selfsubjectreviews'),
      ],
    })
    change('clusterroles /system:basic-user', (object) => ({ ...object, rules: [rule('*', '*', '*')] }))
    expect(await again()).toMatchObject({ updated: 0 })
  })

  it('adds missing subjects and keeps others', async () => {
    const { client, again, change } = await made()
    const subjects = [{ kind: 'User', name: 'alice', apiGroup: group }]
    change('clusterrolebindings /system:public-info-viewer', (object) => ({ ...object, subjects }) as AnyObject)
    expect(await again()).toMatchObject({ updated: 1 })
    expect(client.objects.get('clusterrolebindings /system:public-info-viewer')).toMatchObject({
      subjects: [{ name: 'alice' }, { name: 'system:authenticated' }, { name: 'system:unauthenticated' }],
    })
  })

  it('adds missing labels and annotations, and keeps existing values', async () => {
    const { client, again, change } = await made()
    const labels = { 'kubernetes.io/bootstrapping': 'mine', team: 'a' }
    change('clusterroles /view', (object) => ({ ...object, metadata: { ...object.metadata, labels } }))
    expect(await again()).toMatchObject({ updated: 1 })
    expect(client.objects.get('clusterroles /view')?.metadata.labels).toEqual({
      ...labels,
      'rbac.authorization.k8s.io/aggregate-to-edit': 'true',
    })
  })

  it('keeps the stored rules of an aggregated role, and restores its selectors', async () => {
    const { client, again, change } = await made()
    change('clusterroles /view', (object) => ({ ...object, rules: [rule('get', 'core', 'pods')] }))
    expect(await again()).toMatchObject({ updated: 0 })
    change('clusterroles /view', (object) => ({
      ...object,
      aggregationRule: { clusterRoleSelectors: [{ matchLabels: { a: 'b' } }] },
    }))
    expect(await again()).toMatchObject({ updated: 1 })
    expect(client.objects.get('clusterroles /view')).toMatchObject({
      aggregationRule: {
        clusterRoleSelectors: [
          { matchLabels: { a: 'b' } },
          { matchLabels: { 'rbac.authorization.k8s.io/aggregate-to-view': 'true' } },
        ],
      },
    })
  })

  it('recreates a binding to another role', async () => {
    const { client, again, change } = await made()
    change('clusterrolebindings /system:discovery', (object) => {
      return { ...object, roleRef: { apiGroup: group, kind: 'ClusterRole', name: 'view' } } as AnyObject
    })
    expect(await again()).toMatchObject({ created: 1 })
    expect(client.writes).toEqual([
      'delete clusterrolebindings system:discovery',
      'create clusterrolebindings system:discovery',
    ])
  })

  it('does not change objects whose autoupdate annotation is false', async () => {
    const { client, again, change } = await made()
    const annotations = { 'rbac.authorization.kubernetes.io/autoupdate': 'false' }
    const freeze = (object: AnyObject): AnyObject => ({ ...object, metadata: { ...object.metadata, annotations } })
    change('clusterroles /system:basic-user', (object) => freeze({ ...object, rules: [] }))
    change('clusterrolebindings /system:discovery', (object) => {
      return freeze({ ...object, roleRef: { kind: 'ClusterRole', name: 'view' } } as AnyObject)
    })
    change('roles kube-system/system:controller:token-cleaner', (object) => freeze({ ...object, rules: [] }))
    change('clusterroles /system:discovery', freeze)
    expect(await again()).toEqual({
      created: 0,
      updated: 0,
      skipped: [
        'clusterroles system:basic-user',
        'clusterrolebindings system:discovery',
        'roles kube-system/system:controller:token-cleaner',
      ],
    })
    expect(client.writes).toEqual([])
  })

  it('tries again after a concurrent change, three times in all', async () => {
    const inner = memoryClient()
    let failures = 2
    const client: DefaultsClient = {
      ...inner,
      create: async (resource, object) => {
        if (failures-- > 0) throw staleObject({ group, resource }, object.metadata.name!)
        await inner.create(resource, object)
      },
    }
    const policy = { clusterRoles: [clusterRole('a', [])], clusterRoleBindings: [], roles: [], roleBindings: [] }
    expect(await reconcileDefaults({ vocabulary: kubernetesVocabulary, client, policy })).toMatchObject({ created: 1 })
    failures = 3
    inner.objects.clear()
    await expect(reconcileDefaults({ vocabulary: kubernetesVocabulary, client, policy })).rejects.toMatchObject({
      reason: 'Conflict',
    })
  })
})

describe('defaultPolicy', () => {
  function authorizer(vocabulary = kubernetesVocabulary) {
    const index = createRbacIndex(vocabulary)
    const { clusterRoles, clusterRoleBindings, roles, roleBindings } = defaultPolicy(vocabulary)
    for (const object of clusterRoles) index.set('clusterroles', object)
    for (const object of clusterRoleBindings) index.set('clusterrolebindings', object)
    for (const object of roles) index.set('roles', object)
    for (const object of roleBindings) index.set('rolebindings', object)
    return { index, authorize: createRbacAuthorizer(index) }
  }
  const { index, authorize } = authorizer()

  it.each([
    ['root', 'system:masters', 'delete anything:goes x@n', 'allow'],
    ['root', 'system:masters', 'post /anything', 'allow'],
    ['alice', 'system:authenticated', 'create authorization.k8s.io:selfsubjectaccessreviews', 'allow'],
    ['alice', 'system:authenticated', 'create authorization.k8s.io:subjectaccessreviews', 'noOpinion'],
    ['alice', 'system:authenticated', 'get /openapi/v3', 'allow'],
    ['alice', 'system:authenticated', 'get /version', 'allow'],
    ['alice', 'system:authenticated', 'get /metrics', 'noOpinion'],
    ['alice', 'system:authenticated', 'get pods@n', 'noOpinion'],
    ['system:anonymous', 'system:unauthenticated', 'get /version', 'allow'],
    ['system:anonymous', 'system:unauthenticated', 'get /livez', 'allow'],
    ['system:anonymous', 'system:unauthenticated', 'get /livez/ping', 'noOpinion'],
    ['system:anonymous', 'system:unauthenticated', 'get /api', 'noOpinion'],
    ['m', 'system:monitoring', 'get /livez/ping', 'allow'],
    ['m', 'system:monitoring', 'get /metrics', 'allow'],
    ['m', 'system:monitoring', 'get /statusz', 'allow'],
    ['m', 'system:monitoring', 'get /flagz', 'allow'],
    ['system:kube-scheduler', 'x', 'create pods/binding x@n', 'allow'],
    ['system:kube-scheduler', 'x', 'get secrets x@n', 'noOpinion'],
    ['system:kube-scheduler', 'x', 'create resource.k8s.io:resourceclaims@n', 'allow'],
    ['system:kube-scheduler', 'x', 'patch resource.k8s.io:resourceclaims/binding x@n', 'allow'],
    ['system:kube-scheduler', 'x', 'update configmaps kube-scheduler@kube-system', 'noOpinion'],
    ['system:serviceaccount:kube-system:device-taint-eviction-controller', 'x', 'delete pods x@n', 'allow'],
    [
      'system:serviceaccount:kube-system:resource-claim-controller',
      'x',
      'update resource.k8s.io:resourceclaims/binding x@n',
      'allow',
    ],
    [
      'system:serviceaccount:kube-system:pvc-protection-controller',
      'x',
      'update persistentvolumeclaims/status x@n',
      'allow',
    ],
    ['system:serviceaccount:kube-system:expand-controller', 'x', 'get services x@n', 'noOpinion'],
    ['system:serviceaccount:kube-system:persistent-volume-binder', 'x', 'get services x@n', 'noOpinion'],
    ['system:kube-controller-manager', 'x', 'list anything:goes', 'allow'],
    ['system:serviceaccount:kube-system:namespace-controller', 'x', 'deletecollection pods@n', 'allow'],
    ['system:serviceaccount:kube-system:generic-garbage-collector', 'x', 'delete x:y z@n', 'allow'],
    ['system:serviceaccount:kube-system:token-cleaner', 'x', 'delete secrets x@kube-system', 'allow'],
    ['system:serviceaccount:kube-system:token-cleaner', 'x', 'delete secrets x@default', 'noOpinion'],
    ['system:serviceaccount:kube-system:bootstrap-signer', 'x', 'update configmaps cluster-info@kube-public', 'allow'],
    ['system:serviceaccount:kube-system:bootstrap-signer', 'x', 'update configmaps other@kube-public', 'noOpinion'],
    ['system:serviceaccount:n:robot', 'system:serviceaccounts', 'get /openid/v1/jwks', 'allow'],
    ['system:node:a', 'system:nodes', 'get secrets x@n', 'noOpinion'],
  ])('as user %s in %s: %s – %s', (name, groupName, text, effect) => {
    expect(authorize(request(user(name, groupName), text))).toMatchObject({ effect })
  })

  it.each([
    ['view', 'get pods@n', true],
    ['view', 'get secrets@n', false],
    ['view', 'list events@n', true],
    ['view', 'list events.k8s.io:events@n', true],
    ['view', 'create events.k8s.io:events@n', false],
    ['edit', 'create events.k8s.io:events@n', true],
    ['admin', 'deletecollection events.k8s.io:events@n', true],
    ['view', 'create pods@n', false],
    ['edit', 'get pods@n', true],
    ['edit', 'get secrets@n', true],
    ['edit', 'create pods/exec x@n', true],
    ['edit', 'create rbac.authorization.k8s.io:roles@n', false],
    ['admin', 'get pods@n', true],
    ['admin', 'create apps:deployments@n', true],
    ['admin', 'create rbac.authorization.k8s.io:rolebindings@n', true],
    ['admin', 'update resourcequotas x@n', false],
  ])('the role %s: %s – %s', (name, text, isAllowed) => {
    index.set('rolebindings', {
      metadata: { namespace: 'n', name },
      subjects: [{ kind: 'User', name: `a-${name}` }],
      roleRef: { kind: 'ClusterRole', name },
    })
    const { effect } = authorize(request(user(`a-${name}`), text)) as { effect: string }
    expect(effect === 'allow').toBe(isAllowed)
  })

  it('has the roles of controllers whose feature gates are on', () => {
    const namesOf = (gates: readonly string[], minor = 36): readonly string[] =>
      defaultPolicy(kubernetesVocabulary, { release: { major: 1, minor }, isEnabled: (gate) => gates.includes(gate) })
        .clusterRoleBindings.map(({ metadata: { name = '' } }) => name)
        .filter((name) => /migrator|podgroup/.test(name))
    const [podGroups, migrator] = ['podgroup-protection', 'storage-version-migrator'].map(
      (name) => `system:controller:${name}-controller`,
    )
    expect(namesOf([])).toEqual([])
    expect(namesOf(['StorageVersionMigrator'])).toEqual([migrator])
    expect(namesOf(['GenericWorkload', 'Other'])).toEqual([podGroups])
    expect(namesOf(['StorageVersionMigrator', 'GenericWorkload'])).toEqual([podGroups, migrator])
    const { clusterRoles } = defaultPolicy(kubernetesVocabulary, { isEnabled: () => true })
    // As kube-apiserver 1.36 has it.
    expect(clusterRoles.find(({ metadata }) => metadata.name === migrator)?.rules).toEqual([
      rule('create,list,patch', '*', '*'),
      rule('get', 'apiextensions.k8s.io', 'customresourcedefinitions'),
      rule('patch', 'apiextensions.k8s.io', 'customresourcedefinitions/status'),
      rule('update', 'storagemigration.k8s.io', 'storageversionmigrations/status'),
    ])
  })

  it('contains the words of its vocabulary and no others', () => {
    const text = JSON.stringify(defaultPolicy(platformVocabulary))
    expect(text).not.toMatch(/kube|k8s|[{}][a-zA-Z]+}/)
    expect(text).toContain('"system:platform-scheduler"')
    expect(text).toContain('platform.io/apiserver-client-node-agent')
    expect(JSON.stringify(defaultPolicy(createVocabulary('acme')))).not.toMatch(/kube|k8s|platform/)
    expect(
      authorizer(platformVocabulary).authorize(request(user('system:platform-scheduler'), 'delete pods x@n')),
    ).toMatchObject({
      effect: 'allow',
    })
  })

  it('gives the node authorizer the rules of nodes', () => {
    expect(nodeRules(kubernetesVocabulary)).toContainEqual(rule('get,list,watch', 'core', 'services'))
  })
})
