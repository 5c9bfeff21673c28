import type { ApiObject } from '@pinnace/meta'
import { describe, expect, it } from 'vitest'
import { cells, create, definitionOf, update, type Loose } from './write.ts'

const meta = { name: 'a', namespace: 'n' }
const subdomain =
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')"

describe('ingresses', () => {
  const kind = 'networking.k8s.io/v1/Ingress'
  const annotation = 'kubernetes.io/ingress.class'
  const backend = { service: { name: 's', port: { number: 80 } } }
  const path = (fields: object): object => ({ path: '/', pathType: 'Prefix', backend, ...fields })
  const ruled = (fields: object, host?: string): object => ({ rules: [{ host, http: { paths: [path(fields)] } }] })
  const ingress = (spec: object): object => ({ metadata: meta, spec })
  const at = 'spec.rules[0].http.paths[0]'
  const wildcard =
    "a wildcard DNS-1123 subdomain must start with '*.', followed by a valid DNS subdomain, which must consist of lower case alphanumeric characters, '-' or '.' and end with an alphanumeric character (e.g. '*.example.com', regex used for validation is '\\*\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')"

  it.each<[string, object, string[]]>([
    ['a backend for everything', { defaultBackend: backend }, []],
    ['a path', ruled({}), []],
    ['nothing', {}, ['spec: Invalid value: null: either `defaultBackend` or `rules` must be specified']],
    ['a rule without paths', { rules: [{ host: 'a.example' }] }, []],
    ['a rule with no path', { rules: [{ http: { paths: [] } }] }, ['spec.rules[0].http.paths: Required value']],
    ['no path type', ruled({ pathType: undefined }), [`${at}.pathType: Required value: pathType must be specified`]],
    [
      'an unknown path type',
      ruled({ pathType: 'X' }),
      [`${at}.pathType: Unsupported value: "X": supported values: "Exact", "ImplementationSpecific", "Prefix"`],
    ],
    ['a relative path', ruled({ path: 'a' }), [`${at}.path: Invalid value: "a": must be an absolute path`]],
    ['no path', ruled({ path: '', pathType: 'Exact' }), [`${at}.path: Invalid value: "": must be an absolute path`]],
    ['no path, as its controller likes', ruled({ path: '', pathType: 'ImplementationSpecific' }), []],
    ['a pattern, as its controller likes', ruled({ path: '/a//b', pathType: 'ImplementationSpecific' }), []],
    [
      'a relative path, as its controller likes',
      ruled({ path: 'a', pathType: 'ImplementationSpecific' }),
      [`${at}.path: Invalid value: "a": must be an absolute path`],
    ],
    [
      'a path that goes back',
      ruled({ path: '/a/../b' }),
      [`${at}.path: Invalid value: "/a/../b": must not contain '/../'`],
    ],
    [
      'a path that stays',
      ruled({ path: '/a//./b%2f/.' }),
      [
        `${at}.path: Invalid value: "/a//./b%2f/.": must not contain '//'`,
        `${at}.path: Invalid value: "/a//./b%2f/.": must not contain '/./'`,
        `${at}.path: Invalid value: "/a//./b%2f/.": must not contain '%2f'`,
        `${at}.path: Invalid value: "/a//./b%2f/.": cannot end with '/.'`,
      ],
    ],
    ['all hosts under a name', ruled({}, '*.a.example'), []],
    [
      'some hosts under a name',
      ruled({}, 'b*.a.example'),
      [`spec.rules[0].host: Invalid value: "b*.a.example": ${wildcard}`],
    ],
    ['an impossible host', ruled({}, 'A'), [`spec.rules[0].host: Invalid value: "A": ${subdomain}`]],
    [
      'an address for a host',
      ruled({}, '1.2.3.4'),
      ['spec.rules[0].host: Invalid value: "1.2.3.4": must be a DNS name, not an IP address'],
    ],
    [
      'no backend',
      ruled({ backend: {} }),
      [`${at}.backend: Invalid value: "": resource or service backend is required`],
    ],
    [
      'two backends',
      ruled({ backend: { ...backend, resource: { kind: 'K', name: 'n' } } }),
      [`${at}.backend: Invalid value: "": cannot set both resource and service backends`],
    ],
    ['an object for a backend', { defaultBackend: { resource: { apiGroup: 'g.example', kind: 'K', name: 'n' } } }, []],
    [
      'an object of an impossible group',
      { defaultBackend: { resource: { apiGroup: 'A', kind: '', name: '%' } } },
      [
        `spec.defaultBackend.resource.apiGroup: Invalid value: "A": ${subdomain}`,
        'spec.defaultBackend.resource.kind: Required value',
        `spec.defaultBackend.resource.name: Invalid value: "%": may not contain '%'`,
      ],
    ],
    [
      'a service without name or port',
      { defaultBackend: { service: { name: '' } } },
      [
        'spec.defaultBackend.service.name: Required value',
        'spec.defaultBackend: Required value: port name or number is required',
      ],
    ],
    [
      'a service with two ports',
      { defaultBackend: { service: { name: 's', port: { name: 'p', number: 1 } } } },
      ['spec.defaultBackend: Invalid value: "": cannot set both port name & port number'],
    ],
    [
      'a service with an impossible port',
      { defaultBackend: { service: { name: 's', port: { number: 70_000 } } } },
      ['spec.defaultBackend.service.port.number: Invalid value: 70000: must be between 1 and 65535, inclusive'],
    ],
    ['certificates', { defaultBackend: backend, tls: [{ hosts: ['a.example', '*.b.example'], secretName: 's' }] }, []],
    [
      'impossible certificates',
      { defaultBackend: backend, tls: [{ hosts: ['A', '*b'], secretName: 'S' }] },
      [
        `spec.tls[0].hosts[0]: Invalid value: "A": ${subdomain}`,
        `spec.tls[0].hosts[1]: Invalid value: "*b": ${wildcard}`,
        `spec.tls[0].secretName: Invalid value: "S": ${subdomain}`,
      ],
    ],
    [
      'an impossible class',
      { defaultBackend: backend, ingressClassName: 'A' },
      [`spec.ingressClassName: Invalid value: "A": ${subdomain}`],
    ],
  ])('with %s', (_, spec, wanted) => {
    expect(create(kind, ingress(spec)).errors).toEqual(wanted)
    const live = create(kind, ingress({ defaultBackend: backend })).object
    expect(update(kind, live, (next) => void (next.spec = spec)).errors).toEqual(wanted)
  })

  it('name their class once, when they are created', () => {
    const both = (className: string | undefined): object => ({
      metadata: { ...meta, annotations: { [annotation]: 'a' } },
      spec: { defaultBackend: backend, ingressClassName: className },
    })
    expect(create(kind, both('a')).errors).toEqual([])
    expect(create(kind, both(undefined)).errors).toEqual([])
    expect(create(kind, both('b')).errors).toEqual([
      `annotations.${annotation}: Invalid value: "a": must match \`ingressClassName\` when both are specified`,
    ])
    const live = create(kind, both(undefined)).object
    expect(update(kind, live, (next) => void (next.spec.ingressClassName = 'b')).errors).toEqual([])
    const { warnings } = definitionOf(kind).strategy
    expect(warnings?.(live, undefined)).toEqual([
      `annotation "${annotation}" is deprecated, please use 'spec.ingressClassName' instead`,
    ])
    expect(warnings?.(live, live)).toEqual([])
    expect(warnings?.(create(kind, both('a')).object, undefined)).toEqual([])
  })

  it('keep what was stored under older rules', () => {
    const stored = (spec: object): ApiObject =>
      ({ ...create(kind, ingress({ defaultBackend: backend })).object, spec }) as ApiObject
    const labelled = (next: Loose): void => void (next.metadata.labels = { a: 'b' })
    const secret = { defaultBackend: backend, tls: [{ secretName: 'S' }] }
    expect(update(kind, stored(secret), labelled).errors).toEqual([])
    expect(update(kind, stored(ruled({ path: 'a' }, '*.a.example')), labelled).errors).toEqual([])
    expect(update(kind, stored(ruled({ path: 'a' })), labelled).errors).toHaveLength(1)
  })

  it('count changes of their spec, and say where they are through /status only', () => {
    const live = create(kind, ingress({ defaultBackend: backend })).object
    expect(live).toMatchObject({ metadata: { generation: 1 }, status: { loadBalancer: {} } })
    expect(update(kind, live, (next) => void (next.spec = ruled({}))).object.metadata.generation).toBe(2)
    const placed =
      (...items: object[]) =>
      (next: Loose): void => {
        next.spec = {}
        next.status = { loadBalancer: { ingress: items } }
      }
    const { object, errors } = update(kind, live, placed({ ip: '1.2.3.4' }, { hostname: 'a.example' }), {
      subresource: 'status',
    })
    expect(errors).toEqual([])
    expect(object).toMatchObject({ spec: live.spec, status: { loadBalancer: { ingress: [{ ip: '1.2.3.4' }, {}] } } })
    expect(update(kind, live, placed({ ip: 'x' }, { hostname: '1.2.3.4' }), { subresource: 'status' }).errors).toEqual([
      'status.loadBalancer.ingress[0].ip: Invalid value: "x": must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)',
      'status.loadBalancer.ingress[1].hostname: Invalid value: "1.2.3.4": must be a DNS name, not an IP address',
    ])
    const hosts = ['a', '', 'b', 'c', 'd'].map((host) => ({ host }))
    expect(cells(kind, { metadata: meta, spec: { rules: hosts } }).Hosts).toBe('a,b,c + 2 more...')
    const twice = { ingress: [{ ip: '2.2.2.2' }, { ip: '1.1.1.1' }, { ip: '2.2.2.2' }] }
    expect(cells(kind, { metadata: meta, status: { loadBalancer: twice } }).Address).toBe('1.1.1.1,2.2.2.2')
    expect(cells(kind, object)).toMatchObject({
      Class: '<none>',
      Hosts: '*',
      Address: '1.2.3.4,a.example',
      Ports: '80',
    })
  })
})

describe('network policies', () => {
  const kind = 'networking.k8s.io/v1/NetworkPolicy'
  const policy = (spec: object): object => ({ metadata: meta, spec: { podSelector: {}, ...spec } })
  const from = (...peers: object[]): object => ({ ingress: [{ from: peers }] })
  const ports = (...list: object[]): object => ({ egress: [{ ports: list }] })
  const block = (cidr: string, ...except: string[]): object => ({ ipBlock: { cidr, except } })

  it.each<[string, object, string[]]>([
    ['nothing', {}, []],
    ['pods', { podSelector: { matchLabels: { a: 'b' } } }, []],
    [
      'a wrong selector',
      { podSelector: { matchExpressions: [{ key: 'a', operator: 'X' }] } },
      ['spec.podSelector.matchExpressions[0].operator: Invalid value: "X": not a valid selector operator'],
    ],
    ['peers', from({ podSelector: {}, namespaceSelector: {} }, block('10.0.0.0/8', '10.1.0.0/16')), []],
    ['an empty peer', from({}), ['spec.ingress[0].from[0]: Required value: must specify a peer']],
    [
      'a peer that is two',
      from({ podSelector: {}, ...block('10.0.0.0/8') }),
      ['spec.ingress[0].from[0]: Forbidden: may not specify both ipBlock and another peer'],
    ],
    ['an empty range', from(block('')), ['spec.ingress[0].from[0].ipBlock.cidr: Required value']],
    [
      'an impossible range',
      { egress: [{ to: [block('x')] }] },
      [
        'spec.egress[0].to[0].ipBlock.cidr: Invalid value: "x": must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)',
      ],
    ],
    [
      'a range without what is not in it',
      from(block('10.0.0.0/8', '11.0.0.0/16', '10.0.0.0/8', 'fd00::/64', '10.128.0.0/9')),
      [
        'spec.ingress[0].from[0].ipBlock.except[0]: Invalid value: "11.0.0.0/16": must be a strict subset of `cidr`',
        'spec.ingress[0].from[0].ipBlock.except[1]: Invalid value: "10.0.0.0/8": must be a strict subset of `cidr`',
        'spec.ingress[0].from[0].ipBlock.except[2]: Invalid value: "fd00::/64": must be a strict subset of `cidr`',
      ],
    ],
    ['ports', ports({ port: 80, endPort: 90 }, { port: 'http' }, { protocol: 'SCTP' }), []],
    [
      'an unknown protocol',
      ports({ protocol: 'X', port: 1 }),
      ['spec.egress[0].ports[0].protocol: Unsupported value: "X": supported values: "TCP", "UDP", "SCTP"'],
    ],
    [
      'ports from high to low',
      ports({ port: 2, endPort: 1 }),
      ['spec.egress[0].ports[0].endPort: Invalid value: 2: must be greater than or equal to `port`'],
    ],
    [
      'ports from a name',
      ports({ port: 'a', endPort: 1 }),
      ['spec.egress[0].ports[0].endPort: Invalid value: 1: may not be specified when `port` is non-numeric'],
    ],
    [
      'ports from nowhere',
      ports({ endPort: 1 }),
      ['spec.egress[0].ports[0].endPort: Invalid value: 1: may not be specified when `port` is not specified'],
    ],
    [
      'an unknown type',
      { policyTypes: ['X'] },
      ['spec.policyTypes[0]: Unsupported value: "X": supported values: "Ingress", "Egress"'],
    ],
    [
      'three types',
      { policyTypes: ['Ingress', 'Egress', 'Ingress'] },
      ['spec.policyTypes: Invalid value: ["Ingress","Egress","Ingress"]: may not specify more than two policyTypes'],
    ],
  ])('with %s', (_, spec, wanted) => {
    expect(create(kind, policy(spec)).errors).toEqual(wanted)
  })

  it('keep ranges that were stored under older rules', () => {
    const live = { ...create(kind, policy({})).object, spec: { podSelector: {}, ...from(block('x')) } }
    expect(update(kind, live, (next) => void (next.metadata.labels = { a: 'b' })).errors).toEqual([])
  })
})

describe('pod disruption budgets', () => {
  const kind = 'policy/v1/PodDisruptionBudget'
  const budget = (spec: object): object => ({ metadata: meta, spec })

  it.each<[string, object, string[]]>([
    ['a count', { minAvailable: 1 }, []],
    ['a share', { maxUnavailable: '50%', unhealthyPodEvictionPolicy: 'AlwaysAllow' }, []],
    [
      'both',
      { minAvailable: 1, maxUnavailable: 1 },
      [
        'spec: Invalid value: {"MinAvailable":1,"Selector":null,"MaxUnavailable":1,"UnhealthyPodEvictionPolicy":null}: minAvailable and maxUnavailable cannot be both set',
      ],
    ],
    [
      'less than none',
      { minAvailable: -1 },
      ['spec.minAvailable: Invalid value: -1: must be greater than or equal to 0'],
    ],
    [
      'more than all',
      { maxUnavailable: '101%' },
      ['spec.maxUnavailable: Invalid value: "101%": must not be greater than 100%'],
    ],
    [
      'neither count nor share',
      { minAvailable: 'x' },
      [
        `spec.minAvailable: Invalid value: "x": a valid percent string must be a numeric string followed by an ending '%' (e.g. '1%',  or '93%', regex used for validation is '[0-9]+%')`,
      ],
    ],
    [
      'an unknown policy',
      { unhealthyPodEvictionPolicy: 'X' },
      ['spec.unhealthyPodEvictionPolicy: Unsupported value: "X": supported values: "AlwaysAllow", "IfHealthyBudget"'],
    ],
    [
      'a wrong selector',
      { selector: { matchLabels: { a: '-' } } },
      [expect.stringContaining('spec.selector.matchLabels: Invalid value: "-": ') as unknown as string],
    ],
  ])('with %s', (_, spec, wanted) => {
    expect(create(kind, budget(spec)).errors).toEqual(wanted)
    const live = create(kind, budget({})).object
    expect(update(kind, live, (next) => void (next.spec = spec)).errors).toEqual(wanted)
  })

  it('say how many may go through /status only', () => {
    const live = create(kind, budget({ minAvailable: 1 })).object
    const condition = {
      type: 'A',
      status: 'True',
      lastTransitionTime: '2026-01-01T00:00:00Z',
      reason: 'R',
      message: '',
    }
    const status =
      (fields: object) =>
      (next: Loose): void => {
        next.spec = {}
        next.status = fields
      }
    const good = update(kind, live, status({ disruptionsAllowed: 1, conditions: [condition] }), {
      subresource: 'status',
    })
    expect(good.errors).toEqual([])
    expect(good.object).toMatchObject({ spec: { minAvailable: 1 }, status: { disruptionsAllowed: 1 } })
    const bad = status({
      expectedPods: -1,
      conditions: [condition, { type: 'A', status: 'X', reason: '1' }, { type: 'B' }],
    })
    expect(update(kind, live, bad, { subresource: 'status' }).errors).toEqual([
      'status.conditions[1].type: Duplicate value: "A"',
      'status.conditions[1].status: Unsupported value: "X": supported values: "False", "True", "Unknown"',
      'status.conditions[1].lastTransitionTime: Required value',
      expect.stringContaining(
        'status.conditions[1].reason: Invalid value: "1": a condition reason must start with alphabetic character, ',
      ),
      'status.conditions[2].status: Unsupported value: "": supported values: "False", "True", "Unknown"',
      'status.conditions[2].lastTransitionTime: Required value',
      'status.conditions[2].reason: Required value',
      'status.expectedPods: Invalid value: -1: must be greater than or equal to 0',
    ])
  })
})

describe('addresses in other forms', () => {
  const networkPolicy = 'networking.k8s.io/v1/NetworkPolicy'
  const spec = (cidr: string): object => ({
    ingress: [{ from: [{ ipBlock: { cidr } }] }],
    egress: [{ to: [{ ipBlock: { cidr: '10.0.0.0/8', except: ['10.0.0.1/9'] } }] }],
  })

  it('are not taken in network policies, but for capitals, which are warned of', () => {
    expect(create(networkPolicy, { metadata: meta, spec: spec('010.0.0.0/8') }).errors).toEqual([
      'spec.ingress[0].from[0].ipBlock.cidr: Invalid value: "010.0.0.0/8": must not have leading 0s in IP or prefix length',
      'spec.egress[0].to[0].ipBlock.except[0]: Invalid value: "10.0.0.1/9": must not have bits set beyond the prefix length',
    ])
    const { object } = create(networkPolicy, { metadata: meta, spec: spec('FD00::/8') })
    expect(definitionOf(networkPolicy).strategy.warnings?.(object, undefined)).toEqual([
      'spec.ingress[0].from[0].ipBlock.cidr: IPv6 CIDR value "FD00::/8" should be in RFC 5952 canonical format ("fd00::/8")',
      'spec.egress[0].to[0].ipBlock.except[0]: CIDR value "10.0.0.1/9" is ambiguous in this context (should be "10.0.0.0/9" or "10.0.0.1/32"?)',
    ])
  })

  it('are not taken where an ingress is reached', () => {
    const kind = 'networking.k8s.io/v1/Ingress'
    const live = create(kind, {
      metadata: meta,
      spec: { defaultBackend: { resource: { kind: 'K', name: 'n' } } },
    }).object
    const placed =
      (ip: string) =>
      (next: Loose): void =>
        void (next.status = { loadBalancer: { ingress: [{ ip }] } })
    expect(update(kind, live, placed('01.2.3.4'), { subresource: 'status' }).errors).toEqual([
      'status.loadBalancer.ingress[0].ip: Invalid value: "01.2.3.4": must not have leading 0s',
    ])
    const { object, errors } = update(kind, live, placed('FD00::1'), { subresource: 'status' })
    expect(errors).toEqual([])
    const view = definitionOf(kind).subresources['status']
    expect(view?.type === 'object' ? view.strategy.warnings?.(object, live) : []).toEqual([
      'status.loadBalancer.ingress[0]: IPv6 address "FD00::1" should be in RFC 5952 canonical format ("fd00::1")',
    ])
  })
})
