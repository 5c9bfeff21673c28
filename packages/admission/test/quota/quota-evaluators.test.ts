import { kubernetesVocabulary, type ApiObject } from '@pinnace/meta'
import { describe, expect, it } from 'vitest'
import { createQuotaEvaluators } from '../../src/quota/create-quota-evaluators.ts'
import type { QuotaEvaluator } from '../../src/quota/quota-evaluator.ts'
import { writeAmounts } from '../../src/quota/resource-amounts.ts'

const evaluators = createQuotaEvaluators(kubernetesVocabulary)
const of = (resource: string, group = ''): QuotaEvaluator => evaluators.of({ group, resource })!
const nowMs = Date.parse('2030-01-01T00:00:00Z')
const usage = (resource: string, object: object, group = ''): unknown =>
  writeAmounts(of(resource, group).usage({ metadata: { name: 'a' }, ...object } as ApiObject, nowMs))

const container = (requests: object = {}, limits: object = {}, over: object = {}): object => ({
  name: 'main',
  resources: { requests, limits },
  ...over,
})
const pod = (spec: object, over: object = {}): object => ({ spec: { containers: [container()], ...spec }, ...over })
const counted = { pods: '1', 'count/pods': '1' }

describe('the usage of a pod', () => {
  it.each<[string, object, object]>([
    ['itself', pod({}), {}],
    [
      'what its containers ask for and are limited to, in all names',
      pod({
        containers: [
          container({ cpu: '100m', memory: '1Gi' }, { cpu: '1', memory: '2Gi' }),
          container({ cpu: '400m' }),
        ],
      }),
      {
        cpu: '500m',
        'requests.cpu': '500m',
        'limits.cpu': '1',
        memory: '1Gi',
        'requests.memory': '1Gi',
        'limits.memory': '2Gi',
      },
    ],
    [
      'ephemeral storage, huge pages and devices',
      pod({
        containers: [
          container({
            'ephemeral-storage': '1Gi',
            'hugepages-2Mi': '4Mi',
            'example.com/gpu': '2',
            'foo.kubernetes.io/x': '1',
          }),
        ],
      }),
      {
        'ephemeral-storage': '1Gi',
        'requests.ephemeral-storage': '1Gi',
        'hugepages-2Mi': '4Mi',
        'requests.hugepages-2Mi': '4Mi',
        'requests.example.com/gpu': '2',
      },
    ],
    [
      'the hungriest of its init containers',
      pod({
        containers: [container({ cpu: '1' })],
        initContainers: [container({ cpu: '3' }), container({ cpu: '2' })],
      }),
      { cpu: '3', 'requests.cpu': '3' },
    ],
    [
      'sidecars beside what starts after them',
      pod({
        containers: [container({ cpu: '1' })],
        initContainers: [container({ cpu: '1' }, {}, { restartPolicy: 'Always' }), container({ cpu: '3' })],
      }),
      { cpu: '4', 'requests.cpu': '4' },
    ],
    [
      'its overhead, added to what is limited',
      pod({ containers: [container({ cpu: '1' }, { memory: '1Gi' })], overhead: { cpu: '250m', memory: '1Gi' } }),
      { cpu: '1250m', 'requests.cpu': '1250m', memory: '1Gi', 'requests.memory': '1Gi', 'limits.memory': '2Gi' },
    ],
    [
      'what is set for it as a whole',
      pod({ containers: [container({ cpu: '1' })], resources: { requests: { cpu: '3' }, limits: { cpu: '5' } } }),
      { cpu: '3', 'requests.cpu': '3', 'limits.cpu': '5' },
    ],
    [
      'what a container still has while it shrinks',
      pod(
        { containers: [container({ cpu: '1' }, { cpu: '1' })] },
        {
          status: {
            containerStatuses: [
              {
                name: 'main',
                allocatedResources: { cpu: '2' },
                resources: { requests: { cpu: '3' }, limits: { cpu: '4' } },
              },
            ],
          },
        },
      ),
      { cpu: '3', 'requests.cpu': '3', 'limits.cpu': '4' },
    ],
    [
      'not what a container asks for and cannot be given',
      pod(
        { containers: [container({ cpu: '9' }, { cpu: '9' })] },
        {
          status: {
            conditions: [{ type: 'PodResizePending', status: 'True', reason: 'Infeasible' }],
            containerStatuses: [{ name: 'main', resources: { requests: { cpu: '1' }, limits: { cpu: '2' } } }],
          },
        },
      ),
      { cpu: '1', 'requests.cpu': '1', 'limits.cpu': '2' },
    ],
  ])('is %s', (_what, object, amounts) => {
    expect(usage('pods', object)).toEqual({ ...counted, ...amounts })
  })

  it.each<[string, object]>([
    ['has failed', { status: { phase: 'Failed' } }],
    ['is done', { status: { phase: 'Succeeded' } }],
    [
      'should be gone by now',
      { metadata: { name: 'a', deletionTimestamp: '2029-12-31T23:59:29Z', deletionGracePeriodSeconds: 30 } },
    ],
  ])('is its number of objects only once it %s', (_what, over) => {
    expect(usage('pods', pod({ containers: [container({ cpu: '1' })] }, over))).toEqual({ 'count/pods': '1' })
  })

  it('is counted in full during the grace period', () => {
    const metadata = { name: 'a', deletionTimestamp: '2029-12-31T23:59:30Z', deletionGracePeriodSeconds: 30 }
    expect(usage('pods', pod({}, { metadata }))).toEqual(counted)
  })
})

describe('the required resources of a pod', () => {
  const names = ['pods', 'cpu', 'limits.memory', 'requests.ephemeral-storage']

  it.each<[string, object, string | undefined]>([
    ['nothing where it says all', pod({ containers: [container({ cpu: '1' }, { memory: '1Gi' })] }), undefined],
    [
      'every limited resource of every container',
      pod({
        containers: [container({}, {}, { name: 'b' }), container({}, {}, { name: 'a' })],
        initContainers: [container({ cpu: '1' }, {}, { name: 'i' })],
      }),
      'must specify cpu for: a,b; limits.memory for: a,b,i',
    ],
    ['nothing where it speaks for all of them', pod({ resources: { requests: { cpu: '1' } } }), undefined],
  ])('is %s', (_what, object, message) => {
    expect(of('pods').missing(names, { metadata: {}, ...object } as ApiObject)).toBe(message)
  })
})

describe('the scopes of a pod', () => {
  const affinity = (over: object): object => ({
    affinity: {
      podAntiAffinity: { preferredDuringSchedulingIgnoredDuringExecution: [{ weight: 1, podAffinityTerm: over }] },
    },
  })
  const priority = { priorityClassName: 'high' }

  it.each<[string, string, readonly string[], object, boolean]>([
    ['Terminating', 'Exists', [], { activeDeadlineSeconds: 0 }, true],
    ['Terminating', 'Exists', [], {}, false],
    ['NotTerminating', 'Exists', [], {}, true],
    ['NotTerminating', 'Exists', [], { activeDeadlineSeconds: 5 }, false],
    ['BestEffort', 'Exists', [], {}, true],
    ['BestEffort', 'Exists', [], { containers: [container({ cpu: '1' })] }, false],
    ['NotBestEffort', 'Exists', [], { containers: [container({ cpu: '1' })] }, true],
    ['NotBestEffort', 'Exists', [], {}, false],
    ['PriorityClass', 'Exists', [], priority, true],
    ['PriorityClass', 'Exists', [], {}, false],
    ['PriorityClass', 'DoesNotExist', [], {}, true],
    ['PriorityClass', 'DoesNotExist', [], priority, false],
    ['PriorityClass', 'In', ['low', 'high'], priority, true],
    ['PriorityClass', 'In', ['low'], priority, false],
    ['PriorityClass', 'In', ['low'], {}, false],
    ['PriorityClass', 'NotIn', ['low'], priority, true],
    ['PriorityClass', 'NotIn', ['low'], {}, true],
    ['PriorityClass', 'NotIn', ['high'], priority, false],
    ['CrossNamespacePodAffinity', 'Exists', [], affinity({ topologyKey: 'k', namespaces: ['b'] }), true],
    ['CrossNamespacePodAffinity', 'Exists', [], affinity({ topologyKey: 'k', namespaceSelector: {} }), true],
    ['CrossNamespacePodAffinity', 'Exists', [], affinity({ topologyKey: 'k' }), false],
    ['VolumeAttributesClass', 'Exists', [], {}, false],
  ])('%s %s %j of %j: %j', (scopeName, operator, values, spec, expected) => {
    const object = { metadata: {}, ...pod(spec) } as ApiObject
    expect(of('pods').matchesScope({ scopeName, operator, values }, object)).toBe(expected)
  })
})

describe('the usage of a service', () => {
  const ports = [{ port: 1 }, { port: 2, nodePort: 30_000 }]

  it.each<[object, string, string]>([
    [{ ports }, '0', '0'],
    [{ type: 'NodePort', ports }, '2', '0'],
    [{ type: 'LoadBalancer', ports }, '2', '1'],
    [{ type: 'LoadBalancer', ports, allocateLoadBalancerNodePorts: false }, '1', '1'],
  ])('%j', (spec, nodePorts, loadBalancers) => {
    expect(usage('services', { spec })).toEqual({
      services: '1',
      'count/services': '1',
      'services.nodeports': nodePorts,
      'services.loadbalancers': loadBalancers,
    })
  })
})

describe('the usage of a claim', () => {
  const resources = { requests: { storage: '1Gi' } }
  const plain = { persistentvolumeclaims: '1', 'count/persistentvolumeclaims': '1' }

  it.each<[string, object, object]>([
    ['itself and its storage', { spec: { resources } }, { 'requests.storage': '1Gi' }],
    [
      'both of its class too',
      { spec: { resources, storageClassName: 'gold' } },
      {
        'requests.storage': '1Gi',
        'gold.storageclass.storage.k8s.io/persistentvolumeclaims': '1',
        'gold.storageclass.storage.k8s.io/requests.storage': '1Gi',
      },
    ],
    [
      'what it was given, where that is more',
      { spec: { resources }, status: { allocatedResources: { storage: '2Gi' } } },
      { 'requests.storage': '2Gi' },
    ],
    ['whole bytes', { spec: { resources: { requests: { storage: '1500m' } } } }, { 'requests.storage': '2' }],
  ])('is %s', (_what, object, amounts) => {
    expect(usage('persistentvolumeclaims', object)).toEqual({ ...plain, ...amounts })
  })

  it('changes with a status update that reports more capacity', () => {
    const evaluator = of('persistentvolumeclaims')
    const claim = (status: object): ApiObject => ({ metadata: {}, status }) as ApiObject
    const write = (status: object): boolean =>
      evaluator.handles({ operation: 'UPDATE', subresource: 'status', object: claim(status), oldObject: claim({}) })
    expect(write({ phase: 'Bound' })).toBe(false)
    expect(write({ allocatedResources: { storage: '1Gi' } })).toBe(true)
    expect(write({ currentVolumeAttributesClassName: 'fast' })).toBe(true)
  })

  it('matches the scope of its desired or current volume attributes class', () => {
    const claim = { metadata: {}, spec: { volumeAttributesClassName: 'fast' } } as ApiObject
    const matches = (operator: string, ...values: string[]): boolean =>
      of('persistentvolumeclaims').matchesScope({ scopeName: 'VolumeAttributesClass', operator, values }, claim)
    expect([matches('Exists'), matches('In', 'fast'), matches('In', 'slow'), matches('NotIn', 'slow')]).toEqual([
      true,
      true,
      false,
      true,
    ])
  })
})

describe('the usage of other objects', () => {
  it.each([
    ['configmaps', '', { configmaps: '1', 'count/configmaps': '1' }],
    ['secrets', '', { secrets: '1', 'count/secrets': '1' }],
    ['deployments', 'apps', { 'count/deployments.apps': '1' }],
    ['widgets', 'example.com', { 'count/widgets.example.com': '1' }],
  ])('%s.%s are counted', (resource, group, amounts) => {
    expect(usage(resource, {}, group)).toEqual(amounts)
  })

  it.each([
    ['events', ''],
    ['events', 'events.k8s.io'],
    ['tokenreviews', 'authentication.k8s.io'],
  ])('%s.%s are not', (resource, group) => {
    expect(evaluators.of({ group, resource })).toBeUndefined()
  })
})
