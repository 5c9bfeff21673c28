import { kubernetesVocabulary } from '@pinnace/meta'
import { loadDeviceMatcher } from '@pinnace/kinds'
import { describe, expect, it } from 'vitest'
import { allocatedDevices } from '../../src/workloads/devices/allocated-devices.ts'
import { allocationResult } from '../../src/workloads/devices/allocation-result.ts'
import { wantedBy } from '../../src/workloads/devices/device-requests.ts'
import { searchDevices } from '../../src/workloads/devices/device-search.ts'
import { gatherPools } from '../../src/workloads/devices/gather-pools.ts'
import { node } from './objects.ts'
import type { Loose } from './support.ts'

const matches = await loadDeviceMatcher(kubernetesVocabulary)
const driver = 'gpu.example.com'
const here = node('here', { labels: { zone: '1' } })

const slice = (spec: Loose, name = 'slice'): Loose => ({
  metadata: { name },
  spec: { driver, pool: { name: 'pool', generation: 1, resourceSliceCount: 1 }, allNodes: true, ...spec },
})
const devices = (...names: readonly string[]): Loose[] => names.map((name) => ({ name }))
const gpu = { metadata: { name: 'gpu' }, spec: {} }
const exactly = (more: Loose = {}, name = 'gpu'): Loose => ({ name, exactly: { deviceClassName: 'gpu', ...more } })
const claim = (requests: readonly Loose[], more: Loose = {}): Loose => ({
  metadata: { name: 'own', namespace: 'default' },
  spec: { devices: { requests, ...more } },
})
const attributes = (values: Loose): Loose => ({ attributes: values })

/** The allocation of one or several claims on the node `here`; undefined where there is none. */
function allocate(
  claims: Loose | readonly Loose[],
  slices: readonly Loose[],
  { others = [], deviceClass = gpu }: { readonly others?: readonly Loose[]; readonly deviceClass?: Loose } = {},
): Loose[] | undefined {
  const list: readonly Loose[] = Array.isArray(claims) ? claims : [claims]
  const wanted = list.map((one) => ({ claim: one, requests: wantedBy(one, () => deviceClass) }))
  const allocated = allocatedDevices(others as Loose)
  const taken = searchDevices(wanted, { node: here, pools: gatherPools(slices as Loose), allocated, matches })
  let shares = 0
  return taken?.map((of, index) => allocationResult(list[index], of, { uid: () => `share-${++shares}` }))
}

const names = (allocations: Loose[] | undefined): string[] | undefined =>
  allocations?.flatMap(({ devices: { results } }) => results.map(({ device }: Loose) => device))
const holding = (...results: readonly Loose[]): Loose => ({
  status: { allocation: { devices: { results: results.map((one) => ({ driver, pool: 'pool', ...one })) } } },
})

describe('the devices of a pool', () => {
  const own = claim([exactly()])

  it.each<[what: string, slices: readonly Loose[], expected: string[] | undefined]>([
    [
      'are those of its newest generation',
      [
        slice({ devices: devices('old') }, 'a'),
        slice({ devices: devices('new'), pool: { name: 'pool', generation: 2, resourceSliceCount: 1 } }, 'b'),
      ],
      ['new'],
    ],
    [
      'are not used while a slice is missing',
      [slice({ devices: devices('a'), pool: { name: 'pool', generation: 1, resourceSliceCount: 2 } })],
      undefined,
    ],
    ['are not used if two have the same name', [slice({ devices: devices('a', 'a') })], undefined],
    [
      'are not used if one takes a counter that is missing',
      [slice({ devices: [{ name: 'a', consumesCounters: [{ counterSet: 'none', counters: {} }] }] })],
      undefined,
    ],
    ['are on their node', [slice({ devices: devices('a'), allNodes: undefined, nodeName: 'here' })], ['a']],
    ['are not on other nodes', [slice({ devices: devices('a'), allNodes: undefined, nodeName: 'there' })], undefined],
    [
      'are on the nodes that a selector selects',
      [
        slice({
          devices: devices('a'),
          allNodes: undefined,
          nodeSelector: { nodeSelectorTerms: [{ matchExpressions: [{ key: 'zone', operator: 'In', values: ['1'] }] }] },
        }),
      ],
      ['a'],
    ],
    [
      'say themselves which nodes can use them',
      [
        slice({
          devices: [
            { name: 'a', nodeName: 'there' },
            { name: 'b', allNodes: true },
          ],
          allNodes: undefined,
          perDeviceNodeSelection: true,
        }),
      ],
      ['b'],
    ],
    [
      'are not used if a driver has to prepare them',
      [slice({ devices: [{ name: 'a', bindingConditions: ['ready'] }, { name: 'b' }] })],
      ['b'],
    ],
  ])('%s', (_, slices, expected) => {
    expect(names(allocate(own, slices))).toEqual(expected)
  })

  it('are not taken twice, by one claim or by several', () => {
    const pool = [slice({ devices: devices('a', 'b', 'c') })]
    expect(names(allocate([own, claim([exactly({ count: 2 })])], pool))).toEqual(['a', 'b', 'c'])
    expect(allocate([own, claim([exactly({ count: 3 })])], pool)).toBeUndefined()
    expect(names(allocate(own, pool, { others: [holding({ device: 'a' })] }))).toEqual(['b'])
    expect(names(allocate(own, pool, { others: [holding({ device: 'a', adminAccess: true })] }))).toEqual(['a'])
  })

  it('are not taken for all while a pool is being changed', () => {
    const slices = [slice({ devices: devices('a'), pool: { name: 'pool', generation: 1, resourceSliceCount: 2 } })]
    expect(() => allocate(claim([exactly({ allocationMode: 'All' })]), slices)).toThrow(
      'claim default/own, request gpu: asks for all devices, but resource pool gpu.example.com/pool is currently being updated',
    )
    expect(allocate(claim([exactly({ allocationMode: 'All' })]), [])).toBeUndefined()
  })

  it('are at most 32 for one claim', () => {
    const many = Array.from({ length: 40 }, (_, index) => ({ name: `d${index}` }))
    expect(allocate(claim([exactly({ count: 33 })]), [slice({ devices: many })])).toBeUndefined()
    expect(names(allocate(claim([exactly({ count: 32 })]), [slice({ devices: many })]))).toHaveLength(32)
  })
})

describe('an expression', () => {
  const one = (expression: string, device: Loose): string[] | undefined =>
    names(
      allocate(claim([exactly({ selectors: [{ cel: { expression } }] })]), [
        slice({ devices: [{ name: 'a', ...device }] }),
      ]),
    )
  const device = {
    ...attributes({
      model: { string: 'x' },
      'other.example.com/cores': { int: 8 },
      fast: { bool: true },
      firmware: { version: '1.10.0' },
    }),
    capacity: { memory: { value: '8Gi' } },
  }

  it.each([
    ["device.driver == 'gpu.example.com'", true],
    ["device.attributes['gpu.example.com'].model == 'y'", false],
    ["device.attributes['other.example.com'].cores >= 8", true],
    ["device.attributes['gpu.example.com'].fast", true],
    ["device.attributes['gpu.example.com'].firmware.isGreaterThan(semver('1.9.0'))", true],
    ["device.capacity['gpu.example.com'].memory.compareTo(quantity('16Gi')) >= 0", false],
    ["'none.example.com' in device.attributes", false],
    ["has(device.attributes['none.example.com'].model)", false],
    ["cel.bind(own, device.attributes['gpu.example.com'], own.fast && own.model == 'x')", true],
    ['device.allowMultipleAllocations', false],
  ])('%s: %s', (expression, expected) => {
    expect(one(expression, device)).toEqual(expected ? ['a'] : undefined)
  })

  it.each([
    ["device.attributes['gpu.example.com'].none == 1", 'selector #0: CEL runtime error: no such key: none'],
    ["device.attributes['gpu.example.com'].model", 'CEL result of type string could not be converted to bool'],
    ['device.none', 'selector #0: CEL compile error: compilation failed: '],
  ])('%s fails', (expression, message) => {
    expect(() => one(expression, device)).toThrow(message)
  })

  it('of the class selects, too', () => {
    const deviceClass = {
      ...gpu,
      spec: { selectors: [{ cel: { expression: "device.attributes[device.driver].model == 'y'" } }] },
    }
    const own = claim([exactly()])
    expect(allocate(own, [slice({ devices: [{ name: 'a', ...device }] })], { deviceClass })).toBeUndefined()
    expect(() => allocate(own, [slice({ devices: devices('a') })], { deviceClass })).toThrow('class gpu: selector #0: ')
  })
})

describe('constraints', () => {
  const rack = (value: string): Loose => attributes({ rack: { string: value } })
  const pool = [
    slice({
      devices: [{ name: 'a', ...rack('1') }, { name: 'b', ...rack('2') }, { name: 'c', ...rack('2') }, { name: 'd' }],
    }),
  ]
  const attribute = 'gpu.example.com/rack'

  it('make devices have the same value of an attribute', () => {
    const requests = [exactly({}, 'one'), exactly({}, 'two')]
    expect(names(allocate(claim(requests, { constraints: [{ matchAttribute: attribute }] }), pool))).toEqual(['b', 'c'])
    const named = { constraints: [{ matchAttribute: attribute, requests: ['one'] }] }
    expect(names(allocate(claim(requests, named), pool))).toEqual(['a', 'b'])
    const three = claim([exactly({ count: 3 })], { constraints: [{ matchAttribute: attribute }] })
    expect(allocate(three, pool)).toBeUndefined()
  })

  it('make devices have different values of an attribute', () => {
    const two = { constraints: [{ distinctAttribute: attribute }] }
    const requests = [
      exactly(
        {
          selectors: [
            {
              cel: {
                expression:
                  "has(device.attributes[device.driver].rack) && device.attributes[device.driver].rack == '2'",
              },
            },
          ],
        },
        'one',
      ),
      exactly({}, 'two'),
    ]
    expect(names(allocate(claim(requests, two), pool))).toEqual(['b', 'a'])
    expect(allocate(claim([exactly({ count: 3 })], two), pool)).toBeUndefined()
  })
})

it('a tainted device is taken only if the request tolerates the taint', () => {
  const taint = (effect: string): Loose => ({ taints: [{ key: 'broken', value: 'yes', effect }] })
  const of = (effect: string, tolerations?: Loose): string[] | undefined =>
    names(allocate(claim([exactly({ tolerations })]), [slice({ devices: [{ name: 'a', ...taint(effect) }] })]))
  expect(of('NoSchedule')).toBeUndefined()
  expect(of('NoExecute')).toBeUndefined()
  expect(of('None')).toEqual(['a'])
  expect(of('NoSchedule', [{ operator: 'Exists' }])).toEqual(['a'])
  expect(of('NoSchedule', [{ key: 'broken', value: 'yes', effect: 'NoSchedule' }])).toEqual(['a'])
  expect(of('NoExecute', [{ key: 'broken', value: 'yes', effect: 'NoSchedule' }])).toBeUndefined()
  expect(of('NoSchedule', [{ key: 'broken', operator: 'Equal', value: 'no' }])).toBeUndefined()
})

it('devices share the counters of their pool', () => {
  const takes = (name: string, value: string): Loose => ({
    name,
    consumesCounters: [{ counterSet: 'gpu', counters: { memory: { value } } }],
  })
  const pool = { name: 'pool', generation: 1, resourceSliceCount: 2 }
  const slices = [
    slice(
      { pool, allNodes: undefined, sharedCounters: [{ name: 'gpu', counters: { memory: { value: '40Gi' } } }] },
      'counters',
    ),
    slice({ pool, devices: [takes('half', '20Gi'), takes('other-half', '20Gi'), takes('whole', '40Gi')] }, 'devices'),
  ]
  expect(names(allocate(claim([exactly({ count: 2 })]), slices))).toEqual(['half', 'other-half'])
  expect(allocate(claim([exactly({ count: 3 })]), slices)).toBeUndefined()
  const others = [holding({ device: 'half' })]
  expect(names(allocate(claim([exactly()]), slices, { others }))).toEqual(['other-half'])
  expect(allocate(claim([exactly()]), slices, { others: [holding({ device: 'whole' })] })).toBeUndefined()
})

describe('a device that claims share', () => {
  const shared = (requestPolicy?: Loose): Loose[] => [
    slice({
      devices: [
        {
          name: 'a',
          allowMultipleAllocations: true,
          capacity: { memory: { value: '10Gi', ...(requestPolicy ? { requestPolicy } : {}) } },
        },
      ],
    }),
  ]
  const asking = (memory?: string): Loose =>
    claim([exactly(memory === undefined ? {} : { capacity: { requests: { memory } } })])
  const results = (allocations: Loose[] | undefined): Loose => allocations?.[0]?.devices.results

  it('is given in parts', () => {
    expect(results(allocate(asking('4Gi'), shared()))).toEqual([
      { request: 'gpu', driver, pool: 'pool', device: 'a', shareID: 'share-1', consumedCapacity: { memory: '4Gi' } },
    ])
    const others = [holding({ device: 'a', shareID: 's', consumedCapacity: { memory: '7Gi' } })]
    expect(allocate(asking('4Gi'), shared(), { others })).toBeUndefined()
    expect(names(allocate(asking('3Gi'), shared(), { others }))).toEqual(['a'])
    expect(names(allocate([asking('5Gi'), asking('5Gi')], shared()))).toEqual(['a', 'a'])
    expect(allocate([asking('5Gi'), asking('6Gi')], shared())).toBeUndefined()
  })

  it.each<[what: string, policy: Loose | undefined, request: string | undefined, expected: string | undefined]>([
    ['the whole without a request', undefined, undefined, '10Gi'],
    ['the default without a request', { default: '2Gi' }, undefined, '2Gi'],
    ['the next valid value', { default: '1Gi', validValues: ['1Gi', '4Gi'] }, '2Gi', '4Gi'],
    ['nothing above the largest value', { default: '1Gi', validValues: ['1Gi', '4Gi'] }, '5Gi', undefined],
    ['the smallest amount', { default: '2Gi', validRange: { min: '2Gi' } }, '1Gi', '2Gi'],
    ['whole steps', { default: '1Gi', validRange: { min: '1Gi', step: '2Gi' } }, '4Gi', '5Gi'],
    ['nothing above the range', { default: '1Gi', validRange: { min: '1Gi', max: '4Gi' } }, '5Gi', undefined],
  ])('gives %s', (_, policy, request, expected) => {
    expect(results(allocate(asking(request), shared(policy)))?.[0].consumedCapacity.memory).toBe(expected)
  })

  it('has the capacities that are asked for', () => {
    const own = claim([exactly({ capacity: { requests: { none: '1' } } })])
    expect(allocate(own, shared())).toBeUndefined()
    const exclusive = [slice({ devices: [{ name: 'a', capacity: { memory: { value: '2Gi' } } }] })]
    expect(allocate(asking('4Gi'), exclusive)).toBeUndefined()
    expect(results(allocate(asking('1Gi'), exclusive))).toEqual([{ request: 'gpu', driver, pool: 'pool', device: 'a' }])
  })
})

it('an allocation has the configuration of the class and of the claim for its requests', () => {
  const opaque = (value: string): Loose => ({ opaque: { driver, parameters: { value } } })
  const deviceClass = { ...gpu, spec: { config: [opaque('class')] } }
  const own = claim([exactly({}, 'one'), { name: 'two', firstAvailable: [{ name: 'best', deviceClassName: 'gpu' }] }], {
    config: [opaque('all'), { requests: ['one'], ...opaque('one') }, { requests: ['two/other'], ...opaque('none') }],
  })
  const [allocation] = allocate(own, [slice({ devices: devices('a', 'b') })], { deviceClass }) ?? []
  expect(allocation.devices.config).toEqual([
    { source: 'FromClass', requests: ['one', 'two/best'], ...opaque('class') },
    { source: 'FromClaim', ...opaque('all') },
    { source: 'FromClaim', requests: ['one'], ...opaque('one') },
  ])
})

it('an allocation is for the nodes that can use all of its devices', () => {
  const term = (key: string): Loose => ({ nodeSelectorTerms: [{ matchExpressions: [{ key, operator: 'Exists' }] }] })
  const pools = [
    slice({ allNodes: undefined, nodeSelector: term('zone'), devices: devices('a') }),
    slice({ pool: { name: 'q', generation: 1, resourceSliceCount: 1 }, devices: devices('b') }),
  ]
  const [allocation] = allocate(claim([exactly({ count: 2 })]), pools) ?? []
  expect(allocation.nodeSelector).toEqual(term('zone'))
  expect(allocate(claim([exactly()]), [slice({ devices: devices('a') })])?.[0]?.nodeSelector).toBeUndefined()
})

it('a search that cannot succeed ends', () => {
  const equal = Array.from({ length: 60 }, (_, index) => ({
    name: `d${index}`,
    ...attributes({ same: { bool: true } }),
  }))
  const own = claim([exactly({ count: 8 }, 'one'), exactly({ count: 8, tolerations: [] }, 'two')], {
    constraints: [{ distinctAttribute: 'gpu.example.com/same', requests: ['two'] }],
  })
  expect(allocate(own, [slice({ devices: equal })])).toBeUndefined()
})
