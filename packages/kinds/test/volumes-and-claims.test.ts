import type { ApiObject } from '@pinnace/meta'
import { describe, expect, it } from 'vitest'
import { cells, create, definitionOf, update, type Loose } from './write.ts'

const warningsOf = (kind: string, object: Loose): readonly string[] | undefined =>
  definitionOf(kind).strategy.warnings?.(object, undefined)
const subdomain =
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')"
const modes = '"ReadOnlyMany", "ReadWriteMany", "ReadWriteOnce", "ReadWriteOncePod"'

describe('persistent volumes', () => {
  const kind = 'v1/PersistentVolume'
  const base = { capacity: { storage: '1Gi' }, accessModes: ['ReadWriteOnce'] }
  const nfs = { server: 's', path: '/p' }
  const csi = { driver: 'd.example', volumeHandle: 'h' }
  const volume = (fields: object): object => ({ metadata: { name: 'a' }, spec: { ...base, ...fields } })
  const required = { nodeSelectorTerms: [{ matchExpressions: [{ key: 'k', operator: 'In', values: ['v'] }] }] }
  const secret = { name: 's', namespace: 'n' }

  it.each<[string, object, string[]]>([
    ['a source', { nfs }, []],
    ['no source', {}, ['spec: Required value: must specify a volume type']],
    ['two sources', { nfs, csi }, ['spec.csi: Forbidden: may not specify more than 1 volume type']],
    [
      'two sources, one of them misnamed',
      { nfs, cephfs: { monitors: ['m'] } },
      ['spec.cephFS: Forbidden: may not specify more than 1 volume type'],
    ],
    ['no access mode', { nfs, accessModes: [] }, ['spec.accessModes: Required value']],
    [
      'an unknown access mode',
      { nfs, accessModes: ['X'] },
      [`spec.accessModes: Unsupported value: "X": supported values: ${modes}`],
    ],
    ['the mode for one pod, alone', { nfs, accessModes: ['ReadWriteOncePod'] }, []],
    [
      'the mode for one pod beside another',
      { nfs, accessModes: ['ReadWriteOncePod', 'ReadOnlyMany'] },
      ['spec.accessModes: Forbidden: may not use ReadWriteOncePod with other access modes'],
    ],
    [
      'no capacity',
      { nfs, capacity: {} },
      ['spec.capacity: Required value', 'spec.capacity: Unsupported value: {}: supported values: "storage"'],
    ],
    [
      'a capacity of something else',
      { nfs, capacity: { storage: '1', cpu: '1' } },
      ['spec.capacity: Unsupported value: {"cpu":"1","storage":"1"}: supported values: "storage"'],
    ],
    [
      'a capacity of nothing',
      { nfs, capacity: { storage: '0' } },
      ['spec.capacity[storage]: Invalid value: "0": must be greater than zero'],
    ],
    [
      'a capacity of less than nothing',
      { nfs, capacity: { storage: '-1Gi' } },
      [
        'spec.capacity[storage]: Invalid value: -1073741824: must be a valid resource quantity',
        'spec.capacity[storage]: Invalid value: "-1Gi": must be greater than zero',
      ],
    ],
    [
      'an unknown reclaim policy',
      { nfs, persistentVolumeReclaimPolicy: 'X' },
      ['spec.persistentVolumeReclaimPolicy: Unsupported value: "X": supported values: "Delete", "Recycle", "Retain"'],
    ],
    [
      'the root of a node, to be emptied',
      { hostPath: { path: '/./' }, persistentVolumeReclaimPolicy: 'Recycle' },
      ["spec.persistentVolumeReclaimPolicy: Forbidden: may not be 'recycle' for a hostPath mount of '/'"],
    ],
    ['a path of a node', { hostPath: { path: '/a' }, persistentVolumeReclaimPolicy: 'Recycle' }, []],
    ['a disk of a node', { local: { path: '/a' }, nodeAffinity: { required } }, []],
    [
      'a disk of no node',
      { local: { path: '/a/..' } },
      [
        'spec.local.path: Invalid value: "/a/..": must not contain \'..\'',
        'spec.nodeAffinity: Required value: Local volume requires node affinity',
      ],
    ],
    [
      'nodes it does not say',
      { nfs, nodeAffinity: {} },
      ['spec.nodeAffinity.required: Required value: must specify required node constraints'],
    ],
    [
      'nodes in no terms',
      { nfs, nodeAffinity: { required: { nodeSelectorTerms: [] } } },
      ['spec.nodeAffinity.required.nodeSelectorTerms: Required value: must have at least one node selector term'],
    ],
    [
      'an impossible class',
      { nfs, storageClassName: 'A' },
      [`spec.storageClassName: Invalid value: "A": ${subdomain}`],
    ],
    [
      'an unknown volume mode',
      { nfs, volumeMode: 'X' },
      ['spec.volumeMode: Unsupported value: "X": supported values: "Block", "Filesystem"'],
    ],
    ['a class of attributes', { csi, volumeAttributesClassName: 'gold' }, []],
    [
      'an empty class of attributes',
      { nfs, volumeAttributesClassName: '' },
      [
        'spec.volumeAttributesClassName: Required value: an empty string is disallowed',
        'spec.csi: Required value: has to be specified when using volumeAttributesClassName',
      ],
    ],
    [
      'a driver without handle',
      { csi: { driver: '', volumeHandle: '' } },
      ['spec.csi.driver: Required value', 'spec.csi.volumeHandle: Required value'],
    ],
    [
      'a driver with secrets',
      { csi: { ...csi, controllerPublishSecretRef: {}, nodeExpandSecretRef: secret } },
      [
        'spec.csi.controllerPublishSecretRef.name: Required value',
        'spec.csi.controllerPublishSecretRef.namespace: Required value',
      ],
    ],
    [
      'a portal far away',
      {
        iscsi: { targetPortal: 'p'.repeat(70), iqn: 'x', lun: 256, chapAuthSession: true, initiatorName: 'eui.1' },
      },
      [
        `spec.iscsi.targetportal: Invalid value: "${'p'.repeat(70)}": Total length of <volume name>:<iscsi.targetPortal> must be under 64 characters if iscsi.initiatorName is specified.`,
        'spec.iscsi.iqn: Invalid value: "x": must be valid format',
        'spec.iscsi.lun: Invalid value: 256: must be between 0 and 255, inclusive',
        'spec.iscsi.secretRef: Required value',
        'spec.iscsi.initiatorname: Invalid value: "eui.1": must be valid format',
      ],
    ],
    [
      'endpoints of an impossible namespace',
      { glusterfs: { endpoints: 'e', path: 'p', endpointsNamespace: '' } },
      [
        'spec.glusterfs.endpointsNamespace: Invalid value: "": if the endpointnamespace is set, it must be a valid namespace name',
      ],
    ],
    [
      'a share in a namespace without name',
      { azureFile: { secretName: 's', shareName: 'h', secretNamespace: '' } },
      ['spec.azureFile.secretNamespace: Required value'],
    ],
    [
      'secrets that say half',
      { cinder: { volumeID: 'v', secretRef: { name: 's' } } },
      ['spec.cinder.secretRef.namespace: Required value'],
    ],
    [
      'secrets that say the other half',
      { storageos: { volumeName: 'v', secretRef: { namespace: 'n' } } },
      ['spec.storageos.secretRef.name: Required value'],
    ],
  ])('with %s', (_, fields, wanted) => {
    expect(create(kind, volume(fields)).errors).toEqual(wanted)
  })

  it('begin pending, kept and mounted', () => {
    const { object } = create(kind, {
      ...volume({ iscsi: { targetPortal: 'p', iqn: 'naa.' + '1'.repeat(32), lun: 0 } }),
      status: { phase: 'Bound' },
    })
    expect(object.status).toEqual({ phase: 'Pending', lastPhaseTransitionTime: '2026-01-01T00:00:00Z' })
    expect(object.spec).toMatchObject({ persistentVolumeReclaimPolicy: 'Retain', volumeMode: 'Filesystem' })
    expect(object.spec.iscsi.iscsiInterface).toBe('default')
    expect(create(kind, volume({ hostPath: { path: '/a' } })).object.spec.hostPath).toEqual({ path: '/a', type: '' })
  })

  it('keep their source', () => {
    const live = create(kind, volume({ nfs })).object
    const [first, ...more] = update(kind, live, (next) => void (next.spec.nfs.path = '/q')).errors
    expect(more).toEqual([])
    expect(first).toContain(
      'spec.persistentvolumesource: Forbidden: spec.persistentvolumesource is immutable after creation\n',
    )
    expect(first).toContain('-')
    const grown = update(kind, live, (next) => {
      next.spec.capacity.storage = '2Gi'
      next.spec.claimRef = { namespace: 'n', name: 'c' }
      next.spec.persistentVolumeReclaimPolicy = 'Delete'
    })
    expect(grown.errors).toEqual([])
  })

  it('learn a secret to expand with, once', () => {
    const live = create(kind, volume({ csi })).object
    const change = (next: Loose): void => void (next.spec.csi.controllerExpandSecretRef = secret)
    const { object, errors } = update(kind, live, change)
    expect(errors).toEqual([])
    expect(
      update(kind, object, (next) => void (next.spec.csi.controllerExpandSecretRef.name = 't')).errors,
    ).toHaveLength(1)
  })

  it('keep their mode, their nodes, and a class of attributes', () => {
    const live = create(kind, volume({ csi, nodeAffinity: { required }, volumeAttributesClassName: 'gold' })).object
    expect(update(kind, live, (next) => void (next.spec.volumeMode = 'Block')).errors).toEqual([
      'volumeMode: Invalid value: "Block": field is immutable',
    ])
    expect(update(kind, live, (next) => void delete next.spec.nodeAffinity).errors).toEqual([
      'nodeAffinity: Invalid value: null: field is immutable, except for updating from beta label to GA',
    ])
    expect(update(kind, live, (next) => void (next.spec.volumeAttributesClassName = 'silver')).errors).toEqual([])
    expect(update(kind, live, (next) => void delete next.spec.volumeAttributesClassName).errors).toEqual([
      'spec.volumeAttributesClassName: Forbidden: update from non-nil value to nil is forbidden',
    ])
  })

  it('call the labels of their nodes by newer names, and change nothing else of them', () => {
    const terms = (key: string, value = 'v'): object => ({
      nodeSelectorTerms: [{ matchExpressions: [{ key, operator: 'In', values: [value] }] }],
    })
    const old = 'failure-domain.beta.kubernetes.io/zone'
    const live = create(kind, volume({ nfs, nodeAffinity: { required: terms(old) } })).object
    const change =
      (required: object) =>
      (next: Loose): void =>
        void (next.spec.nodeAffinity = { required })
    expect(update(kind, live, change(terms('topology.kubernetes.io/zone'))).errors).toEqual([])
    expect(update(kind, live, change(terms('topology.kubernetes.io/zone', 'w'))).errors).toHaveLength(1)
    expect(update(kind, live, change(terms('topology.kubernetes.io/region'))).errors).toHaveLength(1)
    const bare = create(kind, volume({ nfs })).object
    expect(update(kind, bare, change(terms(old))).errors).toEqual([])
  })

  it('change their phase through /status only, and date it', () => {
    const live = { ...create(kind, volume({ nfs })).object, status: { phase: 'Pending' } } as ApiObject
    const change = (next: Loose): void => void (next.status = { phase: 'Available' })
    expect(update(kind, live, change).object.status).toEqual({ phase: 'Pending' })
    const { object } = update(kind, live, change, { subresource: 'status' })
    expect(object.status).toEqual({ phase: 'Available', lastPhaseTransitionTime: '2026-01-01T00:00:00Z' })
  })

  it('warn of what has had its day', () => {
    const key = 'failure-domain.beta.kubernetes.io/zone'
    const { object } = create(kind, {
      ...volume({
        rbd: { monitors: ['m'], image: 'i' },
        persistentVolumeReclaimPolicy: 'Recycle',
        nodeAffinity: { required: { nodeSelectorTerms: [{ matchExpressions: [{ key, operator: 'Exists' }] }] } },
      }),
      metadata: { name: 'a', annotations: { 'volume.beta.kubernetes.io/storage-class': 'x' } },
    })
    expect(warningsOf(kind, object)).toEqual([
      'metadata.annotations[volume.beta.kubernetes.io/storage-class]: deprecated since v1.8; use "storageClassName" attribute instead',
      'spec.persistentVolumeReclaimPolicy: The Recycle reclaim policy is deprecated. Instead, the recommended approach is to use dynamic provisioning.',
      `spec.nodeAffinity.required.nodeSelectorTerms[0].matchExpressions[0].key: ${key} is deprecated since v1.17; use "topology.kubernetes.io/zone" instead`,
      'spec.rbd: deprecated in v1.28, non-functional in v1.31+',
    ])
  })
})

describe('persistent volume claims', () => {
  const kind = 'v1/PersistentVolumeClaim'
  const size = (storage: string): object => ({ requests: { storage } })
  const base = { accessModes: ['ReadWriteOnce'], resources: size('1Gi') }
  const meta = { name: 'a', namespace: 'n' }
  const claim = (fields: object): object => ({ metadata: meta, spec: { ...base, ...fields } })
  const immutable =
    'spec: Forbidden: spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims\n'
  const bound = (fields: object, capacity = '1Gi'): ApiObject => ({
    ...create(kind, claim({ volumeName: 'v', ...fields })).object,
    status: { phase: 'Bound', capacity: { storage: capacity } },
  })

  it.each<[string, object, string[]]>([
    ['what it needs', {}, []],
    ['no access mode', { accessModes: [] }, ['spec.accessModes: Required value: at least 1 access mode is required']],
    [
      'an unknown access mode',
      { accessModes: ['X'] },
      [`spec.accessModes: Unsupported value: "X": supported values: ${modes}`],
    ],
    [
      'the mode for one pod beside another',
      { accessModes: ['ReadWriteOncePod', 'ReadWriteOnce'] },
      ['spec.accessModes: Forbidden: may not use ReadWriteOncePod with other access modes'],
    ],
    ['no size', { resources: {} }, ['spec.resources[storage]: Required value']],
    [
      'a size of nothing',
      { resources: size('0') },
      ['spec.resources[storage]: Invalid value: "0": must be greater than zero'],
    ],
    ['an impossible class', { storageClassName: 'A' }, [`spec.storageClassName: Invalid value: "A": ${subdomain}`]],
    ['no class on purpose', { storageClassName: '' }, []],
    [
      'an unknown volume mode',
      { volumeMode: 'X' },
      ['spec.volumeMode: Unsupported value: "X": supported values: "Block", "Filesystem"'],
    ],
    [
      'another group of data',
      { dataSourceRef: { kind: 'K', name: 'n' } },
      [
        'spec.dataSource: Invalid value: "K": must be \'PersistentVolumeClaim\' when referencing the default apiGroup',
        'spec.dataSourceRef: Invalid value: "K": must be \'PersistentVolumeClaim\' when referencing the default apiGroup',
      ],
    ],
    [
      'two sources of data',
      {
        dataSource: { kind: 'PersistentVolumeClaim', name: 'a' },
        dataSourceRef: { kind: 'PersistentVolumeClaim', name: 'b' },
      },
      ['spec: Invalid value: {}: must match dataSourceRef'],
    ],
    [
      'data of another namespace, which is dropped, and of this',
      {
        dataSource: { kind: 'PersistentVolumeClaim', name: 'a' },
        dataSourceRef: { kind: 'PersistentVolumeClaim', name: 'a', namespace: 'm' },
      },
      [],
    ],
  ])('with %s', (_, fields, wanted) => {
    expect(create(kind, claim(fields)).errors).toEqual(wanted)
  })

  it('begin pending, to be mounted', () => {
    const { object } = create(kind, { ...claim({}), status: { phase: 'Bound' } })
    expect(object.status).toEqual({ phase: 'Pending' })
    expect(object.spec.volumeMode).toBe('Filesystem')
  })

  it.each<[string, object, object]>([
    [
      'a claim, said the old way',
      { dataSource: { apiGroup: null, kind: 'PersistentVolumeClaim', name: 'b' } },
      { dataSourceRef: { kind: 'PersistentVolumeClaim', name: 'b' } },
    ],
    [
      'anything, said the new way',
      { dataSourceRef: { apiGroup: 'a.example', kind: 'K', name: 'b' } },
      { dataSource: { apiGroup: 'a.example', kind: 'K', name: 'b' } },
    ],
    [
      'a snapshot, said the old way',
      { dataSource: { apiGroup: 'snapshot.storage.k8s.io', kind: 'VolumeSnapshot', name: 'b' } },
      { dataSourceRef: { apiGroup: 'snapshot.storage.k8s.io', kind: 'VolumeSnapshot', name: 'b' } },
    ],
  ])('say both ways where their data comes from: %s', (_, fields, wanted) => {
    const { object, errors } = create(kind, claim(fields))
    expect(errors).toEqual([])
    expect(object.spec).toMatchObject(wanted)
  })

  it('drop data of other sorts said the old way, and data of another namespace', () => {
    const other = create(kind, claim({ dataSource: { apiGroup: 'a.example', kind: 'K', name: 'b' } })).object
    expect(other.spec.dataSource).toBeUndefined()
    expect(other.spec.dataSourceRef).toBeUndefined()
    const far = create(kind, claim({ dataSourceRef: { kind: 'PersistentVolumeClaim', name: 'b', namespace: 'm' } }))
    expect(far.errors).toEqual([])
    expect([far.object.spec.dataSource, far.object.spec.dataSourceRef]).toEqual([undefined, undefined])
  })

  it('are bound once', () => {
    const live = create(kind, claim({})).object
    const { object, errors } = update(kind, live, (next) => void (next.spec.volumeName = 'v'))
    expect(errors).toEqual([])
    const [first, ...more] = update(kind, object, (next) => void (next.spec.volumeName = 'w')).errors
    expect(more).toEqual([])
    expect(first?.startsWith(immutable)).toBe(true)
    expect(first).toContain('VolumeName')
  })

  it('grow when they are bound, and not before', () => {
    const change = (next: Loose): void => void (next.spec.resources = size('2Gi'))
    expect(update(kind, bound({}), change).errors).toEqual([])
    expect(update(kind, create(kind, claim({})).object, change).errors).toEqual([expect.stringContaining(immutable)])
  })

  it('shrink to no less than there is', () => {
    const live = bound({ resources: size('3Gi') })
    expect(update(kind, live, (next) => void (next.spec.resources = size('2Gi'))).errors).toEqual([])
    expect(update(kind, live, (next) => void (next.spec.resources = size('1Gi'))).errors).toEqual([
      'spec.resources.requests.storage: Forbidden: field can not be less than status.capacity',
    ])
  })

  it.each<[string, object]>([
    ['access modes', { accessModes: ['ReadOnlyMany'] }],
    ['selector', { selector: { matchLabels: { a: 'b' } } }],
    ['limits', { resources: { ...size('1Gi'), limits: { storage: '9Gi' } } }],
    ['data', { dataSource: { kind: 'PersistentVolumeClaim', name: 'b' } }],
  ])('keep their %s', (_, fields) => {
    const { errors } = update(kind, bound({}), (next) => void Object.assign(next.spec, fields))
    expect(errors).toEqual([expect.stringContaining(immutable)])
  })

  it('keep their volume mode', () => {
    expect(update(kind, bound({}), (next) => void (next.spec.volumeMode = 'Block')).errors).toEqual([
      expect.stringContaining(immutable),
      'volumeMode: Invalid value: "Block": field is immutable',
    ])
  })

  it('get a class once', () => {
    const live = create(kind, claim({})).object
    const { object, errors } = update(kind, live, (next) => void (next.spec.storageClassName = 'gold'))
    expect(errors).toEqual([])
    expect(update(kind, object, (next) => void (next.spec.storageClassName = 'silver')).errors).toEqual([
      expect.stringContaining(immutable),
    ])
  })

  it('get the class of their annotation, and keep that', () => {
    const key = 'volume.beta.kubernetes.io/storage-class'
    const live = create(kind, { ...claim({}), metadata: { ...meta, annotations: { [key]: 'gold' } } }).object
    expect(update(kind, live, (next) => void (next.spec.storageClassName = 'gold')).errors).toEqual([])
    expect(update(kind, live, (next) => void (next.spec.storageClassName = 'silver')).errors).toHaveLength(1)
    expect(update(kind, live, (next) => void (next.metadata.annotations[key] = 'silver')).errors).toEqual([
      `metadata.annotations.${key}: Invalid value: "silver": field is immutable`,
    ])
    expect(warningsOf(kind, live)).toEqual([
      `metadata.annotations[${key}]: deprecated since v1.8; use "storageClassName" attribute instead`,
    ])
  })

  it('change the class of their attributes when they are bound, and do not lose it', () => {
    const live = bound({ volumeAttributesClassName: 'gold' })
    const change =
      (name: string | undefined) =>
      (next: Loose): void =>
        void (name === undefined
          ? delete next.spec.volumeAttributesClassName
          : (next.spec.volumeAttributesClassName = name))
    expect(update(kind, live, change('silver')).errors).toEqual([])
    expect(update(kind, live, change('')).errors).toEqual([
      'spec.volumeAttributesClassName: Forbidden: update from non-nil value to an empty string is forbidden',
    ])
    expect(update(kind, live, change(undefined)).errors).toEqual([
      expect.stringContaining(immutable),
      'spec.volumeAttributesClassName: Forbidden: update from non-nil value to nil is forbidden',
    ])
  })

  it('say what they have through /status only', () => {
    const live = bound({})
    const change = (next: Loose): void => {
      next.spec = { accessModes: [] }
      next.status = { phase: 'Bound', capacity: { storage: '2Gi' }, allocatedResources: { storage: '2Gi' } }
    }
    const { object, errors } = update(kind, live, change, { subresource: 'status' })
    expect(errors).toEqual([])
    expect(object).toMatchObject({ spec: base, status: { capacity: { storage: '2Gi' } } })
    const wrong = (next: Loose): void => {
      next.status = {
        capacity: { storage: '-1' },
        allocatedResources: { cpu: '1', storage: '-2' },
        allocatedResourceStatuses: { storage: 'X', 'a.example/b': 'NodeResizePending', 'a b': 'NodeResizePending' },
      }
    }
    expect(update(kind, live, wrong, { subresource: 'status' }).errors).toEqual([
      'status.capacity[storage]: Invalid value: -1: must be a valid resource quantity',
      'status.allocatedResourceStatuses: Unsupported value: "storage": supported values: "ControllerResizeInProgress", "ControllerResizeInfeasible", "NodeResizeInProgress", "NodeResizeInfeasible", "NodeResizePending"',
      `status.allocatedResourceStatuses: Invalid value: "a b": name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')`,
      'status.allocatedResources: Unsupported value: "cpu": supported values: "storage"',
      'status.allocatedResources[storage]: Invalid value: -2: must be a valid resource quantity',
    ])
  })

  it('warn of parts of a byte', () => {
    const { object } = create(kind, claim({ resources: { ...size('1500m'), limits: { storage: '2500m' } } }))
    expect(warningsOf(kind, object)).toEqual([
      'spec.resources.requests[storage]: fractional byte value "1500m" is invalid, must be an integer',
      'spec.resources.limits[storage]: fractional byte value "2500m" is invalid, must be an integer',
    ])
  })

  it('print what they are bound to', () => {
    expect(cells(kind, bound({ storageClassName: 'gold' }))).toMatchObject({
      Status: 'Bound',
      Volume: 'v',
      Capacity: '1Gi',
      StorageClass: 'gold',
      VolumeAttributesClass: '<unset>',
    })
    const annotations = { 'volume.beta.kubernetes.io/storage-class': 'old' }
    const bare = { metadata: { ...meta, annotations }, spec: { volumeName: 'v', storageClassName: 'gold' } }
    expect(cells(kind, bare)).toMatchObject({ Capacity: '0', StorageClass: 'old' })
    expect(cells('v1/PersistentVolume', { ...bare, spec: {} })).toMatchObject({ Capacity: '0', StorageClass: 'old' })
  })
})
