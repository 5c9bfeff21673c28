// Made by scripts/generate-types.mjs; do not edit.
import type { ApiList, ApiObject, ObjectMeta } from '@pinnace/meta'
import type { TypeTable } from '@pinnace/schema'
import type { Quantity, Time } from '../scalars.ts'
import type {
  LocalObjectReference,
  ObjectReference,
  SecretReference,
  TypedLocalObjectReference,
  TypedObjectReference,
} from './core-v1-references.ts'
import type { NodeSelector } from './core-v1-selectors.ts'
import type { LabelSelector } from './meta-v1.ts'

/** core.v1.AWSElasticBlockStoreVolumeSource */
export interface AWSElasticBlockStoreVolumeSource {
  readonly volumeID: string
  readonly fsType?: string
  readonly partition?: number
  readonly readOnly?: boolean
}

/** core.v1.AzureDiskVolumeSource */
export interface AzureDiskVolumeSource {
  readonly diskName: string
  readonly diskURI: string
  /** One of None, ReadOnly, ReadWrite. */
  readonly cachingMode?: string
  readonly fsType?: string
  readonly readOnly?: boolean
  /** One of Shared, Dedicated, Managed. */
  readonly kind?: string
}

/** core.v1.AzureFilePersistentVolumeSource */
export interface AzureFilePersistentVolumeSource {
  readonly secretName: string
  readonly shareName: string
  readonly readOnly?: boolean
  readonly secretNamespace?: string
}

/** core.v1.AzureFileVolumeSource */
export interface AzureFileVolumeSource {
  readonly secretName: string
  readonly shareName: string
  readonly readOnly?: boolean
}

/** core.v1.CSIPersistentVolumeSource */
export interface CSIPersistentVolumeSource {
  readonly driver: string
  readonly volumeHandle: string
  readonly readOnly?: boolean
  readonly fsType?: string
  readonly volumeAttributes?: Readonly<Record<string, string>>
  readonly controllerPublishSecretRef?: SecretReference
  readonly nodeStageSecretRef?: SecretReference
  readonly nodePublishSecretRef?: SecretReference
  readonly controllerExpandSecretRef?: SecretReference
  readonly nodeExpandSecretRef?: SecretReference
}

/** core.v1.CSIVolumeSource */
export interface CSIVolumeSource {
  readonly driver: string
  readonly readOnly?: boolean
  readonly fsType?: string
  readonly volumeAttributes?: Readonly<Record<string, string>>
  readonly nodePublishSecretRef?: LocalObjectReference
}

/** core.v1.CephFSPersistentVolumeSource */
export interface CephFSPersistentVolumeSource {
  readonly monitors: readonly string[]
  readonly path?: string
  readonly user?: string
  readonly secretFile?: string
  readonly secretRef?: SecretReference
  readonly readOnly?: boolean
}

/** core.v1.CephFSVolumeSource */
export interface CephFSVolumeSource {
  readonly monitors: readonly string[]
  readonly path?: string
  readonly user?: string
  readonly secretFile?: string
  readonly secretRef?: LocalObjectReference
  readonly readOnly?: boolean
}

/** core.v1.CinderPersistentVolumeSource */
export interface CinderPersistentVolumeSource {
  readonly volumeID: string
  readonly fsType?: string
  readonly readOnly?: boolean
  readonly secretRef?: SecretReference
}

/** core.v1.CinderVolumeSource */
export interface CinderVolumeSource {
  readonly volumeID: string
  readonly fsType?: string
  readonly readOnly?: boolean
  readonly secretRef?: LocalObjectReference
}

/** core.v1.ClusterTrustBundleProjection */
export interface ClusterTrustBundleProjection {
  readonly name?: string
  readonly signerName?: string
  readonly labelSelector?: LabelSelector
  readonly optional?: boolean
  readonly path: string
}

/** core.v1.ConfigMapProjection */
export interface ConfigMapProjection extends LocalObjectReference {
  readonly items?: readonly KeyToPath[]
  readonly optional?: boolean
}

/** core.v1.ConfigMapVolumeSource */
export interface ConfigMapVolumeSource extends LocalObjectReference {
  readonly items?: readonly KeyToPath[]
  readonly defaultMode?: number
  readonly optional?: boolean
}

/** core.v1.DownwardAPIProjection */
export interface DownwardAPIProjection {
  readonly items?: readonly DownwardAPIVolumeFile[]
}

/** core.v1.DownwardAPIVolumeFile */
export interface DownwardAPIVolumeFile {
  readonly path: string
  readonly fieldRef?: ObjectFieldSelector
  readonly resourceFieldRef?: ResourceFieldSelector
  readonly mode?: number
}

/** core.v1.DownwardAPIVolumeSource */
export interface DownwardAPIVolumeSource {
  readonly items?: readonly DownwardAPIVolumeFile[]
  readonly defaultMode?: number
}

/** core.v1.EmptyDirVolumeSource */
export interface EmptyDirVolumeSource {
  readonly medium?: string
  readonly sizeLimit?: Quantity
}

/** core.v1.EphemeralVolumeSource */
export interface EphemeralVolumeSource {
  readonly volumeClaimTemplate?: PersistentVolumeClaimTemplate
}

/** core.v1.FCVolumeSource */
export interface FCVolumeSource {
  readonly targetWWNs?: readonly string[]
  readonly lun?: number
  readonly fsType?: string
  readonly readOnly?: boolean
  readonly wwids?: readonly string[]
}

/** core.v1.FlexPersistentVolumeSource */
export interface FlexPersistentVolumeSource {
  readonly driver: string
  readonly fsType?: string
  readonly secretRef?: SecretReference
  readonly readOnly?: boolean
  readonly options?: Readonly<Record<string, string>>
}

/** core.v1.FlexVolumeSource */
export interface FlexVolumeSource {
  readonly driver: string
  readonly fsType?: string
  readonly secretRef?: LocalObjectReference
  readonly readOnly?: boolean
  readonly options?: Readonly<Record<string, string>>
}

/** core.v1.FlockerVolumeSource */
export interface FlockerVolumeSource {
  readonly datasetName?: string
  readonly datasetUUID?: string
}

/** core.v1.GCEPersistentDiskVolumeSource */
export interface GCEPersistentDiskVolumeSource {
  readonly pdName: string
  readonly fsType?: string
  readonly partition?: number
  readonly readOnly?: boolean
}

/** core.v1.GitRepoVolumeSource */
export interface GitRepoVolumeSource {
  readonly repository: string
  readonly revision?: string
  readonly directory?: string
}

/** core.v1.GlusterfsPersistentVolumeSource */
export interface GlusterfsPersistentVolumeSource {
  readonly endpoints: string
  readonly path: string
  readonly readOnly?: boolean
  readonly endpointsNamespace?: string
}

/** core.v1.GlusterfsVolumeSource */
export interface GlusterfsVolumeSource {
  readonly endpoints: string
  readonly path: string
  readonly readOnly?: boolean
}

/** core.v1.HostPathVolumeSource */
export interface HostPathVolumeSource {
  readonly path: string
  /** One of "", DirectoryOrCreate, Directory, FileOrCreate, File, Socket, CharDevice, BlockDevice. */
  readonly type?: string
}

/** core.v1.ISCSIPersistentVolumeSource */
export interface ISCSIPersistentVolumeSource {
  readonly targetPortal: string
  readonly iqn: string
  readonly lun: number
  readonly iscsiInterface?: string
  readonly fsType?: string
  readonly readOnly?: boolean
  readonly portals?: readonly string[]
  readonly chapAuthDiscovery?: boolean
  readonly chapAuthSession?: boolean
  readonly secretRef?: SecretReference
  readonly initiatorName?: string
}

/** core.v1.ISCSIVolumeSource */
export interface ISCSIVolumeSource {
  readonly targetPortal: string
  readonly iqn: string
  readonly lun: number
  readonly iscsiInterface?: string
  readonly fsType?: string
  readonly readOnly?: boolean
  readonly portals?: readonly string[]
  readonly chapAuthDiscovery?: boolean
  readonly chapAuthSession?: boolean
  readonly secretRef?: LocalObjectReference
  readonly initiatorName?: string
}

/** core.v1.ImageVolumeSource */
export interface ImageVolumeSource {
  readonly reference?: string
  /** One of Always, Never, IfNotPresent. */
  readonly pullPolicy?: string
}

/** core.v1.KeyToPath */
export interface KeyToPath {
  readonly key: string
  readonly path: string
  readonly mode?: number
}

/** core.v1.LocalVolumeSource */
export interface LocalVolumeSource {
  readonly path: string
  readonly fsType?: string
}

/** core.v1.ModifyVolumeStatus */
export interface ModifyVolumeStatus {
  readonly targetVolumeAttributesClassName?: string
  /** One of Pending, InProgress, Infeasible. */
  readonly status: string
}

/** core.v1.NFSVolumeSource */
export interface NFSVolumeSource {
  readonly server: string
  readonly path: string
  readonly readOnly?: boolean
}

/**
 * core.v1.ObjectFieldSelector
 *
 * Selects a field of the pod for an environment variable or a file.
 */
export interface ObjectFieldSelector {
  /** Version in which the path is meant, v1 by default. */
  readonly apiVersion?: string
  /** Path of the field, for example metadata.name, metadata.labels['app'] or status.podIP. */
  readonly fieldPath: string
}

/** core.v1.PersistentVolume */
export interface PersistentVolume extends ApiObject {
  readonly spec?: PersistentVolumeSpec
  readonly status?: PersistentVolumeStatus
}

/** core.v1.PersistentVolumeClaim */
export interface PersistentVolumeClaim extends ApiObject {
  readonly spec?: PersistentVolumeClaimSpec
  readonly status?: PersistentVolumeClaimStatus
}

/** core.v1.PersistentVolumeClaimCondition */
export interface PersistentVolumeClaimCondition {
  readonly type: string
  readonly status: string
  readonly lastProbeTime?: Time
  readonly lastTransitionTime?: Time
  readonly reason?: string
  readonly message?: string
}

/** core.v1.PersistentVolumeClaimList */
export type PersistentVolumeClaimList = ApiList<PersistentVolumeClaim>

/** core.v1.PersistentVolumeClaimSpec */
export interface PersistentVolumeClaimSpec {
  /** One of ReadWriteOnce, ReadOnlyMany, ReadWriteMany, ReadWriteOncePod. */
  readonly accessModes?: readonly string[]
  readonly selector?: LabelSelector
  readonly resources?: VolumeResourceRequirements
  readonly volumeName?: string
  readonly storageClassName?: string
  /** One of Block, Filesystem. */
  readonly volumeMode?: string
  readonly dataSource?: TypedLocalObjectReference
  readonly dataSourceRef?: TypedObjectReference
  readonly volumeAttributesClassName?: string
}

/** core.v1.PersistentVolumeClaimStatus */
export interface PersistentVolumeClaimStatus {
  /** One of Pending, Bound, Lost. */
  readonly phase?: string
  /** One of ReadWriteOnce, ReadOnlyMany, ReadWriteMany, ReadWriteOncePod. */
  readonly accessModes?: readonly string[]
  readonly capacity?: Readonly<Record<string, Quantity>>
  readonly conditions?: readonly PersistentVolumeClaimCondition[]
  readonly allocatedResources?: Readonly<Record<string, Quantity>>
  /**
   * One of ControllerResizeInProgress, ControllerResizeInfeasible, NodeResizePending, NodeResizeInProgress,
   * NodeResizeInfeasible.
   */
  readonly allocatedResourceStatuses?: Readonly<Record<string, string>>
  readonly currentVolumeAttributesClassName?: string
  readonly modifyVolumeStatus?: ModifyVolumeStatus
}

/** core.v1.PersistentVolumeClaimTemplate */
export interface PersistentVolumeClaimTemplate {
  readonly metadata?: ObjectMeta
  readonly spec: PersistentVolumeClaimSpec
}

/** core.v1.PersistentVolumeClaimVolumeSource */
export interface PersistentVolumeClaimVolumeSource {
  readonly claimName: string
  readonly readOnly?: boolean
}

/** core.v1.PersistentVolumeList */
export type PersistentVolumeList = ApiList<PersistentVolume>

/** core.v1.PersistentVolumeSource */
export interface PersistentVolumeSource {
  readonly gcePersistentDisk?: GCEPersistentDiskVolumeSource
  readonly awsElasticBlockStore?: AWSElasticBlockStoreVolumeSource
  readonly hostPath?: HostPathVolumeSource
  readonly glusterfs?: GlusterfsPersistentVolumeSource
  readonly nfs?: NFSVolumeSource
  readonly rbd?: RBDPersistentVolumeSource
  readonly iscsi?: ISCSIPersistentVolumeSource
  readonly cinder?: CinderPersistentVolumeSource
  readonly cephfs?: CephFSPersistentVolumeSource
  readonly fc?: FCVolumeSource
  readonly flocker?: FlockerVolumeSource
  readonly flexVolume?: FlexPersistentVolumeSource
  readonly azureFile?: AzureFilePersistentVolumeSource
  readonly vsphereVolume?: VsphereVirtualDiskVolumeSource
  readonly quobyte?: QuobyteVolumeSource
  readonly azureDisk?: AzureDiskVolumeSource
  readonly photonPersistentDisk?: PhotonPersistentDiskVolumeSource
  readonly portworxVolume?: PortworxVolumeSource
  readonly scaleIO?: ScaleIOPersistentVolumeSource
  readonly local?: LocalVolumeSource
  readonly storageos?: StorageOSPersistentVolumeSource
  readonly csi?: CSIPersistentVolumeSource
}

/** core.v1.PersistentVolumeSpec */
export interface PersistentVolumeSpec extends PersistentVolumeSource {
  readonly capacity?: Readonly<Record<string, Quantity>>
  /** One of ReadWriteOnce, ReadOnlyMany, ReadWriteMany, ReadWriteOncePod. */
  readonly accessModes?: readonly string[]
  readonly claimRef?: ObjectReference
  /** One of Recycle, Delete, Retain. */
  readonly persistentVolumeReclaimPolicy?: string
  readonly storageClassName?: string
  readonly mountOptions?: readonly string[]
  /** One of Block, Filesystem. */
  readonly volumeMode?: string
  readonly nodeAffinity?: VolumeNodeAffinity
  readonly volumeAttributesClassName?: string
}

/** core.v1.PersistentVolumeStatus */
export interface PersistentVolumeStatus {
  /** One of Pending, Available, Bound, Released, Failed. */
  readonly phase?: string
  readonly message?: string
  readonly reason?: string
  readonly lastPhaseTransitionTime?: Time
}

/** core.v1.PhotonPersistentDiskVolumeSource */
export interface PhotonPersistentDiskVolumeSource {
  readonly pdID: string
  readonly fsType?: string
}

/** core.v1.PodCertificateProjection */
export interface PodCertificateProjection {
  readonly signerName: string
  readonly keyType: string
  readonly maxExpirationSeconds?: number
  readonly credentialBundlePath?: string
  readonly keyPath?: string
  readonly certificateChainPath?: string
  readonly userAnnotations?: Readonly<Record<string, string>>
}

/** core.v1.PortworxVolumeSource */
export interface PortworxVolumeSource {
  readonly volumeID: string
  readonly fsType?: string
  readonly readOnly?: boolean
}

/** core.v1.ProjectedVolumeSource */
export interface ProjectedVolumeSource {
  readonly sources?: readonly VolumeProjection[] | null
  readonly defaultMode?: number
}

/** core.v1.QuobyteVolumeSource */
export interface QuobyteVolumeSource {
  readonly registry: string
  readonly volume: string
  readonly readOnly?: boolean
  readonly user?: string
  readonly group?: string
  readonly tenant?: string
}

/** core.v1.RBDPersistentVolumeSource */
export interface RBDPersistentVolumeSource {
  readonly monitors: readonly string[]
  readonly image: string
  readonly fsType?: string
  readonly pool?: string
  readonly user?: string
  readonly keyring?: string
  readonly secretRef?: SecretReference
  readonly readOnly?: boolean
}

/** core.v1.RBDVolumeSource */
export interface RBDVolumeSource {
  readonly monitors: readonly string[]
  readonly image: string
  readonly fsType?: string
  readonly pool?: string
  readonly user?: string
  readonly keyring?: string
  readonly secretRef?: LocalObjectReference
  readonly readOnly?: boolean
}

/**
 * core.v1.ResourceFieldSelector
 *
 * Selects a resource request or limit of a container for an environment variable or a file.
 */
export interface ResourceFieldSelector {
  /**
   * Container that is meant. It is required in volumes; in environment variables it is the container itself by default.
   */
  readonly containerName?: string
  /** What to take, for example limits.cpu or requests.memory. */
  readonly resource: string
  /**
   * Unit of the result: the amount is divided by it and rounded up. 1 by default, that is whole processors or bytes.
   */
  readonly divisor?: Quantity
}

/** core.v1.ScaleIOPersistentVolumeSource */
export interface ScaleIOPersistentVolumeSource {
  readonly gateway: string
  readonly system: string
  readonly secretRef: SecretReference
  readonly sslEnabled?: boolean
  readonly protectionDomain?: string
  readonly storagePool?: string
  readonly storageMode?: string
  readonly volumeName?: string
  readonly fsType?: string
  readonly readOnly?: boolean
}

/** core.v1.ScaleIOVolumeSource */
export interface ScaleIOVolumeSource {
  readonly gateway: string
  readonly system: string
  readonly secretRef: LocalObjectReference
  readonly sslEnabled?: boolean
  readonly protectionDomain?: string
  readonly storagePool?: string
  readonly storageMode?: string
  readonly volumeName?: string
  readonly fsType?: string
  readonly readOnly?: boolean
}

/** core.v1.SecretProjection */
export interface SecretProjection extends LocalObjectReference {
  readonly items?: readonly KeyToPath[]
  readonly optional?: boolean
}

/** core.v1.SecretVolumeSource */
export interface SecretVolumeSource {
  readonly secretName?: string
  readonly items?: readonly KeyToPath[]
  readonly defaultMode?: number
  readonly optional?: boolean
}

/** core.v1.ServiceAccountTokenProjection */
export interface ServiceAccountTokenProjection {
  readonly audience?: string
  readonly expirationSeconds?: number
  readonly path: string
}

/** core.v1.StorageOSPersistentVolumeSource */
export interface StorageOSPersistentVolumeSource {
  readonly volumeName?: string
  readonly volumeNamespace?: string
  readonly fsType?: string
  readonly readOnly?: boolean
  readonly secretRef?: ObjectReference
}

/** core.v1.StorageOSVolumeSource */
export interface StorageOSVolumeSource {
  readonly volumeName?: string
  readonly volumeNamespace?: string
  readonly fsType?: string
  readonly readOnly?: boolean
  readonly secretRef?: LocalObjectReference
}

/** core.v1.Volume */
export interface Volume extends VolumeSource {
  readonly name: string
}

/** core.v1.VolumeNodeAffinity */
export interface VolumeNodeAffinity {
  readonly required?: NodeSelector
}

/** core.v1.VolumeProjection */
export interface VolumeProjection {
  readonly secret?: SecretProjection
  readonly downwardAPI?: DownwardAPIProjection
  readonly configMap?: ConfigMapProjection
  readonly serviceAccountToken?: ServiceAccountTokenProjection
  readonly clusterTrustBundle?: ClusterTrustBundleProjection
  readonly podCertificate?: PodCertificateProjection
}

/** core.v1.VolumeResourceRequirements */
export interface VolumeResourceRequirements {
  readonly limits?: Readonly<Record<string, Quantity>>
  readonly requests?: Readonly<Record<string, Quantity>>
}

/** core.v1.VolumeSource */
export interface VolumeSource {
  readonly hostPath?: HostPathVolumeSource
  readonly emptyDir?: EmptyDirVolumeSource
  readonly gcePersistentDisk?: GCEPersistentDiskVolumeSource
  readonly awsElasticBlockStore?: AWSElasticBlockStoreVolumeSource
  readonly gitRepo?: GitRepoVolumeSource
  readonly secret?: SecretVolumeSource
  readonly nfs?: NFSVolumeSource
  readonly iscsi?: ISCSIVolumeSource
  readonly glusterfs?: GlusterfsVolumeSource
  readonly persistentVolumeClaim?: PersistentVolumeClaimVolumeSource
  readonly rbd?: RBDVolumeSource
  readonly flexVolume?: FlexVolumeSource
  readonly cinder?: CinderVolumeSource
  readonly cephfs?: CephFSVolumeSource
  readonly flocker?: FlockerVolumeSource
  readonly downwardAPI?: DownwardAPIVolumeSource
  readonly fc?: FCVolumeSource
  readonly azureFile?: AzureFileVolumeSource
  readonly configMap?: ConfigMapVolumeSource
  readonly vsphereVolume?: VsphereVirtualDiskVolumeSource
  readonly quobyte?: QuobyteVolumeSource
  readonly azureDisk?: AzureDiskVolumeSource
  readonly photonPersistentDisk?: PhotonPersistentDiskVolumeSource
  readonly projected?: ProjectedVolumeSource
  readonly portworxVolume?: PortworxVolumeSource
  readonly scaleIO?: ScaleIOVolumeSource
  readonly storageos?: StorageOSVolumeSource
  readonly csi?: CSIVolumeSource
  readonly ephemeral?: EphemeralVolumeSource
  readonly image?: ImageVolumeSource
}

/** core.v1.VsphereVirtualDiskVolumeSource */
export interface VsphereVirtualDiskVolumeSource {
  readonly volumePath: string
  readonly fsType?: string
  readonly storagePolicyName?: string
  readonly storagePolicyID?: string
}

/** Fields of the types of this file, one line each. */
export const coreV1VolumesTypes: TypeTable = {
  'core.v1.AWSElasticBlockStoreVolumeSource': `volumeID 1 string required
fsType 2 string omitempty
partition 3 int32 omitempty
readOnly 4 boolean omitempty`,
  'core.v1.AzureDiskVolumeSource': `diskName 1 string required
diskURI 2 string required
cachingMode 3 string omitempty pointer go=v1.AzureDataDiskCachingMode default="ReadWrite" enum=None|ReadOnly|ReadWrite
fsType 4 string omitempty pointer default="ext4"
readOnly 5 boolean omitempty pointer default=false
kind 6 string omitempty pointer go=v1.AzureDataDiskKind default="Shared" enum=Shared|Dedicated|Managed`,
  'core.v1.AzureFilePersistentVolumeSource': `secretName 1 string required
shareName 2 string required
readOnly 3 boolean omitempty
secretNamespace 4 string pointer`,
  'core.v1.AzureFileVolumeSource': `secretName 1 string required
shareName 2 string required
readOnly 3 boolean omitempty`,
  'core.v1.CSIPersistentVolumeSource': `driver 1 string required
volumeHandle 2 string required
readOnly 3 boolean omitempty
fsType 4 string omitempty
volumeAttributes 5 map:string omitempty
controllerPublishSecretRef 6 core.v1.SecretReference omitempty pointer
nodeStageSecretRef 7 core.v1.SecretReference omitempty pointer
nodePublishSecretRef 8 core.v1.SecretReference omitempty pointer
controllerExpandSecretRef 9 core.v1.SecretReference omitempty pointer
nodeExpandSecretRef 10 core.v1.SecretReference omitempty pointer`,
  'core.v1.CSIVolumeSource': `driver 1 string required
readOnly 2 boolean omitempty pointer
fsType 3 string omitempty pointer
volumeAttributes 4 map:string omitempty
nodePublishSecretRef 5 core.v1.LocalObjectReference omitempty pointer`,
  'core.v1.CephFSPersistentVolumeSource': `monitors 1 []string required list=atomic
path 2 string omitempty
user 3 string omitempty
secretFile 4 string omitempty
secretRef 5 core.v1.SecretReference omitempty pointer
readOnly 6 boolean omitempty`,
  'core.v1.CephFSVolumeSource': `monitors 1 []string required list=atomic
path 2 string omitempty
user 3 string omitempty
secretFile 4 string omitempty
secretRef 5 core.v1.LocalObjectReference omitempty pointer
readOnly 6 boolean omitempty`,
  'core.v1.CinderPersistentVolumeSource': `volumeID 1 string required
fsType 2 string omitempty
readOnly 3 boolean omitempty
secretRef 4 core.v1.SecretReference omitempty pointer`,
  'core.v1.CinderVolumeSource': `volumeID 1 string required
fsType 2 string omitempty
readOnly 3 boolean omitempty
secretRef 4 core.v1.LocalObjectReference omitempty pointer`,
  'core.v1.ClusterTrustBundleProjection': `name 1 string omitempty pointer
signerName 2 string omitempty pointer
labelSelector 3 meta.v1.LabelSelector omitempty pointer
optional 5 boolean omitempty pointer
path 4 string required`,
  'core.v1.ConfigMapProjection': `+ 1 core.v1.LocalObjectReference
items 2 []core.v1.KeyToPath omitempty list=atomic
optional 4 boolean omitempty pointer`,
  'core.v1.ConfigMapVolumeSource': `+ 1 core.v1.LocalObjectReference
items 2 []core.v1.KeyToPath omitempty list=atomic
defaultMode 3 int32 omitempty pointer
optional 4 boolean omitempty pointer`,
  'core.v1.DownwardAPIProjection': `items 1 []core.v1.DownwardAPIVolumeFile omitempty list=atomic`,
  'core.v1.DownwardAPIVolumeFile': `path 1 string required
fieldRef 2 core.v1.ObjectFieldSelector omitempty pointer
resourceFieldRef 3 core.v1.ResourceFieldSelector omitempty pointer
mode 4 int32 omitempty pointer`,
  'core.v1.DownwardAPIVolumeSource': `items 1 []core.v1.DownwardAPIVolumeFile omitempty list=atomic
defaultMode 2 int32 omitempty pointer`,
  'core.v1.EmptyDirVolumeSource': `medium 1 string omitempty go=v1.StorageMedium
sizeLimit 2 quantity omitempty pointer`,
  'core.v1.EphemeralVolumeSource': `volumeClaimTemplate 1 core.v1.PersistentVolumeClaimTemplate omitempty pointer`,
  'core.v1.FCVolumeSource': `targetWWNs 1 []string omitempty list=atomic
lun 2 int32 omitempty pointer
fsType 3 string omitempty
readOnly 4 boolean omitempty
wwids 5 []string omitempty list=atomic`,
  'core.v1.FlexPersistentVolumeSource': `driver 1 string required
fsType 2 string omitempty
secretRef 3 core.v1.SecretReference omitempty pointer
readOnly 4 boolean omitempty
options 5 map:string omitempty`,
  'core.v1.FlexVolumeSource': `driver 1 string required
fsType 2 string omitempty
secretRef 3 core.v1.LocalObjectReference omitempty pointer
readOnly 4 boolean omitempty
options 5 map:string omitempty`,
  'core.v1.FlockerVolumeSource': `datasetName 1 string omitempty
datasetUUID 2 string omitempty`,
  'core.v1.GCEPersistentDiskVolumeSource': `pdName 1 string required
fsType 2 string omitempty
partition 3 int32 omitempty
readOnly 4 boolean omitempty`,
  'core.v1.GitRepoVolumeSource': `repository 1 string required
revision 2 string omitempty
directory 3 string omitempty`,
  'core.v1.GlusterfsPersistentVolumeSource': `endpoints 1 string required
path 2 string required
readOnly 3 boolean omitempty
endpointsNamespace 4 string omitempty pointer`,
  'core.v1.GlusterfsVolumeSource': `endpoints 1 string required
path 2 string required
readOnly 3 boolean omitempty`,
  'core.v1.HostPathVolumeSource': `path 1 string required
type 2 string omitempty pointer go=v1.HostPathType enum=|DirectoryOrCreate|Directory|FileOrCreate|File|Socket|CharDevice|BlockDevice`,
  'core.v1.ISCSIPersistentVolumeSource': `targetPortal 1 string required
iqn 2 string required
lun 3 int32 required
iscsiInterface 4 string omitempty default="default"
fsType 5 string omitempty
readOnly 6 boolean omitempty
portals 7 []string omitempty list=atomic
chapAuthDiscovery 8 boolean omitempty
chapAuthSession 11 boolean omitempty
secretRef 10 core.v1.SecretReference omitempty pointer
initiatorName 12 string omitempty pointer`,
  'core.v1.ISCSIVolumeSource': `targetPortal 1 string required
iqn 2 string required
lun 3 int32 required
iscsiInterface 4 string omitempty default="default"
fsType 5 string omitempty
readOnly 6 boolean omitempty
portals 7 []string omitempty list=atomic
chapAuthDiscovery 8 boolean omitempty
chapAuthSession 11 boolean omitempty
secretRef 10 core.v1.LocalObjectReference omitempty pointer
initiatorName 12 string omitempty pointer`,
  'core.v1.ImageVolumeSource': `reference 1 string omitempty
pullPolicy 2 string omitempty go=v1.PullPolicy enum=Always|Never|IfNotPresent`,
  'core.v1.KeyToPath': `key 1 string required
path 2 string required
mode 3 int32 omitempty pointer`,
  'core.v1.LocalVolumeSource': `path 1 string required
fsType 2 string omitempty pointer`,
  'core.v1.ModifyVolumeStatus': `targetVolumeAttributesClassName 1 string omitempty
status 2 string required go=v1.PersistentVolumeClaimModifyVolumeStatus enum=Pending|InProgress|Infeasible`,
  'core.v1.NFSVolumeSource': `server 1 string required
path 2 string required
readOnly 3 boolean omitempty`,
  'core.v1.ObjectFieldSelector': `@atomic
apiVersion 1 string omitempty
fieldPath 2 string required`,
  'core.v1.PersistentVolume': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ObjectMeta omitempty
spec 2 core.v1.PersistentVolumeSpec omitempty
status 3 core.v1.PersistentVolumeStatus omitempty`,
  'core.v1.PersistentVolumeClaim': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ObjectMeta omitempty
spec 2 core.v1.PersistentVolumeClaimSpec omitempty
status 3 core.v1.PersistentVolumeClaimStatus omitempty`,
  'core.v1.PersistentVolumeClaimCondition': `type 1 string required go=v1.PersistentVolumeClaimConditionType
status 2 string required go=v1.ConditionStatus
lastProbeTime 3 time omitempty
lastTransitionTime 4 time omitempty
reason 5 string omitempty
message 6 string omitempty`,
  'core.v1.PersistentVolumeClaimList': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ListMeta omitempty
items 2 []core.v1.PersistentVolumeClaim required`,
  'core.v1.PersistentVolumeClaimSpec': `accessModes 1 []string omitempty go=v1.PersistentVolumeAccessMode list=atomic enum=ReadWriteOnce|ReadOnlyMany|ReadWriteMany|ReadWriteOncePod
selector 4 meta.v1.LabelSelector omitempty pointer
resources 2 core.v1.VolumeResourceRequirements omitempty
volumeName 3 string omitempty
storageClassName 5 string omitempty pointer
volumeMode 6 string omitempty pointer go=v1.PersistentVolumeMode enum=Block|Filesystem
dataSource 7 core.v1.TypedLocalObjectReference omitempty pointer
dataSourceRef 8 core.v1.TypedObjectReference omitempty pointer
volumeAttributesClassName 9 string omitempty pointer`,
  'core.v1.PersistentVolumeClaimStatus': `phase 1 string omitempty go=v1.PersistentVolumeClaimPhase enum=Pending|Bound|Lost
accessModes 2 []string omitempty go=v1.PersistentVolumeAccessMode list=atomic enum=ReadWriteOnce|ReadOnlyMany|ReadWriteMany|ReadWriteOncePod
capacity 3 map:quantity omitempty
conditions 4 []core.v1.PersistentVolumeClaimCondition omitempty list=map:type merge=type
allocatedResources 5 map:quantity omitempty
allocatedResourceStatuses 7 map:string omitempty go=v1.ClaimResourceStatus goType=map[v1.ResourceName]v1.ClaimResourceStatus mapType=granular enum=ControllerResizeInProgress|ControllerResizeInfeasible|NodeResizePending|NodeResizeInProgress|NodeResizeInfeasible
currentVolumeAttributesClassName 8 string omitempty pointer
modifyVolumeStatus 9 core.v1.ModifyVolumeStatus omitempty pointer`,
  'core.v1.PersistentVolumeClaimTemplate': `metadata 1 meta.v1.ObjectMeta omitempty
spec 2 core.v1.PersistentVolumeClaimSpec required`,
  'core.v1.PersistentVolumeClaimVolumeSource': `claimName 1 string required
readOnly 2 boolean omitempty`,
  'core.v1.PersistentVolumeList': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ListMeta omitempty
items 2 []core.v1.PersistentVolume required`,
  'core.v1.PersistentVolumeSource': `gcePersistentDisk 1 core.v1.GCEPersistentDiskVolumeSource omitempty pointer
awsElasticBlockStore 2 core.v1.AWSElasticBlockStoreVolumeSource omitempty pointer
hostPath 3 core.v1.HostPathVolumeSource omitempty pointer
glusterfs 4 core.v1.GlusterfsPersistentVolumeSource omitempty pointer
nfs 5 core.v1.NFSVolumeSource omitempty pointer
rbd 6 core.v1.RBDPersistentVolumeSource omitempty pointer
iscsi 7 core.v1.ISCSIPersistentVolumeSource omitempty pointer
cinder 8 core.v1.CinderPersistentVolumeSource omitempty pointer
cephfs 9 core.v1.CephFSPersistentVolumeSource omitempty pointer
fc 10 core.v1.FCVolumeSource omitempty pointer
flocker 11 core.v1.FlockerVolumeSource omitempty pointer
flexVolume 12 core.v1.FlexPersistentVolumeSource omitempty pointer
azureFile 13 core.v1.AzureFilePersistentVolumeSource omitempty pointer
vsphereVolume 14 core.v1.VsphereVirtualDiskVolumeSource omitempty pointer
quobyte 15 core.v1.QuobyteVolumeSource omitempty pointer
azureDisk 16 core.v1.AzureDiskVolumeSource omitempty pointer
photonPersistentDisk 17 core.v1.PhotonPersistentDiskVolumeSource omitempty pointer
portworxVolume 18 core.v1.PortworxVolumeSource omitempty pointer
scaleIO 19 core.v1.ScaleIOPersistentVolumeSource omitempty pointer
local 20 core.v1.LocalVolumeSource omitempty pointer
storageos 21 core.v1.StorageOSPersistentVolumeSource omitempty pointer
csi 22 core.v1.CSIPersistentVolumeSource omitempty pointer`,
  'core.v1.PersistentVolumeSpec': `capacity 1 map:quantity omitempty
+ 2 core.v1.PersistentVolumeSource
accessModes 3 []string omitempty go=v1.PersistentVolumeAccessMode list=atomic enum=ReadWriteOnce|ReadOnlyMany|ReadWriteMany|ReadWriteOncePod
claimRef 4 core.v1.ObjectReference omitempty pointer structType=granular
persistentVolumeReclaimPolicy 5 string omitempty go=v1.PersistentVolumeReclaimPolicy enum=Recycle|Delete|Retain
storageClassName 6 string omitempty
mountOptions 7 []string omitempty list=atomic
volumeMode 8 string omitempty pointer go=v1.PersistentVolumeMode enum=Block|Filesystem
nodeAffinity 9 core.v1.VolumeNodeAffinity omitempty pointer
volumeAttributesClassName 10 string omitempty pointer`,
  'core.v1.PersistentVolumeStatus': `phase 1 string omitempty go=v1.PersistentVolumePhase enum=Pending|Available|Bound|Released|Failed
message 2 string omitempty
reason 3 string omitempty
lastPhaseTransitionTime 4 time omitempty pointer`,
  'core.v1.PhotonPersistentDiskVolumeSource': `pdID 1 string required
fsType 2 string omitempty`,
  'core.v1.PodCertificateProjection': `signerName 1 string required omitempty
keyType 2 string required omitempty
maxExpirationSeconds 3 int32 omitempty pointer
credentialBundlePath 4 string omitempty
keyPath 5 string omitempty
certificateChainPath 6 string omitempty
userAnnotations 7 map:string omitempty`,
  'core.v1.PortworxVolumeSource': `volumeID 1 string required
fsType 2 string omitempty
readOnly 3 boolean omitempty`,
  'core.v1.ProjectedVolumeSource': `sources 1 []core.v1.VolumeProjection list=atomic
defaultMode 2 int32 omitempty pointer`,
  'core.v1.QuobyteVolumeSource': `registry 1 string required
volume 2 string required
readOnly 3 boolean omitempty
user 4 string omitempty
group 5 string omitempty
tenant 6 string omitempty`,
  'core.v1.RBDPersistentVolumeSource': `monitors 1 []string required list=atomic
image 2 string required
fsType 3 string omitempty
pool 4 string omitempty default="rbd"
user 5 string omitempty default="admin"
keyring 6 string omitempty default="/etc/ceph/keyring"
secretRef 7 core.v1.SecretReference omitempty pointer
readOnly 8 boolean omitempty`,
  'core.v1.RBDVolumeSource': `monitors 1 []string required list=atomic
image 2 string required
fsType 3 string omitempty
pool 4 string omitempty default="rbd"
user 5 string omitempty default="admin"
keyring 6 string omitempty default="/etc/ceph/keyring"
secretRef 7 core.v1.LocalObjectReference omitempty pointer
readOnly 8 boolean omitempty`,
  'core.v1.ResourceFieldSelector': `@atomic
containerName 1 string omitempty
resource 2 string required
divisor 3 quantity omitempty`,
  'core.v1.ScaleIOPersistentVolumeSource': `gateway 1 string required
system 2 string required
secretRef 3 core.v1.SecretReference required pointer
sslEnabled 4 boolean omitempty
protectionDomain 5 string omitempty
storagePool 6 string omitempty
storageMode 7 string omitempty default="ThinProvisioned"
volumeName 8 string omitempty
fsType 9 string omitempty default="xfs"
readOnly 10 boolean omitempty`,
  'core.v1.ScaleIOVolumeSource': `gateway 1 string required
system 2 string required
secretRef 3 core.v1.LocalObjectReference required pointer
sslEnabled 4 boolean omitempty
protectionDomain 5 string omitempty
storagePool 6 string omitempty
storageMode 7 string omitempty default="ThinProvisioned"
volumeName 8 string omitempty
fsType 9 string omitempty default="xfs"
readOnly 10 boolean omitempty`,
  'core.v1.SecretProjection': `+ 1 core.v1.LocalObjectReference
items 2 []core.v1.KeyToPath omitempty list=atomic
optional 4 boolean omitempty pointer`,
  'core.v1.SecretVolumeSource': `secretName 1 string omitempty
items 2 []core.v1.KeyToPath omitempty list=atomic
defaultMode 3 int32 omitempty pointer
optional 4 boolean omitempty pointer`,
  'core.v1.ServiceAccountTokenProjection': `audience 1 string omitempty
expirationSeconds 2 int64 omitempty pointer
path 3 string required`,
  'core.v1.StorageOSPersistentVolumeSource': `volumeName 1 string omitempty
volumeNamespace 2 string omitempty
fsType 3 string omitempty
readOnly 4 boolean omitempty
secretRef 5 core.v1.ObjectReference omitempty pointer`,
  'core.v1.StorageOSVolumeSource': `volumeName 1 string omitempty
volumeNamespace 2 string omitempty
fsType 3 string omitempty
readOnly 4 boolean omitempty
secretRef 5 core.v1.LocalObjectReference omitempty pointer`,
  'core.v1.Volume': `name 1 string required
+ 2 core.v1.VolumeSource`,
  'core.v1.VolumeNodeAffinity': `required 1 core.v1.NodeSelector omitempty pointer`,
  'core.v1.VolumeProjection': `secret 1 core.v1.SecretProjection omitempty pointer
downwardAPI 2 core.v1.DownwardAPIProjection omitempty pointer
configMap 3 core.v1.ConfigMapProjection omitempty pointer
serviceAccountToken 4 core.v1.ServiceAccountTokenProjection omitempty pointer
clusterTrustBundle 5 core.v1.ClusterTrustBundleProjection omitempty pointer
podCertificate 6 core.v1.PodCertificateProjection omitempty pointer`,
  'core.v1.VolumeResourceRequirements': `limits 1 map:quantity omitempty
requests 2 map:quantity omitempty`,
  'core.v1.VolumeSource': `hostPath 1 core.v1.HostPathVolumeSource omitempty pointer
emptyDir 2 core.v1.EmptyDirVolumeSource omitempty pointer
gcePersistentDisk 3 core.v1.GCEPersistentDiskVolumeSource omitempty pointer
awsElasticBlockStore 4 core.v1.AWSElasticBlockStoreVolumeSource omitempty pointer
gitRepo 5 core.v1.GitRepoVolumeSource omitempty pointer
secret 6 core.v1.SecretVolumeSource omitempty pointer
nfs 7 core.v1.NFSVolumeSource omitempty pointer
iscsi 8 core.v1.ISCSIVolumeSource omitempty pointer
glusterfs 9 core.v1.GlusterfsVolumeSource omitempty pointer
persistentVolumeClaim 10 core.v1.PersistentVolumeClaimVolumeSource omitempty pointer
rbd 11 core.v1.RBDVolumeSource omitempty pointer
flexVolume 12 core.v1.FlexVolumeSource omitempty pointer
cinder 13 core.v1.CinderVolumeSource omitempty pointer
cephfs 14 core.v1.CephFSVolumeSource omitempty pointer
flocker 15 core.v1.FlockerVolumeSource omitempty pointer
downwardAPI 16 core.v1.DownwardAPIVolumeSource omitempty pointer
fc 17 core.v1.FCVolumeSource omitempty pointer
azureFile 18 core.v1.AzureFileVolumeSource omitempty pointer
configMap 19 core.v1.ConfigMapVolumeSource omitempty pointer
vsphereVolume 20 core.v1.VsphereVirtualDiskVolumeSource omitempty pointer
quobyte 21 core.v1.QuobyteVolumeSource omitempty pointer
azureDisk 22 core.v1.AzureDiskVolumeSource omitempty pointer
photonPersistentDisk 23 core.v1.PhotonPersistentDiskVolumeSource omitempty pointer
projected 26 core.v1.ProjectedVolumeSource omitempty pointer
portworxVolume 24 core.v1.PortworxVolumeSource omitempty pointer
scaleIO 25 core.v1.ScaleIOVolumeSource omitempty pointer
storageos 27 core.v1.StorageOSVolumeSource omitempty pointer
csi 28 core.v1.CSIVolumeSource omitempty pointer
ephemeral 29 core.v1.EphemeralVolumeSource omitempty pointer
image 30 core.v1.ImageVolumeSource omitempty pointer`,
  'core.v1.VsphereVirtualDiskVolumeSource': `volumePath 1 string required
fsType 2 string omitempty
storagePolicyName 3 string omitempty
storagePolicyID 4 string omitempty`,
}
