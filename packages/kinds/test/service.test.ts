import { kubernetesVocabulary } from '@pinnace/meta'
import { describe, expect, it } from 'vitest'
import { builtInResources } from '../src/built-in-resources.ts'
import { cells, create, update, type Loose } from './write.ts'

const base = { metadata: { name: 'web', namespace: 'n' }, spec: { selector: { app: 'web' }, ports: [{ port: 80 }] } }

function withSpec(spec: object): object {
  return { ...base, spec: { ...base.spec, ...spec } }
}

function live(spec: object = {}): Loose {
  const { object, errors } = create('v1/Service', withSpec(spec))
  expect(errors).toEqual([])
  object.metadata.resourceVersion = '1'
  return object
}

describe('a new service', () => {
  it('gets a cluster address and what else it left out', () => {
    const { object, errors } = create('v1/Service', base)
    expect(errors).toEqual([])
    expect(object.spec.clusterIP).toMatch(/^10\.(9[6-9]|10[0-9]|11[01])\.[0-9]+\.[0-9]+$/)
    expect(object.spec).toEqual({
      selector: { app: 'web' },
      ports: [{ port: 80, protocol: 'TCP', targetPort: 80 }],
      type: 'ClusterIP',
      sessionAffinity: 'None',
      clusterIP: object.spec.clusterIP,
      clusterIPs: [object.spec.clusterIP],
      ipFamilies: ['IPv4'],
      ipFamilyPolicy: 'SingleStack',
      internalTrafficPolicy: 'Cluster',
    })
    expect(object.status).toEqual({ loadBalancer: {} })
  })

  it('of type NodePort gets a port on every node', () => {
    const { object } = create('v1/Service', withSpec({ type: 'NodePort' }))
    // The first 86 are for services that ask for one.
    expect(object.spec.ports[0].nodePort).toBeGreaterThanOrEqual(30_086)
    expect(object.spec.ports[0].nodePort).toBeLessThanOrEqual(32_767)
    expect(object.spec.externalTrafficPolicy).toBe('Cluster')
  })

  it('gives one node port to both protocols of one port', () => {
    const ports = [
      { name: 'a', port: 53, protocol: 'UDP' },
      { name: 'b', port: 53, protocol: 'TCP' },
    ]
    const { object, errors } = create('v1/Service', withSpec({ type: 'NodePort', ports }))
    expect(errors).toEqual([])
    expect(object.spec.ports[0].nodePort).toBe(object.spec.ports[1].nodePort)
  })

  it('of type LoadBalancer with local traffic gets a health check port', () => {
    const { object, errors } = create('v1/Service', withSpec({ type: 'LoadBalancer', externalTrafficPolicy: 'Local' }))
    expect(errors).toEqual([])
    expect(object.spec.healthCheckNodePort).toBeGreaterThanOrEqual(30_000)
    expect(object.spec.allocateLoadBalancerNodePorts).toBe(true)
  })

  it('of type LoadBalancer without node ports gets none', () => {
    const { object } = create('v1/Service', withSpec({ type: 'LoadBalancer', allocateLoadBalancerNodePorts: false }))
    expect(object.spec.ports[0].nodePort).toBeUndefined()
  })

  it('of type ExternalName has neither address nor family', () => {
    const { object, errors } = create('v1/Service', {
      ...base,
      spec: { type: 'ExternalName', externalName: 'x.example.' },
    })
    expect(errors).toEqual([])
    expect(object.spec).toEqual({ type: 'ExternalName', externalName: 'x.example.', sessionAffinity: 'None' })
  })

  it('that is headless has no address', () => {
    const { object, errors } = create('v1/Service', withSpec({ clusterIP: 'None' }))
    expect(errors).toEqual([])
    expect(object.spec.clusterIPs).toEqual(['None'])
    expect(object.spec.ipFamilies).toEqual(['IPv4'])
  })

  it('that is headless without selector is of both families', () => {
    const { object, errors } = create('v1/Service', { ...base, spec: { clusterIP: 'None' } })
    expect(errors).toEqual([])
    expect(object.spec.ipFamilies).toEqual(['IPv4', 'IPv6'])
    expect(object.spec.ipFamilyPolicy).toBe('RequireDualStack')
  })

  it('may ask for a free address and port', () => {
    const spec = { type: 'NodePort', clusterIP: '10.96.7.7', ports: [{ port: 80, nodePort: 30_080 }] }
    const { object, errors } = create('v1/Service', withSpec(spec))
    expect(errors).toEqual([])
    expect(object.spec.clusterIPs).toEqual(['10.96.7.7'])
    expect(object.spec.ports[0].nodePort).toBe(30_080)
  })

  it('never gets what another has, and is refused it', () => {
    const peer = live({ type: 'NodePort', clusterIP: '10.96.0.9', ports: [{ port: 80, nodePort: 30_001 }] })
    expect(create('v1/Service', withSpec({ clusterIP: '10.96.0.9' }), { peers: [peer] }).errors).toEqual([
      'spec.clusterIPs: Invalid value: ["10.96.0.9"]: failed to allocate IP 10.96.0.9: provided IP is already allocated',
    ])
    const spec = { type: 'NodePort', ports: [{ port: 80, nodePort: 30_001 }] }
    expect(create('v1/Service', withSpec(spec), { peers: [peer] }).errors).toEqual([
      'spec.ports[0].nodePort: Invalid value: 30001: provided port is already allocated',
    ])
  })

  it('shares no node port between different ports', () => {
    const ports = [
      { name: 'a', port: 1, nodePort: 30_500 },
      { name: 'b', port: 2, protocol: 'UDP', nodePort: 30_500 },
    ]
    const spec = { type: 'NodePort', ports }
    expect(create('v1/Service', withSpec(spec)).errors).toEqual([
      'spec.ports[1].nodePort: Invalid value: 30500: provided port is already allocated',
    ])
    expect(update('v1/Service', live({ type: 'NodePort' }), withSpec(spec)).errors).toEqual([])
    const [first, second] = ports
    const twice = [first, { ...second, protocol: 'TCP' }]
    expect(() => update('v1/Service', live({ type: 'NodePort' }), withSpec({ ...spec, ports: twice }))).toThrow(
      'duplicate nodePort: {TCP 30500}',
    )
  })

  it('gets the health check port it asks for from the range, or an internal error', () => {
    const spec = { type: 'LoadBalancer', externalTrafficPolicy: 'Local', healthCheckNodePort: 80 }
    expect(() => create('v1/Service', withSpec(spec))).toThrow(
      'Internal error occurred: failed to allocate requested HealthCheck NodePort 80: provided port is not in the valid range. The range of valid ports is 30000-32767',
    )
    const reserved = new Map<string, Set<string>>()
    expect(() => create('v1/Service', withSpec(spec), { reserved })).toThrow()
    expect(reserved.get('nodePorts')?.size ?? 0).toBe(0)
    expect(reserved.get('clusterIPs')?.size ?? 0).toBe(0)
  })

  it('shows numbers that no service gets in a dry run', () => {
    const ports = [
      { name: 'a', port: 1 },
      { name: 'b', port: 2, nodePort: 30_500 },
      { name: 'c', port: 3 },
    ]
    const spec = { type: 'LoadBalancer', externalTrafficPolicy: 'Local', ports }
    const { object } = create('v1/Service', withSpec(spec), { dryRun: true })
    expect(object.spec.clusterIP).toBe('10.96.0.0')
    expect(object.spec.ports.map(({ nodePort }: Loose) => nodePort)).toEqual([32_769, 30_500, 32_770])
    expect(object.spec.healthCheckNodePort).toBe(32_771)
  })

  it('is refused what another write under way has taken', () => {
    const reserved = new Map([['clusterIPs', new Set(['10.96.0.9'])]])
    expect(create('v1/Service', withSpec({ clusterIP: '10.96.0.9' }), { reserved }).errors).toHaveLength(1)
    expect(reserved.get('clusterIPs')?.size).toBe(1)
  })

  it('fills a small range to the last address, then says that it is full', async () => {
    const definition = (await builtInResources(kubernetesVocabulary, { serviceCidr: '10.0.0.0/29' })).find(
      (one) => one.kind === 'Service',
    )!
    const peers: Loose[] = []
    for (let count = 0; count < 6; count++) {
      const { object, errors } = create('v1/Service', base, { peers, definition })
      expect(errors).toEqual([])
      peers.push(object)
    }
    expect(new Set(peers.map(({ spec }) => spec.clusterIP)).size).toBe(6)
    expect(() => create('v1/Service', base, { peers, definition })).toThrow(
      'Internal error occurred: failed to allocate a serviceIP for Service "web": range is full',
    )
  })

  it('gets an address of each family where both are configured and wanted', async () => {
    const definition = (await builtInResources(kubernetesVocabulary, { serviceCidr: '10.0.0.0/24,fd00::/112' })).find(
      (one) => one.kind === 'Service',
    )!
    const { object, errors } = create('v1/Service', withSpec({ ipFamilyPolicy: 'PreferDualStack' }), { definition })
    expect(errors).toEqual([])
    expect(object.spec.ipFamilies).toEqual(['IPv4', 'IPv6'])
    expect(object.spec.clusterIPs[1]).toMatch(/^fd00::/)
    expect(create('v1/Service', base, { definition }).object.spec.clusterIPs).toHaveLength(1)
  })
})

const range = 'The range of valid ports is 30000-32767'

describe('a new service is refused', () => {
  it.each<[string, object, string[]]>([
    ['no ports', { ports: [] }, ['spec.ports: Required value']],
    [
      'an unknown type',
      { type: 'X' },
      ['spec.type: Unsupported value: "X": supported values: "ClusterIP", "ExternalName", "LoadBalancer", "NodePort"'],
    ],
    [
      'an address that is none',
      { clusterIP: 'x' },
      ['spec.clusterIPs[0]: Invalid value: "x": must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)'],
    ],
    [
      'an address out of range',
      { clusterIP: '1.2.3.4' },
      [
        'spec.clusterIPs: Invalid value: ["1.2.3.4"]: failed to allocate IP 1.2.3.4: the provided network does not match the current range',
      ],
    ],
    [
      'lists that disagree',
      { clusterIP: '10.96.0.3', clusterIPs: ['10.96.0.4'] },
      ['spec.clusterIPs: Invalid value: ["10.96.0.4"]: first value must match `clusterIP`'],
    ],
    [
      'a list without the first',
      { clusterIPs: ['10.96.0.4'] },
      ['spec.clusterIPs: Invalid value: ["10.96.0.4"]: must be empty when `clusterIP` is not specified'],
    ],
    [
      'two addresses of one family',
      { clusterIP: '10.96.0.4', clusterIPs: ['10.96.0.4', '10.96.0.5'] },
      ['spec.clusterIPs: Invalid value: ["10.96.0.4","10.96.0.5"]: may specify no more than one IP for each IP family'],
    ],
    [
      'None beside an address',
      { clusterIP: 'None', clusterIPs: ['None', '10.96.0.5'] },
      ['spec.clusterIPs: Invalid value: ["None","10.96.0.5"]: \'None\' must be the first and only value'],
    ],
    [
      'an address of another family than said',
      { clusterIP: '10.96.0.4', ipFamilies: ['IPv6'] },
      ['spec.clusterIPs[0]: Invalid value: "10.96.0.4": expected an IPv6 value as indicated by `ipFamilies[0]`'],
    ],
    [
      'an unknown family',
      { ipFamilies: ['X'] },
      ['spec.ipFamilies[0]: Unsupported value: "X": supported values: "IPv4", "IPv6"'],
    ],
    ['a family twice', { ipFamilies: ['IPv4', 'IPv4'] }, ['spec.ipFamilies[1]: Duplicate value: "IPv4"']],
    [
      'a family not configured',
      { ipFamilies: ['IPv6'] },
      ['spec.ipFamilies[0]: Invalid value: "IPv6": not configured on this cluster'],
    ],
    [
      'an unknown policy',
      { ipFamilyPolicy: 'X' },
      [
        'spec.ipFamilyPolicy: Unsupported value: "X": supported values: "PreferDualStack", "RequireDualStack", "SingleStack"',
      ],
    ],
    [
      'both families where one is configured',
      { ipFamilyPolicy: 'RequireDualStack' },
      [
        'spec.ipFamilyPolicy: Invalid value: "RequireDualStack": this cluster is not configured for dual-stack services',
      ],
    ],
    [
      'two families under a single-stack policy',
      { ipFamilyPolicy: 'SingleStack', ipFamilies: ['IPv4', 'IPv6'] },
      [
        "spec.ipFamilyPolicy: Invalid value: \"SingleStack\": must be 'RequireDualStack' or 'PreferDualStack' when multiple IP families are specified",
      ],
    ],
    [
      'a node port on a cluster address',
      { ports: [{ port: 80, nodePort: 30_000 }] },
      ["spec.ports[0].nodePort: Forbidden: may not be used when `type` is 'ClusterIP'"],
    ],
    [
      'a node port out of range',
      { type: 'NodePort', ports: [{ port: 80, nodePort: 80 }] },
      [`spec.ports[0].nodePort: Invalid value: 80: provided port is not in the valid range. ${range}`],
    ],
    [
      'a port twice',
      {
        ports: [
          { name: 'a', port: 80 },
          { name: 'b', port: 80 },
        ],
      },
      [
        'spec.ports[1]: Duplicate value: {"Name":"","Protocol":"TCP","AppProtocol":null,"Port":80,"TargetPort":0,"NodePort":0}',
      ],
    ],
    [
      'several ports without names',
      { ports: [{ port: 80 }, { port: 81 }] },
      ['spec.ports[0].name: Required value', 'spec.ports[1].name: Required value'],
    ],
    [
      'a port name twice',
      {
        ports: [
          { name: 'a', port: 80 },
          { name: 'a', port: 81 },
        ],
      },
      ['spec.ports[1].name: Duplicate value: "a"'],
    ],
    [
      'port 0',
      { ports: [{ port: 0, targetPort: 1 }] },
      ['spec.ports[0].port: Invalid value: 0: must be between 1 and 65535, inclusive'],
    ],
    [
      'port 65536',
      { ports: [{ port: 65_536, targetPort: 1 }] },
      ['spec.ports[0].port: Invalid value: 65536: must be between 1 and 65535, inclusive'],
    ],
    [
      'an unknown protocol',
      { ports: [{ port: 1, protocol: 'X' }] },
      ['spec.ports[0].protocol: Unsupported value: "X": supported values: "SCTP", "TCP", "UDP"'],
    ],
    [
      'an unknown affinity',
      { sessionAffinity: 'X' },
      ['spec.sessionAffinity: Unsupported value: "X": supported values: "ClientIP", "None"'],
    ],
    [
      'too long an affinity',
      { sessionAffinity: 'ClientIP', sessionAffinityConfig: { clientIP: { timeoutSeconds: 86_401 } } },
      [
        'spec.sessionAffinityConfig.clientIP.timeoutSeconds: Invalid value: 86401: must be greater than 0 and less than 86400',
      ],
    ],
    ['no external name', { type: 'ExternalName' }, ['spec.externalName: Required value']],
    [
      'an address with an external name',
      { type: 'ExternalName', externalName: 'a', clusterIP: '10.96.0.4' },
      ['spec.clusterIPs: Forbidden: may not be set for ExternalName services'],
    ],
    [
      'no address for a load balancer',
      { type: 'LoadBalancer', clusterIP: 'None' },
      ['spec.clusterIPs[0]: Invalid value: "None": may not be set to \'None\' for LoadBalancer services'],
    ],
    [
      'no address for node ports',
      { type: 'NodePort', clusterIP: 'None' },
      ['spec.clusterIPs[0]: Invalid value: "None": may not be set to \'None\' for NodePort services'],
    ],
    [
      'the port of the node agent on a load balancer',
      { type: 'LoadBalancer', ports: [{ port: 10_250 }] },
      ['spec.ports[0]: Invalid value: 10250: may not expose port 10250 externally since it is used by kubelet'],
    ],
    [
      'a class without a load balancer',
      { loadBalancerClass: 'a/b' },
      ["spec.loadBalancerClass: Forbidden: may only be used when `type` is 'LoadBalancer'"],
    ],
    [
      'source ranges without a load balancer',
      { loadBalancerSourceRanges: ['10.0.0.0/8'] },
      ["spec.LoadBalancerSourceRanges: Forbidden: may only be used when `type` is 'LoadBalancer'"],
    ],
    [
      'allocateLoadBalancerNodePorts without a load balancer',
      { allocateLoadBalancerNodePorts: true },
      ["spec.allocateLoadBalancerNodePorts: Forbidden: may only be used when `type` is 'LoadBalancer'"],
    ],
    [
      'an external policy without external access',
      { externalTrafficPolicy: 'Local' },
      ['spec.externalTrafficPolicy: Invalid value: "Local": may only be set for externally-accessible services'],
    ],
    [
      'an unknown external policy',
      { type: 'NodePort', externalTrafficPolicy: 'X' },
      ['spec.externalTrafficPolicy: Unsupported value: "X": supported values: "Cluster", "Local"'],
    ],
    [
      'a health check port without need',
      { healthCheckNodePort: 30_000 },
      [
        "spec.healthCheckNodePort: Invalid value: 30000: may only be set when `type` is 'LoadBalancer' and `externalTrafficPolicy` is 'Local'",
      ],
    ],
    [
      'an unknown internal policy',
      { internalTrafficPolicy: 'X' },
      ['spec.internalTrafficPolicy: Unsupported value: "X": supported values: "Cluster", "Local"'],
    ],
    [
      'an unknown distribution',
      { trafficDistribution: 'X' },
      [
        'spec.trafficDistribution: Unsupported value: "X": supported values: "PreferClose", "PreferSameZone", "PreferSameNode"',
      ],
    ],
    [
      'a loopback external address',
      { externalIPs: ['127.0.0.1'] },
      ['spec.externalIPs[0]: Invalid value: "127.0.0.1": may not be in the loopback range (127.0.0.0/8, ::1/128)'],
    ],
  ])('%s', (_, spec, wanted) => {
    expect(create('v1/Service', withSpec(spec)).errors).toEqual(wanted)
  })

  it('no name that starts with a digit', () => {
    const { errors } = create('v1/Service', { ...base, metadata: { name: '1a', namespace: 'n' } })
    expect(errors).toEqual([])
  })
})

describe('a changed service', () => {
  it('keeps addresses and ports a replacing client does not repeat', () => {
    const old = live({ type: 'NodePort' })
    const { object, errors } = update('v1/Service', old, withSpec({ type: 'NodePort' }))
    expect(errors).toEqual([])
    expect(object.spec).toEqual(old.spec)
  })

  it('may not change its address', () => {
    const old = live({ clusterIP: '10.96.0.3' })
    const { errors } = update('v1/Service', old, (next) => {
      next.spec.clusterIP = '10.96.0.4'
      next.spec.clusterIPs = ['10.96.0.4']
    })
    expect(errors).toEqual(['spec.clusterIPs[0]: Invalid value: ["10.96.0.4"]: may not change once set'])
  })

  it('may not change its address by the older field alone', () => {
    const { errors } = update('v1/Service', live({ clusterIP: '10.96.0.3' }), withSpec({ clusterIP: '10.96.0.4' }))
    expect(errors).toEqual(['spec.clusterIPs[0]: Invalid value: ["10.96.0.4"]: may not change once set'])
  })

  it('keeps a node port by the name of its port, unless another port took it', () => {
    const ports = [
      { name: 'a', port: 1 },
      { name: 'b', port: 2 },
    ]
    const old = live({ type: 'NodePort', ports })
    const [a, b] = old.spec.ports
    const swapped = [
      { name: 'a', port: 1 },
      { name: 'b', port: 2, nodePort: a.nodePort },
    ]
    const { object, errors } = update('v1/Service', old, withSpec({ type: 'NodePort', ports: swapped }))
    expect(errors).toEqual([])
    expect(object.spec.ports[1].nodePort).toBe(a.nodePort)
    expect(object.spec.ports[0].nodePort).not.toBe(a.nodePort)
    expect(b.nodePort).not.toBe(a.nodePort)
  })

  it('may not become headless', () => {
    const { errors } = update('v1/Service', live(), withSpec({ clusterIP: 'None' }))
    expect(errors).toEqual(['spec.clusterIPs[0]: Invalid value: ["None"]: may not change once set'])
  })

  it('gives back address and families when it becomes an external name', () => {
    const { object, errors } = update('v1/Service', live(), (next) => {
      next.spec.type = 'ExternalName'
      next.spec.externalName = 'x.example'
    })
    expect(errors).toEqual([])
    for (const field of ['clusterIP', 'clusterIPs', 'ipFamilies', 'ipFamilyPolicy']) {
      expect(object.spec).not.toHaveProperty(field)
    }
  })

  it('gets an address when it stops being an external name', () => {
    const old = create('v1/Service', { ...base, spec: { type: 'ExternalName', externalName: 'a' } }).object
    const { object, errors } = update('v1/Service', old, withSpec({}))
    expect(errors).toEqual([])
    expect(object.spec.clusterIP).toMatch(/^10\./)
  })

  it('releases node ports when it no longer needs them', () => {
    const { object, errors } = update('v1/Service', live({ type: 'NodePort' }), (next) => {
      next.spec.type = 'ClusterIP'
    })
    expect(errors).toEqual([])
    expect(object.spec.ports[0]).not.toHaveProperty('nodePort')
    expect(object.spec).not.toHaveProperty('externalTrafficPolicy')
  })

  it('gives the fields of a load balancer back when it stops being one', () => {
    const old = live({ type: 'LoadBalancer', loadBalancerClass: 'a/b', externalTrafficPolicy: 'Local' })
    const { object, errors } = update('v1/Service', old, (next) => {
      next.spec.type = 'ClusterIP'
    })
    expect(errors).toEqual([])
    for (const field of ['loadBalancerClass', 'allocateLoadBalancerNodePorts', 'healthCheckNodePort']) {
      expect(object.spec).not.toHaveProperty(field)
    }
  })

  it('forgets its balancer when it stops being one', () => {
    const old = live({ type: 'LoadBalancer' })
    old.status = { loadBalancer: { ingress: [{ ip: '1.2.3.4', ipMode: 'VIP' }] } }
    const { object } = update('v1/Service', old, (next) => void (next.spec.type = 'ClusterIP'))
    expect(object.status).toEqual({ loadBalancer: {} })
    expect(update('v1/Service', old, () => {}).object.status).toEqual(old.status)
  })

  it('may not change its load balancer class', () => {
    const { errors } = update('v1/Service', live({ type: 'LoadBalancer', loadBalancerClass: 'a/b' }), (next) => {
      next.spec.loadBalancerClass = 'a/c'
    })
    expect(errors).toEqual(['spec.loadBalancerClass: Invalid value: "a/c": may not change once set'])
  })

  it('takes only its status through /status', () => {
    const old = live({ type: 'LoadBalancer' })
    const change = (next: Loose): void => {
      next.spec.type = 'ClusterIP'
      next.status = { loadBalancer: { ingress: [{ ip: '1.2.3.4' }] } }
    }
    const { object, errors } = update('v1/Service', old, change, { subresource: 'status' })
    expect(errors).toEqual([
      'status.loadBalancer.ingress[0].ipMode: Required value: must be specified when `ip` is set',
    ])
    expect(object.spec).toEqual(old.spec)
    expect(update('v1/Service', old, change).object.status).toEqual(old.status)
  })

  it('may have ingress points only as a load balancer', () => {
    const change = (next: Loose): void => {
      next.status = { loadBalancer: { ingress: [{ hostname: 'a.example' }] } }
    }
    expect(update('v1/Service', live(), change, { subresource: 'status' }).errors).toEqual([
      "status.loadBalancer.ingress: Forbidden: may only be used when `spec.type` is 'LoadBalancer'",
    ])
  })
})

describe('the table of services', () => {
  it.each<[object, object]>([
    [
      { type: 'ClusterIP', clusterIPs: ['10.0.0.1'], ports: [{ port: 80, protocol: 'TCP' }] },
      {
        Type: 'ClusterIP',
        'Cluster-IP': '10.0.0.1',
        'External-IP': '<none>',
        'Port(s)': '80/TCP',
        Selector: '<none>',
      },
    ],
    [
      {
        type: 'NodePort',
        clusterIPs: ['10.0.0.1'],
        ports: [{ port: 80, nodePort: 30_000, protocol: 'TCP' }],
        selector: { b: '1', a: '2' },
      },
      {
        'Port(s)': '80:30000/TCP',
        Selector: 'a=2,b=1',
      },
    ],
    [{ type: 'LoadBalancer' }, { 'External-IP': '<pending>', 'Port(s)': '<none>', 'Cluster-IP': '<none>' }],
    [{ type: 'ExternalName', externalName: 'x' }, { 'External-IP': 'x' }],
  ])('%j', (spec, wanted) => {
    expect(cells('v1/Service', { metadata: { name: 'web' }, spec })).toMatchObject(wanted)
  })
})
