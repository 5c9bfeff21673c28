import { describe, expect, it } from 'vitest'
import { kubernetesVocabulary, type ApiObject } from '@pinnace/meta'
import { createNodeAuthorizer, createNodeGraph, nodeRuleResolver, type NodeGraph } from '../src/index.ts'
import { attributes, narrowed, user } from './support/attributes.ts'

const node = user('system:node:a', 'system:nodes')
const rules = [{ verbs: ['get', 'list', 'watch'], apiGroups: [''], resources: ['services'] }]

function setup(...pods: ApiObject[]) {
  const graph = createNodeGraph(kubernetesVocabulary)
  for (const pod of pods) graph.set('pods', pod)
  const authorize = createNodeAuthorizer({ vocabulary: kubernetesVocabulary, graph, rules })
  return { graph, decide: (text: string, who = node) => authorize(attributes(who, text)), authorize }
}

function pod(name: string, nodeName: string, spec: object = {}, more: object = {}): ApiObject {
  return { metadata: { name, namespace: 'n' }, spec: { nodeName, ...spec }, ...more } as ApiObject
}

const unrelated = "no relationship found between node 'a' and this object"
const container = {
  envFrom: [{ secretRef: { name: 's-env-from' } }, { configMapRef: { name: 'c-env-from' } }],
  env: [
    { name: 'A', value: 'x' },
    { name: 'B', valueFrom: { secretKeyRef: { name: 's-env', key: 'k' } } },
    { name: 'C', valueFrom: { configMapKeyRef: { name: 'c-env', key: 'k' } } },
    { name: 'D', valueFrom: { fieldRef: { fieldPath: 'x' } } },
  ],
}
const full = pod(
  'p',
  'a',
  {
    serviceAccountName: 'robot',
    imagePullSecrets: [{ name: 's-pull' }, {}],
    initContainers: [{ env: [{ name: 'A', valueFrom: { secretKeyRef: { name: 's-init', key: 'k' } } }] }],
    containers: [container],
    ephemeralContainers: [{ envFrom: [{ secretRef: { name: 's-ephemeral' } }] }],
    volumes: [
      { name: 'v1', secret: { secretName: 's-volume' } },
      { name: 'v2', configMap: { name: 'c-volume' } },
      {
        name: 'v3',
        projected: { sources: [{ secret: { name: 's-projected' } }, { configMap: { name: 'c-projected' } }] },
      },
      { name: 'v4', persistentVolumeClaim: { claimName: 'claim' } },
      { name: 'v5', ephemeral: { volumeClaimTemplate: {} } },
      { name: 'v6', azureFile: { secretName: 's-azure' } },
      { name: 'v7', csi: { nodePublishSecretRef: { name: 's-csi' } } },
      ...['cephfs', 'cinder', 'flexVolume', 'rbd', 'scaleIO', 'iscsi', 'storageos'].map((name) => ({
        name,
        [name]: { secretRef: { name: `s-${name}` } },
      })),
      { name: 'v8', emptyDir: {} },
    ],
    resourceClaims: [
      { name: 'r1', resourceClaimName: 'device' },
      { name: 'r2', resourceClaimTemplateName: 'template' },
      { name: 'r3', resourceClaimTemplateName: 'template' },
    ],
  },
  {
    status: {
      resourceClaimStatuses: [{ name: 'r2', resourceClaimName: 'made' }],
      extendedResourceClaimStatus: { resourceClaimName: 'extended' },
    },
  },
)

describe('createNodeAuthorizer', () => {
  it('has no opinion on users that are not nodes', () => {
    const { decide } = setup(full)
    expect(decide('get secrets s-env@n', user('alice', 'system:nodes'))).toEqual({ effect: 'noOpinion', reason: '' })
    expect(decide('get secrets s-env@n', user('system:node:a', 'other'))).toEqual({ effect: 'noOpinion', reason: '' })
    expect(decide('get services', user('system:node:', 'system:nodes'))).toEqual({
      effect: 'noOpinion',
      reason: 'unknown node for user "system:node:"',
    })
  })

  const sources =
    'pull init env env-from ephemeral volume projected azure csi cephfs cinder flexVolume rbd scaleIO iscsi storageos'
  const secrets = sources.split(' ')
  it.each([
    ...secrets.map((name) => `get secrets s-${name}@n`),
    ...['env', 'env-from', 'volume', 'projected'].map((name) => `get configmaps c-${name}@n`),
    'list secrets s-env@n',
    'watch configmaps c-env@n',
    'get persistentvolumeclaims claim@n',
    'get persistentvolumeclaims p-v5@n',
    'update persistentvolumeclaims/status claim@n',
    'patch persistentvolumeclaims/status claim@n',
    'get resource.k8s.io:resourceclaims device@n',
    'get resource.k8s.io:resourceclaims made@n',
    'get resource.k8s.io:resourceclaims extended@n',
    'get serviceaccounts robot@n',
    'create serviceaccounts/token robot@n',
    'get pods p@n',
    'list pods p@n',
  ])('allows only the node of the pod: %s', (text) => {
    const { decide, graph } = setup(full, pod('q', 'b'))
    expect(decide(text)).toEqual({ effect: 'allow', reason: '' })
    expect(decide(text, user('system:node:b', 'system:nodes'))).toEqual({
      effect: 'noOpinion',
      reason: "no relationship found between node 'b' and this object",
    })
    expect(decide(text.replace('@n', '@m'))).toMatchObject({ reason: unrelated })
    graph.remove('pods', 'n', 'p')
    expect(decide(text)).toEqual({ effect: 'noOpinion', reason: unrelated })
  })

  it.each([
    ['get secrets other@n', unrelated],
    ['get secrets robot@n', unrelated],
    ['get resource.k8s.io:resourceclaims template@n', unrelated],
    ['create secrets@n', 'can only read resources of this type'],
    ['delete secrets s-env@n', 'can only read resources of this type'],
    ['get secrets/x s-env@n', 'cannot read subresource'],
    ['get secrets s-env', 'can only read namespaced object of this type'],
    ['list secrets', 'can only read namespaced object of this type'],
    ['list secrets@n', 'No Object name found'],
    ['watch configmaps@n', 'No Object name found'],
    ['list persistentvolumeclaims@n', 'can only get individual resources of this type'],
    ['delete persistentvolumes v', 'can only get individual resources of this type'],
    ['get persistentvolumes/status v', 'cannot get subresource'],
    ['get persistentvolumeclaims/status claim@n', 'can only get/update/patch this type'],
    ['update persistentvolumeclaims claim@n', 'can only get individual resources of this type'],
    ['create serviceaccounts@n', 'can only create tokens for individual service accounts'],
    ['create serviceaccounts/token@n', 'can only create tokens for individual service accounts'],
    ['list serviceaccounts@n', 'can only create tokens for individual service accounts'],
    ['create serviceaccounts robot@n', 'can only create token subresource of serviceaccount'],
    ['create serviceaccounts/token other@n', unrelated],
    ['get coordination.k8s.io:leases a@default', 'can only access leases in the "kube-node-lease" system namespace'],
    [
      'get coordination.k8s.io:leases b@kube-node-lease',
      'can only access node lease with the same name as the requesting node',
    ],
    ['list coordination.k8s.io:leases@kube-node-lease', 'can only get, create, update, patch, or delete a node lease'],
    ['get storage.k8s.io:csinodes b', 'can only access CSINode with the same name as the requesting node'],
    ['list storage.k8s.io:csinodes', 'can only get, create, update, patch, or delete a CSINode'],
    ['get storage.k8s.io:csinodes/x a', 'cannot authorize CSINode subresources'],
    ['get resource.k8s.io:resourceslices x', unrelated],
    [
      'list resource.k8s.io:resourceslices',
      'can only list/watch/deletecollection resourceslices with nodeName field selector',
    ],
    ['get resource.k8s.io:resourceslices/x y', 'cannot authorize ResourceSlice subresources'],
    [
      'use resource.k8s.io:resourceslices x',
      'only the following verbs are allowed for a ResourceSlice: get, watch, list, create, update, patch, delete, deletecollection',
    ],
    ['get nodes b', "node 'a' cannot read 'b', only its own Node object"],
    ['list nodes', "node 'a' cannot read all nodes, only its own Node object"],
    ['delete nodes a', ''],
    ['get nodes/status a', ''],
    ['get nodes/proxy a', ''],
    ['list pods', 'can only list/watch pods with spec.nodeName field selector'],
    ['get pods q@n', unrelated],
    ['update pods p@n', ''],
    ['get pods/log p@n', ''],
    ['create pods/exec p@n', ''],
    ['create services@n', ''],
    ['get /metrics', ''],
  ])('does not allow %s', (text, reason) => {
    expect(setup(full).decide(text)).toEqual({ effect: 'noOpinion', reason })
  })

  it.each([
    'get coordination.k8s.io:leases a@kube-node-lease',
    'create coordination.k8s.io:leases@kube-node-lease',
    'patch coordination.k8s.io:leases a@kube-node-lease',
    'create storage.k8s.io:csinodes',
    'update storage.k8s.io:csinodes a',
    'create resource.k8s.io:resourceslices',
    'create nodes',
    'update nodes b',
    'get nodes a',
    'watch nodes a',
    'patch nodes/status a',
    'create pods@n',
    'delete pods q@n',
    'patch pods/status q@n',
    'create pods/eviction q@n',
    'list services',
  ])('allows every node to %s', (text) => {
    expect(setup().decide(text)).toEqual({ effect: 'allow', reason: '' })
  })

  it('allows lists with a field selector for the node', () => {
    const { authorize } = setup()
    const on = (field: string, value: string, operator: '=' | '!=' = '=') => ({ field, operator, value })
    const pods = attributes(node, 'list pods')
    const slices = attributes(node, 'deletecollection resource.k8s.io:resourceslices')
    expect(authorize(narrowed(pods, on('x', 'y'), on('spec.nodeName', 'a')))).toMatchObject({ effect: 'allow' })
    expect(authorize(narrowed(pods, on('spec.nodeName', 'b')))).toMatchObject({ effect: 'noOpinion' })
    expect(authorize(narrowed(pods, on('spec.nodeName', 'a', '!=')))).toMatchObject({ effect: 'noOpinion' })
    expect(authorize(narrowed(slices, on('nodeName', 'a')))).toMatchObject({ effect: 'allow' })
    expect(authorize(narrowed(slices, on('spec.nodeName', 'a')))).toMatchObject({ effect: 'noOpinion' })
  })
})

describe('createNodeGraph', () => {
  const volume = (spec: object, claim = 'claim'): ApiObject =>
    ({ metadata: { name: 'v' }, spec: { claimRef: { namespace: 'n', name: claim }, ...spec } }) as ApiObject
  const claimed = pod('p', 'a', { volumes: [{ name: 'x', persistentVolumeClaim: { claimName: 'claim' } }] })
  const reaches = (graph: NodeGraph, namespace: string, name: string): boolean =>
    graph.reaches('a', 'secret', namespace, name)

  it('leads from a volume through its claim to the pod', () => {
    const { graph, decide } = setup(claimed)
    expect(decide('get persistentvolumes v')).toMatchObject({ reason: unrelated })
    graph.set('persistentvolumes', volume({}))
    expect(decide('get persistentvolumes v')).toMatchObject({ effect: 'allow' })
    graph.set('persistentvolumes', volume({}, 'other'))
    expect(decide('get persistentvolumes v')).toMatchObject({ effect: 'noOpinion' })
    graph.set('persistentvolumes', volume({}))
    graph.remove('pods', 'n', 'p')
    expect(decide('get persistentvolumes v')).toMatchObject({ effect: 'noOpinion' })
    graph.set('pods', claimed)
    graph.remove('persistentvolumes', '', 'v')
    expect(decide('get persistentvolumes v')).toMatchObject({ effect: 'noOpinion' })
  })

  it.each([
    ['cephfs', { cephfs: { secretRef: { name: 's' } } }, 'n', true],
    ['cephfs elsewhere', { cephfs: { secretRef: { name: 's', namespace: 'm' } } }, 'm', true],
    ['flexVolume', { flexVolume: { secretRef: { name: 's' } } }, 'n', true],
    ['rbd', { rbd: { secretRef: { name: 's' } } }, 'n', true],
    ['scaleIO', { scaleIO: { secretRef: { name: 's' } } }, 'n', true],
    ['iscsi', { iscsi: { secretRef: { name: 's' } } }, 'n', true],
    ['azureFile', { azureFile: { secretName: 's' } }, 'n', true],
    ['azureFile elsewhere', { azureFile: { secretName: 's', secretNamespace: 'm' } }, 'm', true],
    ['cinder', { cinder: { secretRef: { name: 's', namespace: 'm' } } }, 'm', true],
    ['storageos', { storageos: { secretRef: { name: 's', namespace: 'm' } } }, 'm', true],
    ['publishing', { csi: { nodePublishSecretRef: { name: 's', namespace: 'm' } } }, 'm', true],
    ['staging', { csi: { nodeStageSecretRef: { name: 's', namespace: 'm' } } }, 'm', true],
    ['growing', { csi: { nodeExpandSecretRef: { name: 's', namespace: 'm' } } }, 'm', true],
    ["the controller's publishing", { csi: { controllerPublishSecretRef: { name: 's', namespace: 'm' } } }, 'm', false],
    ["the controller's growing", { csi: { controllerExpandSecretRef: { name: 's', namespace: 'm' } } }, 'm', false],
  ])('leads from the secret of a volume: %s', (_, spec, namespace, isReached) => {
    const { graph } = setup(claimed)
    graph.set('persistentvolumes', volume(spec))
    expect(reaches(graph, namespace, 's')).toBe(isReached)
    expect(reaches(graph, 'z', 's')).toBe(false)
    graph.remove('persistentvolumes', '', 'v')
    expect(reaches(graph, namespace, 's')).toBe(false)
  })

  it('contains the nodes of volume attachments and resource slices', () => {
    const { graph, decide } = setup()
    const link = (nodeName?: string): ApiObject => ({ metadata: { name: 'x' }, spec: { nodeName } }) as ApiObject
    graph.set('volumeattachments', link('a'))
    graph.set('resourceslices', link('a'))
    expect(decide('get storage.k8s.io:volumeattachments x')).toMatchObject({ effect: 'allow' })
    expect(decide('delete resource.k8s.io:resourceslices x')).toMatchObject({ effect: 'allow' })
    graph.set('volumeattachments', link('b'))
    graph.set('resourceslices', link())
    expect(decide('get storage.k8s.io:volumeattachments x')).toMatchObject({ reason: unrelated })
    expect(decide('delete resource.k8s.io:resourceslices x')).toMatchObject({ reason: unrelated })
    graph.set('volumeattachments', link('a'))
    graph.remove('volumeattachments', '', 'x')
    expect(decide('get storage.k8s.io:volumeattachments x')).toMatchObject({ reason: unrelated })
  })

  it('keeps what two pods refer to until both are removed', () => {
    const spec = { containers: [container] }
    const { graph } = setup(pod('p', 'a', spec), pod('q', 'a', spec))
    graph.remove('pods', 'n', 'p')
    expect(reaches(graph, 'n', 's-env')).toBe(true)
    graph.remove('pods', 'n', 'p')
    expect(reaches(graph, 'n', 's-env')).toBe(true)
    graph.remove('pods', 'n', 'q')
    expect(reaches(graph, 'n', 's-env')).toBe(false)
  })

  it('has no references for pods without a node, and only the pod for mirror pods', () => {
    const { graph } = setup(pod('p', '', { containers: [container] }))
    expect(graph.reaches('', 'secret', 'n', 's-env')).toBe(false)
    const mirror = pod('m', 'a', { serviceAccountName: 'robot', containers: [container] })
    const annotations = { 'kubernetes.io/config.mirror': 'x' }
    graph.set('pods', { ...mirror, metadata: { ...mirror.metadata, annotations } })
    expect(graph.reaches('a', 'pod', 'n', 'm')).toBe(true)
    expect(reaches(graph, 'n', 's-env')).toBe(false)
    expect(graph.reaches('a', 'serviceAccount', 'n', 'robot')).toBe(false)
  })

  it('follows a pod that is bound, gets ephemeral containers or claims, or is replaced by one of the same name', () => {
    const { graph } = setup()
    const at = (uid: string, nodeName: string, spec: object, status: object = {}): ApiObject =>
      ({ metadata: { name: 'p', namespace: 'n', uid }, spec: { nodeName, ...spec }, status }) as ApiObject
    const own = { containers: [container], resourceClaims: [{ name: 'r', resourceClaimTemplateName: 't' }] }
    graph.set('pods', at('1', '', own))
    expect(reaches(graph, 'n', 's-env')).toBe(false)
    graph.set('pods', at('1', 'a', own))
    expect(reaches(graph, 'n', 's-env')).toBe(true)
    graph.set('pods', at('1', 'a', { ...own, ephemeralContainers: [{ envFrom: [{ secretRef: { name: 'late' } }] }] }))
    expect(reaches(graph, 'n', 'late')).toBe(true)
    graph.set('pods', at('1', 'a', own, { resourceClaimStatuses: [{ name: 'r', resourceClaimName: 'made' }] }))
    expect(graph.reaches('a', 'resourceclaim', 'n', 'made')).toBe(true)
    graph.set('pods', at('2', 'a', {}))
    expect(reaches(graph, 'n', 's-env')).toBe(false)
  })
})

describe('nodeRuleResolver', () => {
  it('does not list the permissions of nodes', () => {
    expect(nodeRuleResolver(node, 'n')).toMatchObject({
      incomplete: true,
      evaluationError: 'node authorizer does not support user rule resolution',
    })
    expect(nodeRuleResolver(user('alice'), 'n')).toMatchObject({ incomplete: false, evaluationError: '' })
  })
})
