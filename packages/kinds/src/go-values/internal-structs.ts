/** Where the structs that kube-apiserver works with differ from those of the wire, by the names of the latter. */
// upstream: pkg/apis/<group>/types.go

/** Names of fields that are not the name on the wire with a capital. */
export const fieldNames: Readonly<Record<string, string>> = {
  apiGroup: 'APIGroup',
  apiGroups: 'APIGroups',
  apiVersion: 'APIVersion',
  awsElasticBlockStore: 'AWSElasticBlockStore',
  cel: 'CEL',
  cephfs: 'CephFS',
  chapAuthDiscovery: 'DiscoveryCHAPAuth',
  chapAuthSession: 'SessionCHAPAuth',
  csi: 'CSI',
  diskURI: 'DataDiskURI',
  dnsConfig: 'DNSConfig',
  dnsPolicy: 'DNSPolicy',
  fc: 'FC',
  fsGroup: 'FSGroup',
  fsGroupChangePolicy: 'FSGroupChangePolicy',
  fsType: 'FSType',
  gcePersistentDisk: 'GCEPersistentDisk',
  gmsaCredentialSpec: 'GMSACredentialSpec',
  gmsaCredentialSpecName: 'GMSACredentialSpecName',
  grpc: 'GRPC',
  httpGet: 'HTTPGet',
  httpHeaders: 'HTTPHeaders',
  ip: 'IP',
  ips: 'IPs',
  iqn: 'IQN',
  iscsi: 'ISCSI',
  iscsiInterface: 'ISCSIInterface',
  nfs: 'NFS',
  os: 'OS',
  pdName: 'PDName',
  pkixPublicKey: 'PKIXPublicKey',
  rbd: 'RBD',
  seLinuxChangePolicy: 'SELinuxChangePolicy',
  seLinuxOptions: 'SELinuxOptions',
  sslEnabled: 'SSLEnabled',
  storageos: 'StorageOS',
  tcpSocket: 'TCPSocket',
  tty: 'TTY',
  uid: 'UID',
  wwids: 'WWIDs',
}

/** How one struct differs. */
export interface InternalStruct {
  /** Names of its fields that those of other structs do not have. */
  readonly names?: Readonly<Record<string, string>>
  /** Fields that stand elsewhere: each before the field that is given. */
  readonly before?: Readonly<Record<string, string>>
  /** Fields that are no pointers: their zero value is printed. */
  readonly values?: readonly string[]
  /** Fields that the struct does not have. */
  readonly without?: readonly string[]
}

const glusterfs: InternalStruct = { names: { endpoints: 'EndpointsName' } }
const rbd: InternalStruct = {
  names: { image: 'RBDImage', monitors: 'CephMonitors', pool: 'RBDPool', user: 'RadosUser' },
}
const volume: InternalStruct = { before: { quobyte: 'flexVolume' } }
const persistentVolume: InternalStruct = { before: { quobyte: 'iscsi', flexVolume: 'cinder' } }
const rollingUpdate: InternalStruct = { values: ['maxUnavailable', 'maxSurge'] }

export const internalStructs: Readonly<Record<string, InternalStruct>> = {
  'apps.v1.RollingUpdateDaemonSet': rollingUpdate,
  'apps.v1.RollingUpdateDeployment': rollingUpdate,
  'apps.v1.RollingUpdateStatefulSetStrategy': { values: ['partition'] },
  'core.v1.GlusterfsPersistentVolumeSource': glusterfs,
  'core.v1.GlusterfsVolumeSource': glusterfs,
  'core.v1.PersistentVolumeSource': persistentVolume,
  'core.v1.PersistentVolumeSpec': persistentVolume,
  'core.v1.PodSecurityContext': { before: { fsGroupChangePolicy: 'sysctls' } },
  'core.v1.PodSpec': {
    before: { setHostnameAsFQDN: 'affinity', preemptionPolicy: 'dnsConfig', overhead: 'enableServiceLinks' },
    without: ['serviceAccount', 'hostNetwork', 'hostPID', 'hostIPC', 'shareProcessNamespace', 'hostUsers'],
  },
  'core.v1.RBDPersistentVolumeSource': rbd,
  'core.v1.RBDVolumeSource': rbd,
  'core.v1.ServiceAccountTokenProjection': { values: ['expirationSeconds'] },
  'core.v1.Volume': volume,
  'core.v1.VolumeSource': volume,
  'resource.v1.DeviceAttribute': {
    names: {
      int: 'IntValue',
      bool: 'BoolValue',
      string: 'StringValue',
      version: 'VersionValue',
      ints: 'IntValues',
      bools: 'BoolValues',
      strings: 'StringValues',
      versions: 'VersionValues',
    },
  },
}
