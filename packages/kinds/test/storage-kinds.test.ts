import { describe, expect, it } from 'vitest'
import { create, definitionOf, update, type Loose } from './write.ts'

const meta = { name: 'a' }
const subdomain =
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')"
const qualified =
  "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')"

describe('CSI drivers', () => {
  const kind = 'storage.k8s.io/v1/CSIDriver'
  const driver = (spec: object): object => ({ metadata: meta, spec })
  const tokenless = 'serviceAccountTokenInSecrets is set but no tokenRequests are specified'
  const warningsOf = (spec: object, live?: Loose): readonly string[] | undefined =>
    definitionOf(kind).strategy.warnings?.(driver(spec) as Loose, live)

  it.each<[string, object, string[]]>([
    ['nothing', {}, []],
    [
      'an empty policy',
      { fsGroupPolicy: '' },
      ['Unsupported value: "": supported values: "File", "None", "ReadWriteOnceWithFSType"'],
    ],
    ['a policy', { fsGroupPolicy: 'None' }, []],
  ])('with %s of file system groups', (_, spec, wanted) => {
    expect(create(kind, driver(spec)).errors).toEqual(wanted.map((text) => `spec.fsGroupPolicy: ${text}`))
  })

  it.each<[string, object, string[]]>([
    [
      'an audience twice',
      { tokenRequests: [{ audience: 'a' }, { audience: 'a', expirationSeconds: 1 }] },
      ['spec.tokenRequests[1].audience: Duplicate value: "a"'],
    ],
    ['no audience', { tokenRequests: [{}] }, []],
    [
      'a short time',
      {
        tokenRequests: [
          { audience: 'a', expirationSeconds: 599 },
          { audience: 'b', expirationSeconds: 600 },
        ],
      },
      ['spec.tokenRequests[0].expirationSeconds: Invalid value: 599: may not specify a duration less than 10 minutes'],
    ],
    [
      'a long time',
      { tokenRequests: [{ expirationSeconds: 4_294_967_297 }] },
      [
        'spec.tokenRequests[0].expirationSeconds: Invalid value: 4294967297: may not specify a duration larger than 2^32 seconds',
      ],
    ],
    [
      'an unknown mode',
      { volumeLifecycleModes: ['X', 'Ephemeral'] },
      ['spec.volumeLifecycleModes: Unsupported value: "X": supported values: "Persistent", "Ephemeral"'],
    ],
    [
      'a hurry',
      { nodeAllocatableUpdatePeriodSeconds: 9 },
      ['spec.nodeAllocatableUpdatePeriodSeconds: Invalid value: 9: must be greater than or equal to 10 seconds'],
    ],
    [
      'tokens without an audience',
      { serviceAccountTokenInSecrets: false, tokenRequests: [] },
      [`spec.serviceAccountTokenInSecrets: Invalid value: false: ${tokenless}`],
    ],
  ])('with %s', (_, spec, wanted) => {
    expect(create(kind, driver(spec)).errors).toEqual(wanted)
  })

  it('keep whether they attach, and their modes; every other change is a generation', () => {
    const live = create(kind, driver({})).object
    expect(live.metadata.generation).toBeUndefined()
    const change = (next: Loose): void => {
      next.spec.attachRequired = false
      next.spec.volumeLifecycleModes = ['Ephemeral']
    }
    expect(update(kind, live, change).errors).toEqual([
      'spec.attachedRequired: Invalid value: false: field is immutable',
      'spec.volumeLifecycleModes: Invalid value: ["Ephemeral"]: field is immutable',
    ])
    expect(update(kind, live, (next) => void (next.spec.podInfoOnMount = true)).object.metadata.generation).toBe(1)
    expect(update(kind, live, (next) => void (next.metadata.labels = {})).object.metadata.generation).toBeUndefined()
  })

  it('do not begin to use what is behind a gate', () => {
    expect(create(kind, driver({ preventPodSchedulingIfMissing: true })).object.spec).not.toHaveProperty(
      'preventPodSchedulingIfMissing',
    )
  })

  it('warn of tokens in attributes when they begin to ask for tokens', () => {
    const warning =
      'spec.serviceAccountTokenInSecrets is unset; if supported by this CSI driver, set to true to prevent possible logging of tokens in volume attributes'
    expect(warningsOf({ tokenRequests: [{}] })).toEqual([warning])
    expect(warningsOf({ tokenRequests: [{}] }, driver({}))).toEqual([warning])
    expect(warningsOf({ tokenRequests: [{}] }, driver({ tokenRequests: [{}] }))).toEqual([])
    expect(warningsOf({ tokenRequests: [{}] }, driver({ tokenRequests: [{ audience: 'a' }] }))).toEqual([warning])
    expect(warningsOf({ tokenRequests: [{}], serviceAccountTokenInSecrets: false })).toEqual([])
    expect(warningsOf({})).toEqual([])
  })
})

describe('CSI nodes', () => {
  const kind = 'storage.k8s.io/v1/CSINode'
  const node = (...drivers: object[]): object => ({ metadata: meta, spec: { drivers } })
  const good = { name: 'd.example', nodeID: 'n', topologyKeys: ['a/b'], allocatable: { count: 1 } }

  it.each<[string, object[], string[]]>([
    ['no drivers', [], []],
    ['a driver', [good], []],
    ['an empty driver', [{}], ['.name: Required value', '.nodeID: Required value']],
    [
      'long names',
      [{ name: 'x'.repeat(64), nodeID: 'x'.repeat(257) }],
      [
        '.name: Too long: may not be more than 63 bytes',
        `.nodeID: Invalid value: "${'x'.repeat(257)}": must be 256 characters or less`,
      ],
    ],
    [
      'a driver that can take less than nothing, and bad keys',
      [{ ...good, name: 'D a', topologyKeys: ['', 'a b', 'k', 'k'], allocatable: { count: -1 } }],
      [
        `.name: Invalid value: "D a": ${subdomain}`,
        '.allocatable.count: Invalid value: -1: must be greater than or equal to 0',
        ': Required value',
        ': Invalid value: "": name part must be non-empty',
        `: Invalid value: "": name part ${qualified}`,
        `: Invalid value: "a b": name part ${qualified}`,
        ': Duplicate value: "k"',
      ],
    ],
  ])('with %s', (_, drivers, wanted) => {
    expect(create(kind, node(...drivers)).errors).toEqual(wanted.map((text) => `spec.drivers[0]${text}`))
  })

  it('have a driver once', () => {
    expect(create(kind, node(good, good)).errors).toEqual(['spec.drivers[1].name: Duplicate value: "d.example"'])
  })

  it('keep a driver as it is, but for what it can take; others come and go', () => {
    const live = create(kind, node(good)).object
    expect(update(kind, live, (next) => void (next.spec.drivers[0].allocatable.count = 2)).errors).toEqual([])
    expect(update(kind, live, (next) => void (next.spec.drivers = null)).errors).toEqual([])
    expect(update(kind, live, (next) => void (next.spec.drivers[0].nodeID = 'm')).errors).toEqual([
      'spec.drivers: Invalid value: {"Name":"d.example","NodeID":"m","TopologyKeys":["a/b"],"Allocatable":null}: field is immutable',
    ])
  })
})

describe('CSI storage capacities', () => {
  const kind = 'storage.k8s.io/v1/CSIStorageCapacity'
  const capacity = (fields: object): object => ({
    metadata: { ...meta, namespace: 'n' },
    storageClassName: 'c',
    ...fields,
  })

  it.each<[string, object, string[]]>([
    ['a class', {}, []],
    ['no class', { storageClassName: '' }, [`storageClassName: Invalid value: "": ${subdomain}`]],
    [
      'a bad selector, a bad class and less than nothing',
      { nodeTopology: { matchExpressions: [{ key: 'a', operator: 'x' }] }, storageClassName: 'A', capacity: '-1' },
      [
        'nodeTopology.matchExpressions[0].operator: Invalid value: "x": not a valid selector operator',
        `storageClassName: Invalid value: "A": ${subdomain}`,
        'capacity: Invalid value: "-1": must be greater than or equal to 0',
      ],
    ],
    ['a maximum below nothing', { maximumVolumeSize: '-1' }, []],
  ])('with %s', (_, fields, wanted) => {
    expect(create(kind, capacity(fields)).errors).toEqual(wanted)
  })

  it('keep their class and where they are', () => {
    const live = create(kind, capacity({})).object
    const change = (next: Loose): void => {
      next.nodeTopology = { matchExpressions: [{ values: ['b'], operator: 'In', key: 'a' }] }
      next.storageClassName = 'd'
      next.capacity = '1Gi'
    }
    expect(update(kind, live, change).errors).toEqual([
      'nodeTopology: Invalid value: {"matchExpressions":[{"key":"a","operator":"In","values":["b"]}]}: field is immutable',
      'storageClassName: Invalid value: "d": field is immutable',
    ])
    expect(definitionOf(kind).columns.map(({ name }) => name)).toEqual(['Name', 'Created At'])
  })
})

describe('volume attachments', () => {
  const kind = 'storage.k8s.io/v1/VolumeAttachment'
  const attachment = (spec: object): object => ({
    metadata: meta,
    spec: { attacher: 'a.example', nodeName: 'n', source: { persistentVolumeName: 'v' }, ...spec },
  })
  const exactlyOne = 'must specify exactly one of inlineVolumeSpec and persistentVolumeName'
  const notInline = 'may not be specified in the context of inline volumes'
  const inline = (fields: object): object => ({ source: { inlineVolumeSpec: fields } })
  const csi = { driver: 'd', volumeHandle: 'h' }

  it.each<[string, object, string[]]>([
    ['a volume', {}, []],
    [
      'nothing',
      { attacher: '', nodeName: '', source: {} },
      [
        'spec.attacher: Required value',
        `spec.source: Required value: ${exactlyOne}`,
        `spec.nodeName: Invalid value: "": ${subdomain}`,
      ],
    ],
    [
      'two sources, and bad names',
      { attacher: 'A_b', nodeName: 'A', source: { persistentVolumeName: 'A', inlineVolumeSpec: {} } },
      [
        `spec.attacher: Invalid value: "A_b": ${subdomain}`,
        `spec.source: Forbidden: ${exactlyOne}`,
        `spec.nodeName: Invalid value: "A": ${subdomain}`,
        `spec.source.persistentVolumeName: Invalid value: "A": ${subdomain}`,
      ],
    ],
    [
      'an empty name',
      { source: { persistentVolumeName: '' } },
      [
        'spec.source.persistentVolumeName: Required value: must specify non empty persistentVolumeName',
        `spec.source.persistentVolumeName: Invalid value: "": ${subdomain}`,
      ],
    ],
    ['an inline volume', inline({ accessModes: ['ReadWriteOnce'], csi }), []],
    [
      'an empty inline volume',
      inline({}),
      [
        'spec.source.inlineVolumeSpec.csi: Required value: has to be specified in the context of inline volumes',
        'spec.source.inlineVolumeSpec.accessModes: Required value',
        'spec.source.inlineVolumeSpec: Required value: must specify a volume type',
      ],
    ],
    [
      'all an inline volume may not have',
      inline({
        accessModes: ['ReadWriteOnce'],
        csi,
        claimRef: {},
        capacity: { storage: '1' },
        nodeAffinity: {},
        persistentVolumeReclaimPolicy: 'Delete',
        storageClassName: 'c',
        volumeMode: 'Block',
      }),
      [
        `claimRef: Forbidden: ${notInline}`,
        `capacity: Forbidden: ${notInline}`,
        'persistentVolumeReclaimPolicy: Forbidden: may only be Retain in the context of inline volumes',
        `nodeAffinity: Forbidden: ${notInline}`,
        `storageClassName: Forbidden: ${notInline}`,
        'volumeMode: Forbidden: may not specify volumeMode other than Filesystem in the context of inline volumes',
      ].map((text) => `spec.source.inlineVolumeSpec.${text}`),
    ],
  ])('with %s', (_, spec, wanted) => {
    expect(create(kind, attachment(spec)).errors).toEqual(wanted)
  })

  it('have the defaults of volumes inline, and print them', () => {
    const azureDisk = { diskName: 'a', diskURI: 'b' }
    const live = create(kind, attachment(inline({ azureDisk }))).object
    expect(live.spec.source.inlineVolumeSpec).toEqual({
      azureDisk: { ...azureDisk, cachingMode: 'ReadWrite', fsType: 'ext4', readOnly: false, kind: 'Shared' },
    })
    expect(update(kind, live, (next) => void (next.spec.nodeName = 'm')).errors.at(-1)).toContain(
      '"AzureDisk":{"DiskName":"a","DataDiskURI":"b","CachingMode":"ReadWrite","FSType":"ext4","ReadOnly":false,"Kind":"Shared"}',
    )
  })

  it('never change; their status does', () => {
    const live = create(kind, attachment({})).object
    expect(update(kind, live, (next) => void (next.spec.nodeName = 'm')).errors).toEqual([
      'spec: Invalid value: {"Attacher":"a.example","Source":{"PersistentVolumeName":"v","InlineVolumeSpec":null},"NodeName":"m"}: field is immutable',
    ])
    const status = (next: Loose): void => {
      next.spec.nodeName = 'm'
      next.metadata.labels = { a: 'b' }
      next.status = { attached: true, attachError: { errorCode: -1 }, detachError: { message: 'x'.repeat(1025) } }
    }
    const { object, errors } = update(kind, live, status, { subresource: 'status' })
    expect(object).toMatchObject({ spec: live.spec, metadata: expect.not.objectContaining({ labels: { a: 'b' } }) })
    expect(errors).toEqual([
      'status.attachError.errorCode: Invalid value: -1: must be between 0 and 2147483647, inclusive',
      'status.detachError.message: Too long: may not be more than 1024 bytes',
    ])
  })
})

describe('volume attributes classes', () => {
  const kind = 'storage.k8s.io/v1/VolumeAttributesClass'
  const made = (fields: object): object => ({ metadata: meta, driverName: 'd', parameters: { a: 'b' }, ...fields })
  const many = Object.fromEntries(Array.from({ length: 513 }, (_, index) => [`k${index}`, 'v']))

  it.each<[string, object, string[]]>([
    ['a driver and a parameter', {}, []],
    [
      'nothing',
      { driverName: '', parameters: {} },
      ['driverName: Required value', 'parameters: Required value: must contain at least one key/value pair'],
    ],
    [
      'a driver that is none',
      { driverName: 'A_b/c' },
      [`driverName: Invalid value: "a_b/c": prefix part ${subdomain}`],
    ],
    ['an empty key', { parameters: { '': 'x' } }, ['parameters: Invalid value: "": field can not be empty.']],
    ['many parameters', { parameters: many }, ['parameters: Too long: may not be more than 512 bytes']],
    [
      'a long parameter',
      { parameters: { a: 'x'.repeat(262_144) } },
      ['parameters: Too long: may not be more than 262144 bytes'],
    ],
  ])('with %s', (_, fields, wanted) => {
    expect(create(kind, made(fields)).errors).toEqual(wanted)
  })

  it('never change', () => {
    const live = create(kind, made({})).object
    const change = (next: Loose): void => {
      next.driverName = 'e'
      next.parameters = { c: 'd' }
    }
    expect(update(kind, live, change).errors).toEqual([
      'driverName: Forbidden: updates to driverName are forbidden.',
      'parameters: Forbidden: updates to parameters are forbidden.',
    ])
  })
})

describe('storage classes', () => {
  it('report a topology once for each that is the same', () => {
    const kind = 'storage.k8s.io/v1/StorageClass'
    const place = { matchLabelExpressions: [{ key: 'a', values: ['b'] }] }
    const duplicates = (...allowedTopologies: object[]): readonly string[] =>
      create(kind, { metadata: meta, provisioner: 'p', allowedTopologies }).errors.map((text) => text.slice(0, 20))
    expect(duplicates(place, place, place)).toEqual([1, 2, 2].map((index) => `allowedTopologies[${index}]`))
    expect(duplicates({}, place, {})).toEqual([0, 0, 0, 2, 2, 2, 2].map((index) => `allowedTopologies[${index}]`))
  })
})
