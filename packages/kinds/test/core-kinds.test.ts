import { describe, expect, it } from 'vitest'
import { cells, create, definitionOf, update, type Loose } from './write.ts'

const meta = { name: 'a', namespace: 'n' }

describe('namespaces', () => {
  const live = (): Loose => {
    const { object } = create('v1/Namespace', { metadata: { name: 'a' } })
    object.metadata.resourceVersion = '1'
    return object
  }

  it('begin active, held by the finalizer of the product, with their name as a label', () => {
    const { object, errors } = create('v1/Namespace', { metadata: { name: 'a' }, status: { phase: 'Terminating' } })
    expect(errors).toEqual([])
    expect(object.spec).toEqual({ finalizers: ['kubernetes'] })
    expect(object.status).toEqual({ phase: 'Active' })
    expect(object.metadata.labels).toEqual({ 'kubernetes.io/metadata.name': 'a' })
  })

  it('keep finalizers they name besides', () => {
    const { object } = create('v1/Namespace', { metadata: { name: 'a' }, spec: { finalizers: ['x/y'] } })
    expect(object.spec.finalizers).toEqual(['x/y', 'kubernetes'])
  })

  it('are refused finalizers that are misspelled', () => {
    const { errors } = create('v1/Namespace', { metadata: { name: 'a' }, spec: { finalizers: ['x'] } })
    expect(errors).toEqual([
      'spec.finalizers: Invalid value: "x": name is neither a standard finalizer name nor is it fully qualified',
    ])
  })

  it('are refused names that are no label', () => {
    expect(create('v1/Namespace', { metadata: { name: 'A' } }).errors[0]).toContain(
      'a lowercase RFC 1123 label must consist of',
    )
  })

  it('keep spec, status and the name label when they are updated', () => {
    const { object, errors } = update('v1/Namespace', live(), { metadata: { name: 'a' }, spec: {}, status: {} })
    expect(errors).toEqual([])
    expect(object.spec).toEqual({ finalizers: ['kubernetes'] })
    expect(object.status).toEqual({ phase: 'Active' })
    expect(object.metadata.labels).toEqual({ 'kubernetes.io/metadata.name': 'a' })
  })

  it('lose their finalizers through /finalize only', () => {
    const { object, errors } = update(
      'v1/Namespace',
      live(),
      (next) => {
        next.spec.finalizers = []
        next.status.phase = 'Terminating'
      },
      { subresource: 'finalize' },
    )
    expect(errors).toEqual([])
    expect(object.spec).toEqual({})
    expect(object.status).toEqual({ phase: 'Active' })
    expect(definitionOf('v1/Namespace').strategy.heldByFinalizers?.(object)).toBe(false)
    expect(definitionOf('v1/Namespace').strategy.heldByFinalizers?.(live())).toBe(true)
  })

  it('have the phase their deletion says', () => {
    const terminate = (next: Loose): void => {
      next.status.phase = 'Terminating'
    }
    expect(update('v1/Namespace', live(), terminate, { subresource: 'status' }).errors).toEqual([
      'status.Phase: Invalid value: "Terminating": may only be \'Active\' if `deletionTimestamp` is empty',
    ])
    const deleted = live()
    deleted.metadata.deletionTimestamp = '2026-01-01T00:00:00Z'
    expect(update('v1/Namespace', deleted, terminate, { subresource: 'status' }).errors).toEqual([])
    expect(update('v1/Namespace', deleted, () => {}, { subresource: 'status' }).errors).toEqual([
      'status.Phase: Invalid value: "Active": may only be \'Terminating\' if `deletionTimestamp` is not empty',
    ])
  })

  it('are selected by their phase', () => {
    const fields = definitionOf('v1/Namespace').selectableFields
    expect(fields['name']).toBeUndefined()
    expect(fields['status.phase']!(live())).toBe('Active')
  })
})

describe('config maps', () => {
  it.each<[string, object, string[]]>([
    ['nothing', {}, []],
    ['text and bytes', { data: { a: 'x' }, binaryData: { b: 'AAAA' } }, []],
    ['a megabyte', { data: { a: 'x'.repeat(1_048_576) } }, []],
    [
      'more than a megabyte',
      { data: { a: 'x'.repeat(1_048_577) } },
      ['[]: Too long: may not be more than 1048576 bytes'],
    ],
    [
      'more than a megabyte together',
      { data: { a: 'x'.repeat(1_048_576) }, binaryData: { b: 'AA==' } },
      ['[]: Too long: may not be more than 1048576 bytes'],
    ],
    [
      'a key twice',
      { data: { a: 'x' }, binaryData: { a: 'AAAA' } },
      ['data[a]: Invalid value: "a": duplicate of key present in binaryData'],
    ],
    [
      'a key that is no name',
      { data: { 'a b': '' } },
      [
        `data[a b]: Invalid value: "a b": a valid config key must consist of alphanumeric characters, '-', '_' or '.' (e.g. 'key.name',  or 'KEY_NAME',  or 'key-name', regex used for validation is '[-._a-zA-Z0-9]+')`,
      ],
    ],
    ['a key that is two dots', { binaryData: { '..': '' } }, [`binaryData[..]: Invalid value: "..": must not be '..'`]],
  ])('with %s', (_, fields, wanted) => {
    expect(create('v1/ConfigMap', { metadata: meta, ...fields }).errors).toEqual(wanted)
  })

  it('keep a key called __proto__', () => {
    const { object, errors } = create(
      'v1/ConfigMap',
      JSON.parse('{"metadata":{"name":"a","namespace":"n"},"data":{"__proto__":"x"}}'),
    )
    expect(errors).toEqual([])
    expect(JSON.stringify(object.data)).toBe('{"__proto__":"x"}')
  })

  it('that are immutable change in nothing but metadata', () => {
    const live = create('v1/ConfigMap', { metadata: meta, immutable: true, data: { a: 'x' } }).object
    const detail = 'Forbidden: field is immutable when `immutable` is set'
    expect(update('v1/ConfigMap', live, (next) => void (next.metadata.labels = { a: 'b' })).errors).toEqual([])
    expect(update('v1/ConfigMap', live, (next) => void (next.data.a = 'y')).errors).toEqual([`data: ${detail}`])
    expect(update('v1/ConfigMap', live, (next) => void (next.binaryData = { b: 'AAAA' })).errors).toEqual([
      `binaryData: ${detail}`,
    ])
    expect(update('v1/ConfigMap', live, (next) => void delete next.immutable).errors).toEqual([`immutable: ${detail}`])
  })

  it('print how many keys they have', () => {
    expect(cells('v1/ConfigMap', { metadata: meta, data: { a: '' }, binaryData: { b: '' } })).toMatchObject({
      Data: 2,
    })
  })
})

describe('secrets', () => {
  const base64 = (text: string): string => Buffer.from(text).toString('base64')
  const type = (word: string): string => `kubernetes.io/${word}`

  it('are opaque where they do not say', () => {
    expect(create('v1/Secret', { metadata: meta }).object.type).toBe('Opaque')
  })

  it('take text that is written as text', () => {
    const { object } = create('v1/Secret', {
      metadata: meta,
      data: { a: base64('old'), b: base64('b') },
      stringData: { a: 'new', c: 'é' },
    })
    expect(object.data).toEqual({ a: base64('new'), b: base64('b'), c: base64('é') })
    expect(object).not.toHaveProperty('stringData')
  })

  it.each<[string, object, string[]]>([
    [
      'a token without account',
      { type: type('service-account-token') },
      ['metadata.annotations[kubernetes.io/service-account.name]: Required value'],
    ],
    [
      'a registry login without its key',
      { type: type('dockerconfigjson') },
      ['data[.dockerconfigjson]: Required value'],
    ],
    ['a registry login', { type: type('dockerconfigjson'), data: { '.dockerconfigjson': base64('{}') } }, []],
    ['an old registry login without its key', { type: type('dockercfg') }, ['data[.dockercfg]: Required value']],
    [
      'basic authentication without either',
      { type: type('basic-auth') },
      ['data[username]: Required value', 'data[password]: Required value'],
    ],
    ['basic authentication with an empty name', { type: type('basic-auth'), data: { username: '' } }, []],
    [
      'an empty ssh key',
      { type: type('ssh-auth'), data: { 'ssh-privatekey': '' } },
      ['data[ssh-privatekey]: Required value'],
    ],
    ['a certificate without key', { type: type('tls'), data: { 'tls.crt': '' } }, ['data[tls.key]: Required value']],
    ["a type of one's own", { type: 'x.example/y' }, []],
    [
      'too much data',
      { data: { a: Buffer.alloc(1_048_577).toString('base64') } },
      ['data: Too long: may not be more than 1048576 bytes'],
    ],
    ['as much data as may be', { data: { a: Buffer.alloc(1_048_576).toString('base64') } }, []],
  ])('with %s', (_, fields, wanted) => {
    expect(create('v1/Secret', { metadata: meta, ...fields }).errors).toEqual(wanted)
  })

  it('never show their contents in a message', () => {
    const { errors } = create('v1/Secret', {
      metadata: meta,
      type: type('dockercfg'),
      data: { '.dockercfg': base64('hunter2') },
    })
    expect(errors).toHaveLength(1)
    expect(errors[0]).toContain('data[.dockercfg]: Invalid value: "<secret contents redacted>": ')
    expect(errors[0]).not.toContain('hunter2')
  })

  it('never change their type', () => {
    const live = create('v1/Secret', { metadata: meta }).object
    expect(update('v1/Secret', live, (next) => void (next.type = 'x')).errors).toEqual([
      'type: Invalid value: "x": field is immutable',
    ])
  })

  it('that are immutable keep their data', () => {
    const live = create('v1/Secret', { metadata: meta, immutable: true }).object
    expect(update('v1/Secret', live, (next) => void (next.stringData = { a: 'b' })).errors).toEqual([
      'data: Forbidden: field is immutable when `immutable` is set',
    ])
  })
})

describe('service accounts', () => {
  it('keep only the names of secrets', () => {
    const { object } = create('v1/ServiceAccount', {
      metadata: meta,
      secrets: [{ name: 's', kind: 'Secret', uid: 'x' }],
    })
    expect(object.secrets).toEqual([{ name: 's' }])
    expect(cells('v1/ServiceAccount', object)).toEqual({ Name: 'a', Age: '<unknown>' })
  })
})

describe('nodes', () => {
  const spec = (fields: object): object => ({ metadata: { name: 'a' }, spec: fields })
  const taint = { key: 'k', value: 'v', effect: 'NoSchedule' }

  it.each<[string, object, string[]]>([
    ['nothing', {}, []],
    ['one range', { podCIDR: '10.0.0.0/24' }, []],
    ['a range of each family', { podCIDRs: ['10.0.0.0/24', 'fd00::/64'] }, []],
    [
      'two ranges of one family',
      { podCIDRs: ['10.0.0.0/24', '10.0.1.0/24'] },
      [
        'spec.podCIDRs: Invalid value: ["10.0.0.0/24","10.0.1.0/24"]: may specify no more than one CIDR for each IP family',
      ],
    ],
    ['a taint without effect', { taints: [{ key: 'k' }] }, ['metadata.taints[0].effect: Required value']],
    [
      'a taint with an unknown effect',
      { taints: [{ ...taint, effect: 'X' }] },
      [
        'metadata.taints[0].effect: Unsupported value: "X": supported values: "NoSchedule", "PreferNoSchedule", "NoExecute"',
      ],
    ],
    [
      'a taint twice',
      { taints: [taint, { ...taint, value: 'w' }] },
      [
        'metadata.taints[1]: Duplicate value: {"Key":"k","Value":"w","Effect":"NoSchedule","TimeAdded":null}: taints must be unique by key and effect pair',
      ],
    ],
    ['a taint with several effects', { taints: [taint, { ...taint, effect: 'NoExecute' }] }, []],
  ])('with %s', (_, fields, wanted) => {
    expect(create('v1/Node', spec(fields)).errors).toEqual(wanted)
  })

  it('say a range in both fields', () => {
    expect(create('v1/Node', spec({ podCIDR: '10.0.0.0/24' })).object.spec.podCIDRs).toEqual(['10.0.0.0/24'])
    expect(create('v1/Node', spec({ podCIDRs: ['10.0.0.0/24'] })).object.spec.podCIDR).toBe('10.0.0.0/24')
  })

  it('get ranges and provider once', () => {
    const bare = create('v1/Node', spec({})).object
    expect(update('v1/Node', bare, (next) => void (next.spec.podCIDR = '10.0.0.0/24')).errors).toEqual([])
    const twice = update('v1/Node', bare, (next) => void (next.spec.taints = [taint, taint])).errors
    expect(twice).toEqual([expect.stringContaining('taints[1]: Duplicate value'), twice[0]])
    const live = create('v1/Node', spec({ podCIDR: '10.0.0.0/24', providerID: 'x' })).object
    expect(
      update('v1/Node', live, (next) => void (next.spec = { podCIDR: '10.0.1.0/24', providerID: 'x' })).errors,
    ).toEqual(['spec.podCIDRs: Forbidden: node updates may not change podCIDR except from "" to valid'])
    expect(update('v1/Node', live, (next) => void (next.spec.providerID = 'y')).errors).toEqual([
      'spec.providerID: Forbidden: node updates may not change providerID except from "" to valid',
    ])
  })

  it('may be created with a status, and change it through /status only', () => {
    const live = create('v1/Node', { metadata: { name: 'a' }, status: { capacity: { cpu: '4' } } }).object
    expect(live.status.allocatable).toEqual({ cpu: '4' })
    const change = (next: Loose): void => {
      next.status.capacity.cpu = '8'
      next.spec = { unschedulable: true }
    }
    expect(update('v1/Node', live, change).object).toMatchObject({
      status: { capacity: { cpu: '4' } },
      spec: { unschedulable: true },
    })
    const { object } = update('v1/Node', live, change, { subresource: 'status' })
    expect(object.status.capacity.cpu).toBe('8')
    expect(object.spec.unschedulable).toBeUndefined()
  })

  it('have no resources below zero, and no part of a pod', () => {
    expect(
      create('v1/Node', {
        metadata: { name: 'a' },
        status: { capacity: { cpu: '-1', pods: '500m' }, allocatable: { cpu: '1' } },
      }).errors,
    ).toEqual([
      'status.capacity.cpu: Invalid value: "-1": must be greater than or equal to 0',
      'status.capacity.pods: Invalid value: "500m": must be an integer',
    ])
  })

  it('have each address once', () => {
    const live = create('v1/Node', { metadata: { name: 'a' } }).object
    const addresses = [
      { type: 'InternalIP', address: '1.1.1.1' },
      { type: 'InternalIP', address: '1.1.1.1' },
    ]
    const { errors } = update('v1/Node', live, (next) => void (next.status = { addresses }), { subresource: 'status' })
    expect(errors).toEqual(['status.addresses[1]: Duplicate value: {"Type":"InternalIP","Address":"1.1.1.1"}'])
  })

  it.each<[object, object]>([
    [{}, { Status: 'Unknown', Roles: '<none>', 'Internal-IP': '<none>', 'OS-Image': '<unknown>' }],
    [
      { status: { conditions: [{ type: 'Ready', status: 'True' }] }, spec: { unschedulable: true } },
      { Status: 'Ready,SchedulingDisabled' },
    ],
    [{ status: { conditions: [{ type: 'Ready', status: 'False' }] } }, { Status: 'NotReady' }],
    [
      { metadata: { name: 'a', labels: { 'node-role.kubernetes.io/worker': '', 'kubernetes.io/role': 'etcd' } } },
      { Roles: 'etcd,worker' },
    ],
    [
      { status: { nodeInfo: { kubeletVersion: 'v1' }, addresses: [{ type: 'InternalIP', address: '1.1.1.1' }] } },
      { Version: 'v1', 'Internal-IP': '1.1.1.1' },
    ],
  ])('print %j', (fields, wanted) => {
    expect(cells('v1/Node', { metadata: { name: 'a' }, ...fields })).toMatchObject(wanted)
  })
})

describe('endpoints', () => {
  it.each<[string, object, string[]]>([
    ['an address and a port', { addresses: [{ ip: '10.0.0.1' }], ports: [{ port: 1 }] }, []],
    ['nothing', {}, ['subsets[0]: Required value: must specify `addresses` or `notReadyAddresses`']],
    [
      'a loopback address',
      { addresses: [{ ip: '127.0.0.1' }] },
      [
        'subsets[0].addresses[0].ip: Invalid value: "127.0.0.1": may not be in the loopback range (127.0.0.0/8, ::1/128)',
      ],
    ],
    [
      'a link-local address',
      { notReadyAddresses: [{ ip: 'fe80::1' }] },
      [
        'subsets[0].notReadyAddresses[0].ip: Invalid value: "fe80::1": may not be in the link-local range (169.254.0.0/16, fe80::/10)',
      ],
    ],
    [
      'several ports without names',
      { addresses: [{ ip: '10.0.0.1' }], ports: [{ port: 1 }, { port: 2, name: 'b' }] },
      ['subsets[0].ports[0].name: Required value'],
    ],
    [
      'an unknown protocol',
      { addresses: [{ ip: '10.0.0.1' }], ports: [{ port: 1, protocol: 'X' }] },
      ['subsets[0].ports[0].protocol: Unsupported value: "X": supported values: "SCTP", "TCP", "UDP"'],
    ],
  ])('with %s', (_, subset, wanted) => {
    expect(create('v1/Endpoints', { metadata: meta, subsets: [subset] }).errors).toEqual(wanted)
  })

  it('may move an address to another node', () => {
    const live = create('v1/Endpoints', {
      metadata: meta,
      subsets: [{ addresses: [{ ip: '10.0.0.1', nodeName: 'a' }] }],
    }).object
    expect(update('v1/Endpoints', live, (next) => void (next.subsets[0].addresses[0].nodeName = 'b')).errors).toEqual(
      [],
    )
  })

  it('print the first three', () => {
    const addresses = ['1', '2', '3', '4'].map((end) => ({ ip: `10.0.0.${end}` }))
    const print = (subsets: object[]): string => cells('v1/Endpoints', { metadata: meta, subsets }).Endpoints
    expect(print([{ addresses, ports: [{ port: 80 }] }])).toBe('10.0.0.1:80,10.0.0.2:80,10.0.0.3:80 + 1 more...')
    expect(print([{ addresses: addresses.slice(0, 1) }])).toBe('10.0.0.1')
    expect(print([])).toBe('<none>')
  })
})
