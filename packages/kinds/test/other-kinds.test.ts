import { builtInResources } from '@pinnace/kinds'
import { kubernetesVocabulary } from '@pinnace/meta'
import { describe, expect, it } from 'vitest'
import type { SpokeConversion } from '@pinnace/resources'
import { cells, create, definitionOf, registry, update, type Loose } from './write.ts'

const meta = { name: 'a', namespace: 'n' }

const kindsWithoutStatus = new Set(['resource.k8s.io/v1alpha3/ResourcePoolStatusRequest'])

describe('leases', () => {
  it.each<[object, string[]]>([
    [{}, []],
    [{ holderIdentity: 'x', leaseDurationSeconds: 1, leaseTransitions: 0 }, []],
    [{ leaseDurationSeconds: 0 }, ['spec.leaseDurationSeconds: Invalid value: 0: must be greater than 0']],
    [{ leaseTransitions: -1 }, ['spec.leaseTransitions: Invalid value: -1: must be greater than or equal to 0']],
  ])('with %j', (spec, wanted) => {
    expect(create('coordination.k8s.io/v1/Lease', { metadata: meta, spec }).errors).toEqual(wanted)
    const live = create('coordination.k8s.io/v1/Lease', { metadata: meta }).object
    expect(update('coordination.k8s.io/v1/Lease', live, (next) => void (next.spec = spec)).errors).toEqual(wanted)
  })

  it.each<[object, string[]]>([
    [{ strategy: 'OldestEmulationVersion', preferredHolder: 'x' }, []],
    [{ strategy: 'a.example/B' }, []],
    [{ strategy: 'X' }, ['spec.strategy.strategy: Unsupported value: "X": supported values: "OldestEmulationVersion"']],
    [{ preferredHolder: 'x' }, ['spec.preferredHolder: Forbidden: may only be specified if `strategy` is defined']],
  ])('coordinate an election with %j', (spec, wanted) => {
    const kind = 'coordination.k8s.io/v1/Lease'
    const made = create(kind, { metadata: meta, spec: { holderIdentity: 'h', ...spec } })
    expect([made.object.spec, made.errors]).toEqual([{ holderIdentity: 'h', ...spec }, wanted])
  })

  it('do not begin to coordinate an election without the feature, and go on as they are stored', async () => {
    const kinds = await builtInResources(kubernetesVocabulary, { isEnabled: () => false })
    const { strategy } = kinds.find(({ kind }) => kind === 'Lease')!
    const next = { metadata: meta, spec: { holderIdentity: 'h', strategy: 'a.example/B', preferredHolder: 'x' } }
    strategy.prepareForCreate?.(next as never, {} as never)
    expect(next.spec).toEqual({ holderIdentity: 'h' })
    const changed = { metadata: meta, spec: { strategy: 'b.example/C' } }
    const live = { metadata: meta, spec: { strategy: 'a.example/B' } }
    strategy.prepareForUpdate?.(changed as never, live as never, {} as never)
    expect(changed.spec).toEqual({ strategy: 'b.example/C' })
  })

  it('print their holder', () => {
    expect(cells('coordination.k8s.io/v1/Lease', { metadata: meta, spec: { holderIdentity: 'x' } })).toMatchObject({
      Holder: 'x',
    })
  })
})

describe('controller revisions', () => {
  const kind = 'apps/v1/ControllerRevision'

  it.each<[string, object, string[]]>([
    ['data', { data: { spec: {} }, revision: 1 }, []],
    ['no data', { revision: 1 }, ['data: Required value: data is mandatory']],
    [
      'a number below zero',
      { data: { a: 1 }, revision: -1 },
      ['revision: Invalid value: -1: must be greater than or equal to 0'],
    ],
  ])('with %s', (_, fields, wanted) => {
    expect(create(kind, { metadata: meta, ...fields }).errors).toEqual(wanted)
  })

  it('change in number but not in data', () => {
    const live = create(kind, { metadata: meta, data: { a: 1 }, revision: 1 }).object
    expect(update(kind, live, (next) => void (next.revision = 2)).errors).toEqual([])
    expect(update(kind, live, (next) => void (next.data = { a: 2 })).errors).toEqual([
      'data: Invalid value: {"a":2}: field is immutable',
    ])
  })

  it('print what controls them', () => {
    const ownerReferences = [{ apiVersion: 'apps/v1', kind: 'DaemonSet', name: 'd', uid: 'u', controller: true }]
    expect(cells(kind, { metadata: { ...meta, ownerReferences }, revision: 3 })).toMatchObject({
      Controller: 'daemonset.apps/d',
      Revision: 3,
    })
    expect(cells(kind, { metadata: meta })).toMatchObject({ Controller: '<none>', Revision: 0 })
  })
})

describe('endpoint slices', () => {
  const kind = 'discovery.k8s.io/v1/EndpointSlice'
  const slice = (fields: object): object => ({ metadata: meta, addressType: 'IPv4', endpoints: [], ...fields })
  const endpoints = [{ addresses: ['10.0.0.1'] }]

  it.each<[string, object, string[]]>([
    ['endpoints and ports', { endpoints, ports: [{ port: 80 }] }, []],
    ['names', { addressType: 'FQDN', endpoints: [{ addresses: ['a.example.com'] }] }, []],
    ['no address type', { addressType: '' }, ['addressType: Required value']],
    [
      'an unknown address type',
      { addressType: 'X' },
      ['addressType: Unsupported value: "X": supported values: "FQDN", "IPv4", "IPv6"'],
    ],
    [
      'an endpoint without address',
      { endpoints: [{ addresses: [] }] },
      ['endpoints[0].addresses: Required value: must contain at least 1 address'],
    ],
    [
      'an address of the other family',
      { endpoints: [{ addresses: ['fd00::1'] }] },
      ['endpoints[0].addresses: Invalid value: "fd00::1": must be an IPv4 address'],
    ],
    [
      'addresses in no form there is one of',
      { addressType: 'IPv6', endpoints: [{ addresses: ['', '01.2.3.4', '::ffff:1.2.3.4', '::', 'FD00::1'] }] },
      [
        'endpoints[0].addresses[0]: Invalid value: "": must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)',
        'endpoints[0].addresses[1]: Invalid value: "01.2.3.4": must not have leading 0s',
        'endpoints[0].addresses[2]: Invalid value: "::ffff:1.2.3.4": must not be an IPv4-mapped IPv6 address',
        'endpoints[0].addresses[3]: Invalid value: "::": may not be unspecified (::)',
        'endpoints[0].addresses[4]: Invalid value: "FD00::1": must be in canonical form ("fd00::1")',
      ],
    ],
    [
      'names of one segment, and of two',
      { addressType: 'FQDN', endpoints: [{ addresses: ['a', 'a.b', 'a.b.', ''] }] },
      [
        'endpoints[0].addresses[0]: Invalid value: "a": should be a domain with at least two segments separated by dots',
        'endpoints[0].addresses[3]: Required value',
      ],
    ],
    [
      'a node twice as a hint',
      { endpoints: [{ addresses: ['10.1.2.3'], hints: { forNodes: [{ name: 'a' }, { name: 'a' }] } }] },
      ['endpoints[0].hints.forNodes[1].name: Duplicate value: "a"'],
    ],
    [
      'too many nodes as hints',
      {
        endpoints: [
          { addresses: ['10.1.2.3'], hints: { forNodes: Array.from({ length: 9 }, (_, n) => ({ name: `n${n}` })) } },
        ],
      },
      ['endpoints[0].hints.forNodes: Too many: 9: must have at most 8 items'],
    ],
    [
      'a loopback address',
      { addressType: 'IPv6', endpoints: [{ addresses: ['::1'] }] },
      ['endpoints[0].addresses[0]: Invalid value: "::1": may not be in the loopback range (127.0.0.0/8, ::1/128)'],
    ],
    [
      'too many addresses',
      { endpoints: [{ addresses: Array.from({ length: 101 }, (_, index) => `10.0.0.${index + 1}`) }] },
      ['endpoints[0].addresses: Too many: 101: must have at most 100 items'],
    ],
    [
      'too many endpoints',
      { endpoints: Array.from({ length: 1001 }, () => endpoints[0]) },
      ['endpoints: Too many: 1001: must have at most 1000 items'],
    ],
    [
      'a port name twice',
      {
        ports: [
          { name: 'a', port: 1 },
          { name: 'a', port: 2 },
        ],
      },
      ['ports[1].name: Duplicate value: "a"'],
    ],
    ['two ports without name', { ports: [{ port: 1 }, { port: 2 }] }, ['ports[1].name: Duplicate value: ""']],
    [
      'an unknown protocol',
      { ports: [{ port: 1, protocol: 'X' }] },
      ['ports[0].protocol: Unsupported value: "X": supported values: "SCTP", "TCP", "UDP"'],
    ],
    [
      'a zone twice',
      { endpoints: [{ addresses: ['10.0.0.1'], hints: { forZones: [{ name: 'a' }, { name: 'a' }] } }] },
      ['endpoints[0].hints.forZones[1].name: Duplicate value: "a"'],
    ],
  ])('with %s', (_, fields, wanted) => {
    expect(create(kind, slice(fields)).errors).toEqual(wanted)
  })

  it('drop what older objects say of topology, and are not asked again about endpoints that stay', () => {
    const live = create(kind, slice({ endpoints: [{ ...endpoints[0], deprecatedTopology: { a: 'b' } }] })).object
    expect(live.endpoints).toEqual([{ ...endpoints[0], conditions: {} }])
    expect(update(kind, live, (next) => void (next.addressType = 'IPv6')).errors).toEqual([
      'addressType: Invalid value: "IPv6": field is immutable',
    ])
    expect(update(kind, live, (next) => void (next.metadata.annotations = { a: 'b' })).object.metadata.generation).toBe(
      1,
    )
  })

  it('warn of names, when they are created, and of addresses in other forms', () => {
    const { warnings } = definitionOf(kind).strategy
    const named = slice({ addressType: 'FQDN', endpoints: [{ addresses: ['01.2.3.4'] }] }) as Loose
    const address = 'endpoints[0].addresses[0]: non-standard IP address "01.2.3.4" is invalid: use "1.2.3.4"'
    expect(warnings?.(named, undefined)).toEqual(['spec.addressType: FQDN endpoints are deprecated', address])
    expect(warnings?.(named, named)).toEqual([address])
  })

  it('count changes of endpoints and labels in their generation', () => {
    const live = create(kind, slice({ endpoints })).object
    expect(live.metadata.generation).toBe(1)
    expect(update(kind, live, () => {}).object.metadata.generation).toBe(1)
    expect(update(kind, live, (next) => void next.endpoints.push(endpoints[0])).object.metadata.generation).toBe(2)
    expect(update(kind, live, (next) => void (next.metadata.labels = { a: 'b' })).object.metadata.generation).toBe(2)
  })

  it('keep their address type', () => {
    const live = create(kind, slice({})).object
    expect(update(kind, live, (next) => void (next.addressType = 'IPv6')).errors).toEqual([
      'addressType: Invalid value: "IPv6": field is immutable',
    ])
  })

  it('print what they hold', () => {
    expect(cells(kind, slice({}))).toMatchObject({ AddressType: 'IPv4', Ports: '<unset>', Endpoints: '<unset>' })
    expect(cells(kind, slice({ endpoints, ports: [{ port: 80 }, { name: 'x' }] }))).toMatchObject({
      Ports: '80,x',
      Endpoints: '10.0.0.1',
    })
  })
})

describe('autoscalers in their old version', () => {
  const kind = 'autoscaling/v1/HorizontalPodAutoscaler'
  const scaleTargetRef = { kind: 'Deployment', name: 'd' }
  const processor = (averageUtilization: number): object => ({
    type: 'Resource',
    resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization } },
  })

  it('are stored in the new one and read back the same', () => {
    const { toHub, fromHub } = definitionOf(kind).conversion as SpokeConversion
    const object: Loose = {
      apiVersion: 'autoscaling/v1',
      kind: 'HorizontalPodAutoscaler',
      metadata: { ...meta },
      spec: { scaleTargetRef, maxReplicas: 3, targetCPUUtilizationPercentage: 80 },
      status: { currentReplicas: 1, desiredReplicas: 2, currentCPUUtilizationPercentage: 10 },
    }
    const before = structuredClone(object)
    toHub(object)
    expect(object).toMatchObject({ spec: { metrics: [processor(80)] } })
    fromHub(object)
    expect({ ...object, metadata: { ...meta } }).toEqual(before)
  })

  it('lose nothing they have no field for', () => {
    const { toHub, fromHub } = definitionOf(kind).conversion as SpokeConversion
    const other = { type: 'Pods', pods: { metric: { name: 'm' }, target: { type: 'AverageValue', averageValue: '1' } } }
    const rules = { selectPolicy: 'Max', policies: [{ type: 'Pods', value: 1, periodSeconds: 15 }] }
    const object: Loose = {
      apiVersion: 'autoscaling/v2',
      kind: 'HorizontalPodAutoscaler',
      metadata: { ...meta },
      spec: {
        scaleTargetRef,
        maxReplicas: 3,
        metrics: [other, processor(50)],
        behavior: { scaleUp: { stabilizationWindowSeconds: 1, ...rules }, scaleDown: rules },
      },
      status: {
        desiredReplicas: 0,
        currentMetrics: null,
        conditions: [{ type: 'AbleToScale', status: 'True', lastTransitionTime: '2026-01-01T00:00:00Z' }],
      },
    }
    const before = structuredClone(object)
    fromHub(object)
    expect(object.spec).toEqual({ scaleTargetRef, maxReplicas: 3, targetCPUUtilizationPercentage: 50 })
    expect(Object.keys(object.metadata.annotations)).toEqual([
      'autoscaling.alpha.kubernetes.io/metrics',
      'autoscaling.alpha.kubernetes.io/behavior',
      'autoscaling.alpha.kubernetes.io/conditions',
    ])
    toHub(object)
    expect(object).toEqual(before)
  })

  it('ignore an annotation that cannot be parsed', () => {
    const object: Loose = {
      metadata: { annotations: { 'autoscaling.alpha.kubernetes.io/metrics': '{' } },
      spec: {},
      status: {},
    }
    const { toHub } = definitionOf(kind).conversion as SpokeConversion
    toHub(object)
    expect(object.spec).toEqual({})
  })

  it.each(['autoscaling/v1', 'autoscaling/v2'])('print the same in %s', (version) => {
    const spec =
      version === 'autoscaling/v1'
        ? { scaleTargetRef, maxReplicas: 3, targetCPUUtilizationPercentage: 80 }
        : { scaleTargetRef, maxReplicas: 3, metrics: [processor(80)] }
    expect(cells(`${version}/HorizontalPodAutoscaler`, { metadata: meta, spec })).toMatchObject({
      Reference: 'Deployment/d',
      Targets: 'cpu: <unknown>/80%',
      MinPods: '<unset>',
      MaxPods: 3,
      Replicas: 0,
    })
  })
})

describe('a kind with a status', () => {
  const kind = 'networking.k8s.io/v1/Ingress'
  const spec = { rules: [{ host: 'a.example' }] }

  it('is created without the status a client gives, at generation 1', () => {
    const { object } = create(kind, {
      metadata: meta,
      spec,
      status: { loadBalancer: { ingress: [{ ip: '1.1.1.1' }] } },
    })
    expect(object.status).toEqual({ loadBalancer: {} })
    expect(object.metadata.generation).toBe(1)
  })

  it('counts changes of the spec, keeps the status', () => {
    const live = create(kind, { metadata: meta, spec }).object
    const same = update(
      kind,
      live,
      (next) => void (next.status = { loadBalancer: { ingress: [{ ip: '1.1.1.1' }] } }),
    ).object
    expect(same.metadata.generation).toBe(1)
    expect(same.status).toEqual(live.status)
    expect(
      update(kind, live, (next) => void (next.spec = { rules: [{ host: 'b.example' }] })).object.metadata.generation,
    ).toBe(2)
    expect(update(kind, live, (next) => void (next.metadata.labels = { a: 'b' })).object.metadata.generation).toBe(1)
  })

  it('changes only its status through /status', () => {
    const live = create(kind, { metadata: meta, spec }).object
    const { object } = update(
      kind,
      live,
      (next) => {
        next.spec = {}
        next.status = { loadBalancer: { ingress: [{ ip: '1.1.1.1' }] } }
      },
      { subresource: 'status' },
    )
    expect(object.spec).toEqual(live.spec)
    expect(object.status.loadBalancer.ingress).toEqual([{ ip: '1.1.1.1' }])
    expect(object.metadata.generation).toBe(1)
  })

  it.each(
    registry.all
      .filter((one) => one.strategy.prepareForCreate !== undefined && one.subresources['status'] !== undefined)
      .map(
        (one) => [one.group === '' ? `${one.version}/${one.kind}` : `${one.group}/${one.version}/${one.kind}`] as const,
      ),
  )('%s has an empty status when it is created', (name) => {
    const { object } = create(name, { metadata: meta, spec: { template: {}, versions: [] }, status: {} })
    // A status that is a pointer is absent.
    if (kindsWithoutStatus.has(name)) expect(object.status).toBeUndefined()
    else expect(object.status).toBeTypeOf('object')
  })
})

describe('tables', () => {
  const container = { name: 'c', image: 'i' }

  it.each<[string, object, object]>([
    [
      'batch/v1/Job',
      {
        spec: { completions: 3, template: { spec: { containers: [container] } } },
        status: { succeeded: 1, startTime: '1970-01-01T00:00:00Z' },
      },
      {
        Status: 'Running',
        Completions: '1/3',
        Duration: '100s',
        Containers: 'c',
        Images: 'i',
      },
    ],
    [
      'batch/v1/Job',
      { spec: { parallelism: 2 }, status: { conditions: [{ type: 'Complete', status: 'True' }] } },
      { Status: 'Complete', Completions: '0/1 of 2', Duration: '' },
    ],
    [
      'batch/v1/CronJob',
      { spec: { schedule: '* * * * *', suspend: false } },
      { Schedule: '* * * * *', Timezone: '<none>', Suspend: 'False', 'Last Schedule': '<none>' },
    ],
    [
      'v1/PersistentVolume',
      {
        spec: {
          capacity: { storage: '1Gi' },
          accessModes: ['ReadWriteMany', 'ReadWriteOnce'],
          claimRef: { namespace: 'n', name: 'c' },
        },
      },
      {
        Capacity: '1Gi',
        'Access Modes': 'RWO,RWX',
        Claim: 'n/c',
        VolumeAttributesClass: '<unset>',
      },
    ],
    [
      'v1/PersistentVolumeClaim',
      { spec: {}, status: { phase: 'Pending', capacity: { storage: '1Gi' } } },
      { Status: 'Pending', Capacity: '', 'Access Modes': '' },
    ],
    [
      'v1/PersistentVolumeClaim',
      {
        spec: { volumeName: 'v' },
        status: { phase: 'Bound', capacity: { storage: '1Gi' }, accessModes: ['ReadOnlyMany'] },
      },
      { Volume: 'v', Capacity: '1Gi', 'Access Modes': 'ROX' },
    ],
    [
      'v1/ResourceQuota',
      { status: { hard: { pods: '2', 'limits.cpu': '4' }, used: { pods: '1' } } },
      { Request: 'pods: 1/2', Limit: 'limits.cpu: 0/4' },
    ],
    [
      'v1/ReplicationController',
      { spec: { replicas: 2, selector: { a: 'b' } }, status: { replicas: 1 } },
      { Desired: 2, Current: 1, Ready: 0, Selector: 'a=b' },
    ],
    [
      'networking.k8s.io/v1/Ingress',
      { spec: { tls: [{}], rules: [{ host: 'a' }, { host: 'b' }, { host: 'c' }, { host: 'd' }] } },
      { Class: '<none>', Hosts: 'a,b,c + 1 more...', Ports: '80, 443' },
    ],
    ['networking.k8s.io/v1/Ingress', {}, { Hosts: '*', Ports: '80', Address: '' }],
    [
      'networking.k8s.io/v1/IngressClass',
      { spec: { controller: 'x', parameters: { apiGroup: 'g', kind: 'K', name: 'n' } } },
      { Controller: 'x', Parameters: 'K.g/n' },
    ],
    [
      'networking.k8s.io/v1/NetworkPolicy',
      { spec: { podSelector: { matchLabels: { a: 'b' } } } },
      { 'Pod-Selector': 'a=b' },
    ],
    ['networking.k8s.io/v1/NetworkPolicy', { spec: { podSelector: {} } }, { 'Pod-Selector': '<none>' }],
    [
      'networking.k8s.io/v1/IPAddress',
      { spec: { parentRef: { resource: 'services', namespace: 'n', name: 's' } } },
      { ParentRef: 'services/n/s' },
    ],
    [
      'policy/v1/PodDisruptionBudget',
      { spec: { minAvailable: '50%' } },
      { 'Min Available': '50%', 'Max Unavailable': 'N/A', 'Allowed Disruptions': 0 },
    ],
    [
      'storage.k8s.io/v1/StorageClass',
      {
        provisioner: 'p',
        metadata: { name: 'a', annotations: { 'storageclass.kubernetes.io/is-default-class': 'true' } },
      },
      { Name: 'a (default)', ReclaimPolicy: 'Delete' },
    ],
    ['storage.k8s.io/v1/CSINode', { spec: { drivers: [{ name: 'd', nodeID: 'n' }] } }, { Drivers: 1 }],
    ['storage.k8s.io/v1/CSIDriver', { spec: {} }, { AttachRequired: true, TokenRequests: '<unset>', Modes: '<none>' }],
    [
      'rbac.authorization.k8s.io/v1/RoleBinding',
      {
        roleRef: { apiGroup: 'g', kind: 'Role', name: 'r' },
        subjects: [
          { kind: 'User', name: 'u' },
          { kind: 'ServiceAccount', name: 's', namespace: 'n' },
        ],
      },
      { Role: 'Role/r', Users: 'u', ServiceAccounts: 'n/s', Groups: '' },
    ],
    ['scheduling.k8s.io/v1/PriorityClass', { value: 5 }, { Value: 5, 'Global-Default': false }],
    [
      'flowcontrol.apiserver.k8s.io/v1/FlowSchema',
      { spec: { priorityLevelConfiguration: { name: 'p' } } },
      { PriorityLevel: 'p', DistinguisherMethod: '<none>', MissingPL: '?' },
    ],
    ['apiregistration.k8s.io/v1/APIService', { spec: {} }, { Service: 'Local', Available: 'Unknown' }],
    ['resource.k8s.io/v1/ResourceClaim', { spec: {} }, { State: 'pending' }],
    [
      'resource.k8s.io/v1/ResourceClaim',
      { spec: {}, status: { allocation: {}, reservedFor: [{ resource: 'pods', name: 'p', uid: 'u' }] } },
      { State: 'allocated,reserved' },
    ],
    ['admissionregistration.k8s.io/v1/ValidatingWebhookConfiguration', { webhooks: [{ name: 'w' }] }, { Webhooks: 1 }],
    [
      'admissionregistration.k8s.io/v1/ValidatingAdmissionPolicy',
      { spec: { paramKind: { apiVersion: 'v1', kind: 'ConfigMap' } } },
      { Validations: 0, ParamKind: 'v1/ConfigMap' },
    ],
    [
      'admissionregistration.k8s.io/v1/ValidatingAdmissionPolicyBinding',
      { spec: { policyName: 'p', paramRef: { name: 'x', namespace: 'n' } } },
      { PolicyName: 'p', ParamRef: 'n/x' },
    ],
    [
      'v1/LimitRange',
      { metadata: { name: 'a', creationTimestamp: '1970-01-01T00:00:00Z' } },
      { 'Created At': '1970-01-01T00:00:00Z' },
    ],
  ])('%s with %j', (kind, fields, wanted) => {
    expect(cells(kind, { metadata: meta, ...fields }, 100_000)).toMatchObject(wanted)
  })

  it('show ages as the command line does', () => {
    const age = (creationTimestamp?: string): string =>
      cells(
        'v1/ConfigMap',
        { metadata: { ...meta, ...(creationTimestamp === undefined ? {} : { creationTimestamp }) } },
        3 * 86_400_000,
      ).Age
    expect(age('1970-01-01T00:00:00Z')).toBe('3d')
    expect(age()).toBe('<unknown>')
  })
})
