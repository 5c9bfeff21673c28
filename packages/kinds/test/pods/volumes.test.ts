import { describe } from 'vitest'
import { itChecks, itChecksVolumes, podWith } from './pod-table.ts'

const at = 'spec.volumes[0]'
const subdomain =
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end " +
  "with an alphanumeric character (e.g. 'example.com', regex used for validation is " +
  "'[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')"
const fileMode = 'must be a number between 0 and 0777 (octal), both inclusive'
const v = (source: object): object => ({ name: 'v', ...source })

describe('a volume', () => {
  itChecksVolumes([
    ['is an empty directory where it says nothing', { name: 'v' }, []],
    ['needs a name', { name: '', emptyDir: {} }, [`${at}.name: Required value`]],
    [
      'has a name without dots',
      { name: 'a.b', emptyDir: {} },
      [`${at}.name: Invalid value: "a.b": must not contain dots`],
    ],
    ['has a unique name', [v({}), v({})], ['spec.volumes[1].name: Duplicate value: "v"']],
    [
      'is of one type',
      v({ emptyDir: {}, hostPath: { path: '/a' } }),
      [`${at}.hostPath: Forbidden: may not specify more than 1 volume type`],
    ],
    [
      'is refused under the names upstream has for its types',
      v({ emptyDir: {}, cephfs: { monitors: ['a'] }, downwardAPI: {} }),
      [
        `${at}.cephFS: Forbidden: may not specify more than 1 volume type`,
        `${at}.downwarAPI: Forbidden: may not specify more than 1 volume type`,
      ],
    ],
  ])
})

describe('a local volume', () => {
  itChecksVolumes([
    ['may have a size', v({ emptyDir: { sizeLimit: '1Gi' } }), []],
    [
      'has no size below zero',
      v({ emptyDir: { sizeLimit: '-1' } }),
      [`${at}.emptyDir.sizeLimit: Forbidden: SizeLimit field must be a valid resource quantity`],
    ],
    ['of the host needs a path', v({ hostPath: { path: '' } }), [`${at}.hostPath.path: Required value`]],
    [
      'of the host has no path above',
      v({ hostPath: { path: '/a/../b' } }),
      [`${at}.hostPath.path: Invalid value: "/a/../b": must not contain '..'`],
    ],
    ['of the host has a dotted name', v({ hostPath: { path: '/a..b' } }), []],
    ...['', 'DirectoryOrCreate', 'Directory', 'FileOrCreate', 'File', 'Socket', 'CharDevice', 'BlockDevice'].map(
      (type) => [`of the host is of type "${type}"`, v({ hostPath: { path: '/a', type } }), []] as const,
    ),
    [
      'of the host is of a known type',
      v({ hostPath: { path: '/a', type: 'X' } }),
      [
        `${at}.hostPath.type: Unsupported value: "X": supported values: "", "BlockDevice", "CharDevice", "Directory", "DirectoryOrCreate", "File", "FileOrCreate", "Socket"`,
      ],
    ],
    ['of a repository needs one', v({ gitRepo: { repository: '' } }), [`${at}.gitRepo.repository: Required value`]],
    [
      'of a repository is below',
      v({ gitRepo: { repository: 'r', directory: '/a' } }),
      [`${at}.gitRepo.directory: Invalid value: "/a": must be a relative path`],
    ],
    ['of a secret needs one', v({ secret: {} }), [`${at}.secret.secretName: Required value`]],
    [
      'of a secret has a file mode',
      v({ secret: { secretName: 's', defaultMode: 0o1000 } }),
      [`${at}.secret.defaultMode: Invalid value: 512: ${fileMode}`],
    ],
    ['of a config map needs one', v({ configMap: {} }), [`${at}.configMap.name: Required value`]],
    [
      'of a config map has a file mode',
      v({ configMap: { name: 'm', defaultMode: -1 } }),
      [`${at}.configMap.defaultMode: Invalid value: -1: ${fileMode}`],
    ],
    [
      'of a config map may have items',
      v({ configMap: { name: 'm', items: [{ key: 'k', path: 'a/b', mode: 0o400 }] } }),
      [],
    ],
    [
      'of a config map has items with keys',
      v({ configMap: { name: 'm', items: [{ key: '', path: 'a' }] } }),
      [`${at}.configMap.items[0].key: Required value`],
    ],
    [
      'of a config map has items with paths',
      v({ configMap: { name: 'm', items: [{ key: 'k', path: '' }] } }),
      [`${at}.configMap.items[0].path: Required value`],
    ],
    [
      'of a secret has items below',
      v({ secret: { secretName: 's', items: [{ key: 'k', path: '/a' }] } }),
      [`${at}.secret.items[0].path: Invalid value: "/a": must be a relative path`],
    ],
    [
      'of a secret has no items above',
      v({ secret: { secretName: 's', items: [{ key: 'k', path: 'a/../b' }] } }),
      [`${at}.secret.items[0].path: Invalid value: "a/../b": must not contain '..'`],
    ],
    [
      'of a secret has no reserved items',
      v({ secret: { secretName: 's', items: [{ key: 'k', path: '..a' }] } }),
      [`${at}.secret.items[0].path: Invalid value: "..a": must not start with '..'`],
    ],
    [
      'of a secret has items with modes',
      v({ secret: { secretName: 's', items: [{ key: 'k', path: 'a', mode: 1000 }] } }),
      [`${at}.secret.items[0].mode: Invalid value: 1000: ${fileMode}`],
    ],
    [
      'of a claim needs one',
      v({ persistentVolumeClaim: { claimName: '' } }),
      [`${at}.persistentVolumeClaim.claimName: Required value`],
    ],
    ['of an image names it', v({ image: {} }), [`${at}.image.reference: Required value`]],
    ['of an image may be pulled always', v({ image: { reference: 'a:1', pullPolicy: 'Always' } }), []],
    [
      'of an image is pulled in three ways',
      v({ image: { reference: 'a:1', pullPolicy: 'X' } }),
      [`${at}.image.pullPolicy: Unsupported value: "X": supported values: "Always", "IfNotPresent", "Never"`],
    ],
  ])
})

describe('a volume of fields', () => {
  const item = (given: object): object => v({ downwardAPI: { items: [given] } })
  const field = `${at}.downwardAPI`
  itChecksVolumes([
    ...[
      'metadata.name',
      'metadata.namespace',
      'metadata.uid',
      'metadata.labels',
      'metadata.annotations',
      "metadata.labels['a']",
    ].map((fieldPath) => [`holds ${fieldPath}`, item({ path: 'a', fieldRef: { fieldPath } }), []] as const),
    [
      'holds no address',
      item({ path: 'a', fieldRef: { fieldPath: 'status.podIP' } }),
      [
        `${field}.fieldRef.fieldPath: Unsupported value: "status.podIP": supported values: "metadata.annotations", "metadata.labels", "metadata.name", "metadata.namespace", "metadata.uid"`,
      ],
    ],
    [
      'holds something',
      item({ path: 'a' }),
      [`${field}: Required value: one of fieldRef and resourceFieldRef is required`],
    ],
    [
      'holds one thing',
      item({
        path: 'a',
        fieldRef: { fieldPath: 'metadata.name' },
        resourceFieldRef: { containerName: 'c', resource: 'limits.cpu' },
      }),
      [`${field}: Invalid value: "resource": fieldRef and resourceFieldRef can not be specified simultaneously`],
    ],
    [
      'holds resources of a container',
      item({ path: 'a', resourceFieldRef: { containerName: 'c', resource: 'limits.cpu' } }),
      [],
    ],
    [
      'holds resources of a named container',
      item({ path: 'a', resourceFieldRef: { resource: 'limits.cpu' } }),
      [`${field}.resourceFieldRef.containerName: Required value`],
    ],
    [
      'holds it somewhere',
      item({ path: '', fieldRef: { fieldPath: 'metadata.name' } }),
      [`${field}.path: Required value`],
    ],
    [
      'holds it below',
      item({ path: '../a', fieldRef: { fieldPath: 'metadata.name' } }),
      [`${field}.path: Invalid value: "../a": must not contain '..'`],
    ],
    [
      'holds it in a mode',
      item({ path: 'a', mode: 999, fieldRef: { fieldPath: 'metadata.name' } }),
      [`${field}.mode: Invalid value: 999: ${fileMode}`],
    ],
    ['has a mode', v({ downwardAPI: { defaultMode: 999 } }), [`${field}.defaultMode: Invalid value: 999: ${fileMode}`]],
  ])
})

describe('a projected volume', () => {
  const field = `${at}.projected`
  const projected = (...sources: object[]): object => v({ projected: { sources } })
  const trust = (clusterTrustBundle: object): object =>
    projected({ clusterTrustBundle: { path: 'a', ...clusterTrustBundle } })
  const certificate = (podCertificate: object): object =>
    projected({
      podCertificate: { signerName: 'example.com/a', keyType: 'ED25519', credentialBundlePath: 'a', ...podCertificate },
    })
  itChecksVolumes([
    ['joins sources', projected({ secret: { name: 's' } }, { configMap: { name: 'm' } }, { downwardAPI: {} }), []],
    ['has sources with names', projected({ secret: {} }), [`${field}.sources[0].secret.name: Required value`]],
    [
      'has sources of one type',
      projected({ secret: { name: 's' }, configMap: { name: 'm' } }),
      [`${field}.sources[0]: Forbidden: may not specify more than 1 volume type per source`],
    ],
    [
      'has each path once',
      projected(
        { secret: { name: 's', items: [{ key: 'k', path: 'a' }] } },
        { configMap: { name: 'm', items: [{ key: 'k', path: 'a' }] } },
      ),
      [`${field}: Invalid value: "m": conflicting duplicate paths`],
    ],
    [
      'has a mode',
      v({ projected: { defaultMode: 999, sources: [] } }),
      [`${field}.defaultMode: Invalid value: 999: ${fileMode}`],
    ],
    ['has a bundle by name', trust({ name: 'b' }), []],
    [
      'has a bundle of a signer',
      trust({ signerName: 'example.com/a', labelSelector: { matchLabels: { a: 'b' } } }),
      [],
    ],
    [
      'has a bundle by one of both',
      trust({}),
      [`${field}.sources[0].clusterTrustBundle: Required value: either name or signerName must be specified`],
    ],
    [
      'has a bundle by name without a selector',
      trust({ name: 'b', labelSelector: {} }),
      [
        `${field}.sources[0].clusterTrustBundle.labelSelector: Invalid value: {}: labelSelector must be unset if name is specified`,
      ],
    ],
    ['has a certificate', certificate({}), []],
    [
      'has a certificate by a known key',
      certificate({ keyType: 'RSA512' }),
      [
        `${field}.sources[0].podCertificate.keyType: Unsupported value: "RSA512": supported values: "RSA3072", "RSA4096", "ECDSAP256", "ECDSAP384", "ECDSAP521", "ED25519"`,
      ],
    ],
    [
      'has a certificate for an hour at least',
      certificate({ maxExpirationSeconds: 60 }),
      [
        `${field}.sources[0].podCertificate.maxExpirationSeconds: Invalid value: 60: if provided, maxExpirationSeconds must be >= 3600`,
      ],
    ],
  ])
  itChecks(
    [
      ['has a token of the account', { path: 'token' }, []],
      [
        'has a token for ten minutes at least',
        { path: 'token', expirationSeconds: 599 },
        [
          `${field}.sources[0].serviceAccountToken.expirationSeconds: Invalid value: 599: may not specify a duration less than 10 minutes`,
        ],
      ],
      [
        'has a token for 136 years at most',
        { path: 'token', expirationSeconds: 2 ** 32 + 1 },
        [
          `${field}.sources[0].serviceAccountToken.expirationSeconds: Invalid value: 4294967297: may not specify a duration larger than 2^32 seconds`,
        ],
      ],
      ['has a token somewhere', { path: '' }, [`${field}.path: Required value`]],
      ['has a token below', { path: '/a' }, [`${field}.path: Invalid value: "/a": must be a relative path`]],
    ],
    (serviceAccountToken) => podWith({ serviceAccountName: 'a', volumes: [projected({ serviceAccountToken })] }),
  )
  itChecksVolumes([
    [
      'has no token without an account',
      projected({ serviceAccountToken: { path: 'token' } }),
      [`${field}.sources[0].serviceAccountToken: Forbidden: must not be specified when serviceAccountName is not set`],
    ],
  ])
})

describe('an ephemeral volume with a claim template', () => {
  const claim = (spec: object, metadata: object = {}): object =>
    v({
      ephemeral: {
        volumeClaimTemplate: {
          metadata,
          spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } }, ...spec },
        },
      },
    })
  const field = `${at}.ephemeral.volumeClaimTemplate`
  itChecksVolumes([
    ['asks for storage', claim({}), []],
    ['needs a template', v({ ephemeral: {} }), [`${field}: Required value`]],
    [
      'needs a mode of access',
      claim({ accessModes: [] }),
      [`${field}.spec.accessModes: Required value: at least 1 access mode is required`],
    ],
    [
      'knows four modes of access',
      claim({ accessModes: ['X'] }),
      [
        `${field}.spec.accessModes: Unsupported value: "X": supported values: "ReadOnlyMany", "ReadWriteMany", "ReadWriteOnce", "ReadWriteOncePod"`,
      ],
    ],
    [
      'is for one pod or for several',
      claim({ accessModes: ['ReadWriteOncePod', 'ReadWriteOnce'] }),
      [`${field}.spec.accessModes: Forbidden: may not use ReadWriteOncePod with other access modes`],
    ],
    ['needs a size', claim({ resources: {} }), [`${field}.spec.resources[storage]: Required value`]],
    [
      'needs a size above zero',
      claim({ resources: { requests: { storage: '0' } } }),
      [`${field}.spec.resources[storage]: Invalid value: "0": must be greater than zero`],
    ],
    [
      'is of a class that can be one',
      claim({ storageClassName: 'A' }),
      [`${field}.spec.storageClassName: Invalid value: "A": ${subdomain}`],
    ],
    [
      'knows two modes',
      claim({ volumeMode: 'X' }),
      [`${field}.spec.volumeMode: Unsupported value: "X": supported values: "Block", "Filesystem"`],
    ],
    ['copies a claim', claim({ dataSource: { kind: 'PersistentVolumeClaim', name: 'a' } }), []],
    [
      'copies claims of the core group only',
      claim({ dataSource: { kind: 'X', name: 'a' } }),
      [
        `${field}.spec.dataSource: Invalid value: "X": must be 'PersistentVolumeClaim' when referencing the default apiGroup`,
      ],
    ],
    ['has labels', claim({}, { labels: { a: 'b' } }), []],
    ['has no name', claim({}, { name: 'x' }), [`${field}.metadata.name: Forbidden: cannot be set`]],
    [
      'is not claimed by name',
      [claim({}), { name: 'w', persistentVolumeClaim: { claimName: 'p-v' } }],
      [
        'spec.volumes[1].persistentVolumeClaim.claimName: Invalid value: "p-v": must not reference a PVC that gets created for an ephemeral volume',
      ],
    ],
  ])
  itChecks(
    [
      [
        'has a claim whose name can be one',
        {},
        [`${at}.name: Invalid value: "v": PVC name "${'a'.repeat(252)}-v": must be no more than 253 characters`],
      ],
    ],
    () => podWith({ volumes: [claim({})] }, { name: 'a'.repeat(252) }),
  )
})

describe('a volume of the network', () => {
  itChecksVolumes([
    ['is an NFS export', v({ nfs: { server: 's', path: '/a' } }), []],
    ['is an NFS export of a server', v({ nfs: { server: '', path: '/a' } }), [`${at}.nfs.server: Required value`]],
    [
      'is an NFS export of a whole path',
      v({ nfs: { server: 's', path: 'a' } }),
      [`${at}.nfs.path: Invalid value: "a": must be an absolute path`],
    ],
    ['is an iSCSI disk', v({ iscsi: { targetPortal: 'p', iqn: 'iqn.2015-02.example.com:test', lun: 0 } }), []],
    [
      'is an iSCSI disk by its name',
      v({ iscsi: { targetPortal: 'p', iqn: 'x', lun: 0 } }),
      [`${at}.iscsi.iqn: Invalid value: "x": must be valid format starting with iqn, eui, or naa`],
    ],
    [
      'is an iSCSI disk by a whole name',
      v({ iscsi: { targetPortal: 'p', iqn: 'iqn.2015', lun: 0 } }),
      [`${at}.iscsi.iqn: Invalid value: "iqn.2015": must be valid format`],
    ],
    [
      'is an iSCSI disk of a known number',
      v({ iscsi: { targetPortal: 'p', iqn: 'eui.0123456789ABCDEF', lun: 256 } }),
      [`${at}.iscsi.lun: Invalid value: 256: must be between 0 and 255, inclusive`],
    ],
    [
      'is an iSCSI disk of a portal',
      v({ iscsi: { targetPortal: '', iqn: 'eui.0123456789ABCDEF', lun: 0 } }),
      [`${at}.iscsi.targetPortal: Required value`],
    ],
    [
      'is an iSCSI disk with a secret to log in',
      v({ iscsi: { targetPortal: 'p', iqn: 'eui.0123456789ABCDEF', lun: 0, chapAuthSession: true } }),
      [`${at}.iscsi.secretRef: Required value`],
    ],
    ['is an RBD image', v({ rbd: { monitors: ['a'], image: 'i' } }), []],
    [
      'is an RBD image of some monitor',
      v({ rbd: { monitors: [], image: 'i' } }),
      [`${at}.rbd.monitors: Required value`],
    ],
    ['is a CephFS of some monitor', v({ cephfs: { monitors: null } }), [`${at}.cephfs.monitors: Required value`]],
    ['is a Cinder disk', v({ cinder: { volumeID: '' } }), [`${at}.cinder.volumeID: Required value`]],
    [
      'is a Glusterfs',
      v({ glusterfs: { endpoints: '', path: '' } }),
      [`${at}.glusterfs.endpoints: Required value`, `${at}.glusterfs.path: Required value`],
    ],
    [
      'is a Flocker set',
      v({ flocker: {} }),
      [`${at}.flocker: Required value: one of datasetName and datasetUUID is required`],
    ],
    [
      'is a Flocker set by one name',
      v({ flocker: { datasetName: 'a', datasetUUID: 'b' } }),
      [`${at}.flocker: Invalid value: "resource": datasetName and datasetUUID can not be specified simultaneously`],
    ],
    ['is a Quobyte volume', v({ quobyte: { registry: 'a:1,b:2', volume: 'v' } }), []],
    [
      'is a Quobyte volume at addresses',
      v({ quobyte: { registry: 'a', volume: 'v' } }),
      [`${at}.quobyte.registry: Invalid value: "a": must be a host:port pair or multiple pairs separated by commas`],
    ],
    ['is a fibre channel disk', v({ fc: { wwids: ['a'] } }), []],
    [
      'is a fibre channel disk by some name',
      v({ fc: {} }),
      [`${at}.fc.targetWWNs: Required value: must specify either targetWWNs or wwids, but not both`],
    ],
    [
      'is a fibre channel disk of a number',
      v({ fc: { targetWWNs: ['a'] } }),
      [`${at}.fc.lun: Required value: lun is required if targetWWNs is specified`],
    ],
    ['is a flex volume of a driver', v({ flexVolume: { driver: '' } }), [`${at}.flexVolume.driver: Required value`]],
    [
      'is a flex volume without reserved options',
      v({ flexVolume: { driver: 'd', options: { 'a.kubernetes.io/b': 'c', 'example.com/x': 'y' } } }),
      [
        `${at}.flexVolume.options[a.kubernetes.io/b]: Invalid value: "a.kubernetes.io/b": kubernetes.io and k8s.io namespaces are reserved`,
      ],
    ],
    [
      'is a disk of the first cloud',
      v({ awsElasticBlockStore: { volumeID: '' } }),
      [`${at}.awsElasticBlockStore.volumeID: Required value`],
    ],
    [
      'is a partition of a disk',
      v({ awsElasticBlockStore: { volumeID: 'a', partition: 256 } }),
      [`${at}.awsElasticBlockStore.partition: Invalid value: 256: must be between 1 and 255, inclusive`],
    ],
    [
      'is a disk of the second cloud',
      v({ gcePersistentDisk: { pdName: '' } }),
      [`${at}.persistentDisk.pdName: Required value`],
    ],
    [
      'is a share of the third cloud',
      v({ azureFile: { secretName: '', shareName: '' } }),
      [`${at}.azureFile.secretName: Required value`, `${at}.azureFile.shareName: Required value`],
    ],
    ['is a disk of the third cloud', v({ azureDisk: { diskName: 'a', diskURI: 'https://a' } }), []],
    [
      'is a managed disk at its address',
      v({ azureDisk: { diskName: 'a', diskURI: 'https://a', kind: 'Managed' } }),
      [
        `${at}.azureDisk.diskURI: Unsupported value: "https://a": supported values: "/subscriptions/{sub-id}/resourcegroups/{group-name}/providers/microsoft.compute/disks/{disk-id}"`,
      ],
    ],
    ['is a vSphere disk', v({ vsphereVolume: { volumePath: '' } }), [`${at}.vsphereVolume.volumePath: Required value`]],
    [
      'is a Photon disk',
      v({ photonPersistentDisk: { pdID: '' } }),
      [`${at}.photonPersistentDisk.pdID: Required value`],
    ],
    [
      'is a Portworx volume',
      v({ portworxVolume: { volumeID: '' } }),
      [`${at}.portworxVolume.volumeID: Required value`],
    ],
    [
      'is a ScaleIO volume',
      v({ scaleIO: { gateway: '', system: 's', secretRef: {}, volumeName: 'a' } }),
      [`${at}.scaleIO.gateway: Required value`],
    ],
    ['is a StorageOS volume', v({ storageos: {} }), [`${at}.storageos.volumeName: Required value`]],
    ['is a volume of a CSI driver', v({ csi: { driver: 'csi.example.com' } }), []],
    ['is a volume of a named CSI driver', v({ csi: { driver: '' } }), [`${at}.csi.driver: Required value`]],
    [
      'is a volume of a CSI driver with a short name',
      v({ csi: { driver: 'a'.repeat(64) } }),
      [`${at}.csi.driver: Too long: may not be more than 63 bytes`],
    ],
    [
      'is a volume of a CSI driver with a named secret',
      v({ csi: { driver: 'd', nodePublishSecretRef: {} } }),
      [`${at}.csi.nodePublishSecretRef.name: Required value`],
    ],
  ])
})
