import { badName, longName, many, type DeclaredKind, type Violation } from './declared-kind.ts'

const request = { name: 'r', exactly: { deviceClassName: 'c' } }
const counters = { a: { value: '1' } }
const uuid = '123e4567-e89b-12d3-a456-426614174000'
const result = { request: 'r', driver: 'd', pool: 'p', device: 'dev' }
const claim = {
  apiVersion: 'resource.k8s.io/v1',
  kind: 'ResourceClaim',
  metadata: { name: '{name}' },
  spec: { devices: { requests: [request] } },
}
const slice = {
  apiVersion: 'resource.k8s.io/v1',
  kind: 'ResourceSlice',
  metadata: { name: '{name}' },
  spec: {
    driver: 'd',
    pool: { name: 'p', generation: 1, resourceSliceCount: 1 },
    allNodes: true,
    devices: [{ name: 'dev' }],
  },
}

const claimCases = (p: string): readonly Violation[] => [
  [`${p}requests`, many(33, (index) => ({ name: `r${index}`, exactly: { deviceClassName: 'c' } }))],
  [`${p}requests`, [request, request]],
  [`${p}requests`, [{ exactly: { deviceClassName: 'c' } }]],
  [`${p}requests`, [{ name: badName, exactly: { deviceClassName: 'c' } }]],
  [`${p}requests`, [{ name: 'r' }]],
  [
    `${p}requests`,
    [{ name: 'r', exactly: { deviceClassName: 'c' }, firstAvailable: [{ name: 's', deviceClassName: 'c' }] }],
  ],
  [`${p}requests`, [{ name: 'r', exactly: {} }]],
  [`${p}requests`, [{ name: 'r', exactly: { deviceClassName: badName } }]],
  [`${p}requests`, [{ name: 'r', exactly: { deviceClassName: 'c', allocationMode: 'Some' } }]],
  [`${p}requests`, [{ name: 'r', exactly: { deviceClassName: 'c', count: -1 } }]],
  [`${p}requests`, [{ name: 'r', exactly: { deviceClassName: 'c', allocationMode: 'All', count: 1 } }]],
  [
    `${p}requests`,
    [{ name: 'r', exactly: { deviceClassName: 'c', selectors: many(33, () => ({ cel: { expression: 'true' } })) } }],
  ],
  [`${p}requests`, [{ name: 'r', exactly: { deviceClassName: 'c', selectors: [{}] } }]],
  [
    `${p}requests`,
    [{ name: 'r', exactly: { deviceClassName: 'c', tolerations: many(17, () => ({ operator: 'Exists' })) } }],
  ],
  [`${p}requests`, [{ name: 'r', exactly: { deviceClassName: 'c', tolerations: [{ key: '!', operator: 'Exists' }] } }]],
  [`${p}requests`, [{ name: 'r', exactly: { deviceClassName: 'c', tolerations: [{ key: 'a', operator: 'Nope' }] } }]],
  [
    `${p}requests`,
    [{ name: 'r', exactly: { deviceClassName: 'c', tolerations: [{ key: 'a', operator: 'Exists', effect: 'Nope' }] } }],
  ],
  [`${p}requests`, [{ name: 'r', firstAvailable: many(9, (index) => ({ name: `s${index}`, deviceClassName: 'c' })) }]],
  [
    `${p}requests`,
    [
      {
        name: 'r',
        firstAvailable: [
          { name: 's', deviceClassName: 'c' },
          { name: 's', deviceClassName: 'c' },
        ],
      },
    ],
  ],
  [`${p}requests`, [{ name: 'r', firstAvailable: [{ name: 's' }] }]],
  [`${p}requests`, [{ name: 'r', firstAvailable: [{ deviceClassName: 'c' }] }]],
  [`${p}requests`, [{ name: 'r', firstAvailable: [{ name: 's', deviceClassName: badName }] }]],
  [`${p}requests`, [{ name: 'r', firstAvailable: [{ name: 's', deviceClassName: 'c', allocationMode: 'X' }] }]],
  [
    `${p}requests`,
    [
      {
        name: 'r',
        firstAvailable: [
          { name: 's', deviceClassName: 'c', selectors: many(33, () => ({ cel: { expression: 'true' } })) },
        ],
      },
    ],
  ],
  [
    `${p}requests`,
    [
      {
        name: 'r',
        firstAvailable: [{ name: 's', deviceClassName: 'c', tolerations: [{ key: '!', operator: 'Exists' }] }],
      },
    ],
  ],
  [`${p}constraints`, many(33, () => ({ matchAttribute: 'a/b' }))],
  [`${p}constraints`, [{ requests: ['r', 'r'], matchAttribute: 'a/b' }]],
  [`${p}constraints`, [{ requests: many(33, (index) => `r${index}`), matchAttribute: 'a/b' }]],
  [`${p}constraints`, [{ matchAttribute: 'nodomain' }]],
  [`${p}constraints`, [{ matchAttribute: 'a/b/c' }]],
  [`${p}constraints`, [{ matchAttribute: '' }]],
  [`${p}constraints`, [{ matchAttribute: `${'a'.repeat(64)}/b` }]],
  [`${p}constraints`, [{ matchAttribute: `a/${'a'.repeat(33)}` }]],
  [`${p}constraints`, [{}]],
  [`${p}constraints`, [{ distinctAttribute: 'nodomain' }]],
  [`${p}constraints`, [{ requests: ['nope'], matchAttribute: 'a/b' }]],
  [`${p}config`, many(33, () => ({ opaque: { driver: 'a', parameters: {} } }))],
  [`${p}config`, [{ requests: ['r', 'r'], opaque: { driver: 'a', parameters: {} } }]],
  [`${p}config`, [{ requests: many(33, (index) => `r${index}`), opaque: { driver: 'a', parameters: {} } }]],
  [`${p}config`, [{}]],
  [`${p}config`, [{ opaque: { parameters: {} } }]],
  [`${p}config`, [{ opaque: { driver: longName, parameters: {} } }]],
  [`${p}config`, [{ opaque: { driver: badName, parameters: {} } }]],
  [`${p}config`, [{ opaque: { driver: 'A.b', parameters: {} } }]],
  [`${p}config`, [{ opaque: { driver: 'a' } }]],
]

function device(more: object): object[] {
  return [{ name: 'dev', ...more }]
}

/** Claims, classes, slices and what is off by default. */
export const devices: readonly DeclaredKind[] = [
  {
    path: `/apis/resource.k8s.io/v1/namespaces/{namespace}/resourceclaims`,
    object: claim,
    cases: claimCases('spec.devices.'),
    status: [
      ['status', { allocation: { devices: { results: many(33, (index) => ({ ...result, device: `d${index}` })) } } }],
      ['status', { allocation: { devices: { results: [{ ...result, driver: undefined }] } } }],
      ['status', { allocation: { devices: { results: [{ ...result, driver: longName }] } } }],
      ['status', { allocation: { devices: { results: [{ ...result, driver: badName }] } } }],
      ['status', { allocation: { devices: { results: [{ ...result, pool: undefined }] } } }],
      ['status', { allocation: { devices: { results: [{ ...result, pool: badName }] } } }],
      ['status', { allocation: { devices: { results: [{ ...result, pool: 'a//b' }] } } }],
      ['status', { allocation: { devices: { results: [{ ...result, request: undefined }] } } }],
      ['status', { allocation: { devices: { results: [{ ...result, device: badName }] } } }],
      [
        'status',
        {
          allocation: {
            devices: {
              results: [
                {
                  ...result,
                  bindingConditions: many(5, (index) => `c${index}`),
                  bindingFailureConditions: many(5, (index) => `f${index}`),
                },
              ],
            },
          },
        },
      ],
      ['status', { allocation: { devices: { results: [{ ...result, shareID: 'x', consumedCapacity: {} }] } } }],
      ['status', { allocation: { devices: { results: [{ ...result, shareID: uuid.toUpperCase() }] } } }],
      [
        'status',
        {
          allocation: { devices: { results: [{ ...result, tolerations: many(17, () => ({ operator: 'Exists' })) }] } },
        },
      ],
      [
        'status',
        {
          allocation: {
            devices: {
              results: [result],
              config: many(65, () => ({ source: 'FromClaim', opaque: { driver: 'a', parameters: {} } })),
            },
          },
        },
      ],
      [
        'status',
        { allocation: { devices: { results: [result], config: [{ opaque: { driver: 'a', parameters: {} } }] } } },
      ],
      [
        'status',
        {
          allocation: {
            devices: { results: [result], config: [{ source: 'X', opaque: { driver: 'a', parameters: {} } }] },
          },
        },
      ],
      [
        'status',
        {
          allocation: {
            devices: {
              results: [result],
              config: [{ source: 'FromClaim', requests: ['r', 'r'], opaque: { driver: 'a', parameters: {} } }],
            },
          },
        },
      ],
      ['status', { reservedFor: [{ resource: 'pods', name: 'a', uid: 'u' }] }],
      [
        'status',
        {
          allocation: { devices: { results: [result] } },
          reservedFor: many(257, (index) => ({ resource: 'pods', name: `p${index}`, uid: `u${index}` })),
        },
      ],
      [
        'status',
        {
          allocation: { devices: { results: [result] } },
          reservedFor: [
            { resource: 'pods', name: 'a', uid: 'u' },
            { resource: 'pods', name: 'b', uid: 'u' },
          ],
        },
      ],
      ['status', { allocation: { devices: { results: [result] } }, reservedFor: [{}] }],
      [
        'status',
        {
          allocation: { devices: { results: [result] } },
          devices: [
            { driver: 'd', pool: 'p', device: 'dev' },
            { driver: 'd', pool: 'p', device: 'dev' },
          ],
        },
      ],
      [
        'status',
        {
          allocation: { devices: { results: [result] } },
          devices: [{ driver: 'd', pool: 'p', device: 'dev', shareID: 'x' }],
        },
      ],
      [
        'status',
        {
          allocation: { devices: { results: [result] } },
          devices: [{ driver: 'd', pool: 'p', device: 'dev', networkData: { interfaceName: 'a'.repeat(257) } }],
        },
      ],
      [
        'status',
        {
          allocation: { devices: { results: [result] } },
          devices: [{ driver: 'd', pool: 'p', device: 'dev', networkData: { hardwareAddress: 'a'.repeat(129) } }],
        },
      ],
      [
        'status',
        {
          allocation: { devices: { results: [result] } },
          devices: [{ driver: 'd', pool: 'p', device: 'dev', networkData: { ips: ['10.0.0.1/8', '10.0.0.1/8'] } }],
        },
      ],
      [
        'status',
        {
          allocation: { devices: { results: [result] } },
          devices: [
            { driver: 'd', pool: 'p', device: 'dev', networkData: { ips: many(17, (index) => `10.0.0.${index}/8`) } },
          ],
        },
      ],
      [
        'status',
        { allocation: { devices: { results: [result] } }, devices: [{ driver: 'x', pool: 'p', device: 'dev' }] },
      ],
    ],
  },
  {
    path: `/apis/resource.k8s.io/v1/namespaces/{namespace}/resourceclaimtemplates`,
    object: {
      apiVersion: 'resource.k8s.io/v1',
      kind: 'ResourceClaimTemplate',
      metadata: { name: '{name}' },
      spec: { spec: claim.spec },
    },
    cases: claimCases('spec.spec.devices.').filter((_, index) => index % 5 === 0),
  },
  {
    path: `/apis/resource.k8s.io/v1/deviceclasses`,
    object: { apiVersion: 'resource.k8s.io/v1', kind: 'DeviceClass', metadata: { name: '{name}' }, spec: {} },
    cases: [
      ['spec.selectors', many(33, () => ({ cel: { expression: 'true' } }))],
      ['spec.selectors', [{}]],
      ['spec.config', many(33, () => ({ opaque: { driver: 'a', parameters: {} } }))],
      ['spec.config', [{}]],
      ['spec.config', [{ opaque: { driver: badName, parameters: {} } }]],
      ['spec.extendedResourceName', 'cpu'],
      ['spec.extendedResourceName', 'kubernetes.io/a'],
      ['spec.extendedResourceName', 'requests.a/b'],
      ['spec.extendedResourceName', `a/${'a'.repeat(64)}`],
      ['metadata.name', badName],
    ],
  },
  {
    path: `/apis/resource.k8s.io/v1/resourceslices`,
    object: slice,
    cases: [
      ['spec.driver', badName],
      ['spec.driver', longName],
      ['spec.driver', undefined],
      ['spec.pool.name', badName],
      ['spec.pool.generation', -1],
      ['spec.pool.resourceSliceCount', 0],
      ['spec.devices', many(129, (index) => ({ name: `d${index}` }))],
      ['spec.devices', [{ name: 'a' }, { name: 'a' }]],
      ['spec.devices', [{}]],
      [
        'spec',
        { ...slice.spec, devices: undefined, sharedCounters: many(9, (index) => ({ name: `s${index}`, counters })) },
      ],
      [
        'spec',
        {
          ...slice.spec,
          devices: undefined,
          sharedCounters: [
            { name: 's', counters },
            { name: 's', counters },
          ],
        },
      ],
      ['spec', { ...slice.spec, devices: undefined, sharedCounters: [{ counters }] }],
      ['spec', { ...slice.spec, devices: undefined, sharedCounters: [{ name: badName, counters }] }],
      ['spec', { ...slice.spec, devices: undefined, sharedCounters: [{ name: 's' }] }],
      ['spec', { ...slice.spec, devices: undefined, sharedCounters: [{ name: 's', counters: {} }] }],
      [
        'spec',
        { ...slice.spec, devices: undefined, sharedCounters: [{ name: 's', counters: { 'B!': { value: '1' } } }] },
      ],
      ['spec.devices', device({ consumesCounters: many(3, (index) => ({ counterSet: `s${index}`, counters })) })],
      [
        'spec.devices',
        device({
          consumesCounters: [
            { counterSet: 's', counters },
            { counterSet: 's', counters },
          ],
        }),
      ],
      ['spec.devices', device({ consumesCounters: [{ counters }] })],
      ['spec.devices', device({ consumesCounters: [{ counterSet: badName, counters }] })],
      ['spec.devices', device({ consumesCounters: [{ counterSet: 's' }] })],
      ['spec.devices', device({ consumesCounters: [{ counterSet: 's', counters: { 'B!': { value: '1' } } }] })],
      ['spec.devices', device({ bindingConditions: many(5, (index) => `c${index}`), bindingFailureConditions: ['f'] })],
      ['spec.devices', device({ bindingConditions: ['c'], bindingFailureConditions: many(5, (index) => `f${index}`) })],
      ['spec.devices', device({ attributes: { a: {} } })],
      ['spec.devices', device({ attributes: { a: { int: 1, bool: true } } })],
      ['spec.devices', device({ attributes: { a: { ints: [1], string: 'x' } } })],
      ['spec.devices', device({ attributes: { a: { ints: [1] } } })],
      ['spec.devices', device({ attributes: { a: { string: 'a'.repeat(65) } } })],
      ['spec.devices', device({ attributes: { a: { version: 'x' } } })],
      ['spec.devices', device({ taints: [{ key: 'a' }] })],
      ['spec.devices', device({ taints: [{ key: 'a', effect: 'X' }] })],
      ['spec.devices', device({ taints: [{ effect: 'None' }] })],
      ['spec.devices', device({ taints: many(17, (index) => ({ key: `k${index}`, effect: 'None' })) })],
    ],
  },
  {
    path: '/apis/resource.k8s.io/v1alpha3/devicetaintrules',
    object: {
      apiVersion: 'resource.k8s.io/v1alpha3',
      kind: 'DeviceTaintRule',
      metadata: { name: '{name}' },
      spec: { taint: { key: 'a', effect: 'None' } },
    },
    cases: [
      ['spec.taint', { key: 'a' }],
      ['spec.taint', { key: 'a', effect: 'X' }],
      ['spec.taint', { effect: 'None' }],
      ['spec.taint', { key: '!', effect: 'None' }],
      ['spec.taint', { key: 'a', value: '!', effect: 'None' }],
      ['spec.deviceSelector', { driver: badName }],
      ['spec.deviceSelector', { pool: badName }],
      ['spec.deviceSelector', { device: badName }],
    ],
  },
  {
    path: '/apis/resource.k8s.io/v1alpha3/resourcepoolstatusrequests',
    object: {
      apiVersion: 'resource.k8s.io/v1alpha3',
      kind: 'ResourcePoolStatusRequest',
      metadata: { name: '{name}' },
      spec: { driver: 'd' },
    },
    cases: [
      ['spec.driver', undefined],
      ['spec.driver', badName],
      ['spec.driver', longName],
      ['spec.poolName', badName],
      ['spec.poolName', 'a//b'],
      ['spec.limit', 0],
      ['spec.limit', 1001],
    ],
    status: [
      ['status', {}],
      ['status', { poolCount: -1 }],
      [
        'status',
        { poolCount: 1, pools: many(1001, (index) => ({ driver: 'd', poolName: `p${index}`, generation: 1 })) },
      ],
      ['status', { poolCount: 1, pools: [{}] }],
      [
        'status',
        {
          poolCount: 1,
          pools: [
            {
              driver: badName,
              poolName: badName,
              generation: -1,
              resourceSliceCount: 0,
              totalDevices: -1,
              allocatedDevices: -1,
              availableDevices: -1,
              unavailableDevices: -1,
              nodeName: badName,
              validationError: 'a'.repeat(257),
            },
          ],
        },
      ],
      [
        'status',
        {
          poolCount: 1,
          conditions: many(11, (index) => ({
            type: `t${index}`,
            status: 'True',
            reason: 'R',
            message: '',
            lastTransitionTime: '2020-01-01T00:00:00Z',
          })),
        },
      ],
    ],
  },
]
