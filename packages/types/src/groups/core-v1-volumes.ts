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

/**
 * core.v1.AWSElasticBlockStoreVolumeSource
 *
 * An Elastic Block Store disk of AWS. Nodes hand it over to the CSI driver ebs.csi.aws.com; it can be mounted for
 * writing on one node at a time.
 */
export interface AWSElasticBlockStoreVolumeSource {
  /** Identifier of the disk at AWS. */
  readonly volumeID: string
  /** File system of the disk, which is created if the disk is blank; ext4 by default. */
  readonly fsType?: string
  /** Number of the partition to mount, from 0 to 255. 0, or nothing, stands for the whole disk. */
  readonly partition?: number
  /** Attaches the disk for reading only; false by default. */
  readonly readOnly?: boolean
}

/**
 * core.v1.AzureDiskVolumeSource
 *
 * A data disk of Azure. Nodes hand it over to the CSI driver disk.csi.azure.com.
 */
export interface AzureDiskVolumeSource {
  /** Name of the disk. */
  readonly diskName: string
  /** Address of the disk: the resource path of a managed disk, or the URL of the blob otherwise. */
  readonly diskURI: string
  /** What the host caches: None, ReadOnly or ReadWrite. One of None, ReadOnly, ReadWrite. */
  readonly cachingMode?: string
  /** File system of the disk, which is created if the disk is blank. */
  readonly fsType?: string
  /** Mounts the disk for reading only. */
  readonly readOnly?: boolean
  /**
   * How the disk is stored: Shared and Dedicated are blobs in a storage account of many or of one disk, Managed is a
   * managed disk. One of Shared, Dedicated, Managed.
   */
  readonly kind?: string
}

/**
 * core.v1.AzureFilePersistentVolumeSource
 *
 * An SMB share of Azure Files for a persistent volume. Nodes hand it over to the CSI driver file.csi.azure.com.
 */
export interface AzureFilePersistentVolumeSource {
  /** Secret with the name and key of the storage account. */
  readonly secretName: string
  /** Name of the share. */
  readonly shareName: string
  /** Mounts the share for reading only; false by default. */
  readonly readOnly?: boolean
  /** Namespace of the secret, by default that of the claim that is bound to the volume. */
  readonly secretNamespace?: string
}

/**
 * core.v1.AzureFileVolumeSource
 *
 * An SMB share of Azure Files for a volume of a pod. Nodes hand it over to the CSI driver file.csi.azure.com.
 */
export interface AzureFileVolumeSource {
  /** Secret in the namespace of the pod with the name and key of the storage account. */
  readonly secretName: string
  /** Name of the share. */
  readonly shareName: string
  /** Mounts the share for reading only; false by default. */
  readonly readOnly?: boolean
}

/**
 * core.v1.CSIPersistentVolumeSource
 *
 * A persistent volume that a CSI driver manages.
 */
export interface CSIPersistentVolumeSource {
  /** Name of the driver, as it reports it itself; at most 63 characters. */
  readonly driver: string
  /**
   * Identifier of the volume, which the driver returned when it was created and receives in all later calls. It cannot
   * be changed.
   */
  readonly volumeHandle: string
  /** Has the volume published for reading only; false by default. */
  readonly readOnly?: boolean
  /** File system to mount, which is created if the volume is blank. Without it, the driver decides. */
  readonly fsType?: string
  /**
   * Properties of the volume that the driver returned when it was created, and that it receives when the volume is
   * mounted.
   */
  readonly volumeAttributes?: Readonly<Record<string, string>>
  /** Secret that the driver receives when the volume is attached to a node or detached. */
  readonly controllerPublishSecretRef?: SecretReference
  /** Secret that the driver receives when the volume is staged on a node, before any pod uses it there. */
  readonly nodeStageSecretRef?: SecretReference
  /** Secret that the driver receives when the volume is mounted into a pod. */
  readonly nodePublishSecretRef?: SecretReference
  /** Secret that the driver receives when the volume is enlarged at the storage. */
  readonly controllerExpandSecretRef?: SecretReference
  /** Secret that the driver receives when the file system is enlarged on the node. */
  readonly nodeExpandSecretRef?: SecretReference
}

/**
 * core.v1.CSIVolumeSource
 *
 * A short-lived volume that a CSI driver makes for one pod, and that is gone when the pod is.
 */
export interface CSIVolumeSource {
  /** Name of the driver, as it is registered in the cluster. */
  readonly driver: string
  /** Has the volume mounted for reading only; false by default. */
  readonly readOnly?: boolean
  /** File system to mount. Without it, the driver decides. */
  readonly fsType?: string
  /** Properties of the volume that are passed to the driver. Its documentation lists them. */
  readonly volumeAttributes?: Readonly<Record<string, string>>
  /** Secret in the namespace of the pod that the driver receives when the volume is mounted and unmounted. */
  readonly nodePublishSecretRef?: LocalObjectReference
}

/**
 * core.v1.CephFSPersistentVolumeSource
 *
 * A directory of a Ceph file system for a persistent volume. Nodes no longer support it.
 */
export interface CephFSPersistentVolumeSource {
  /** Addresses of the Ceph monitors, at least one. */
  readonly monitors: readonly string[]
  /** Directory to mount, / by default. */
  readonly path?: string
  /** User at Ceph, admin by default. */
  readonly user?: string
  /** Path on the node of the file with the key of the user, /etc/ceph/user.secret by default. */
  readonly secretFile?: string
  /** Secret with the key of the user. It wins over secretFile. */
  readonly secretRef?: SecretReference
  /** Mounts the directory for reading only; false by default. */
  readonly readOnly?: boolean
}

/**
 * core.v1.CephFSVolumeSource
 *
 * A directory of a Ceph file system for a volume of a pod. Nodes no longer support it.
 */
export interface CephFSVolumeSource {
  /** Addresses of the Ceph monitors, at least one. */
  readonly monitors: readonly string[]
  /** Directory to mount, / by default. */
  readonly path?: string
  /** User at Ceph, admin by default. */
  readonly user?: string
  /** Path on the node of the file with the key of the user, /etc/ceph/user.secret by default. */
  readonly secretFile?: string
  /** Secret in the namespace of the pod with the key of the user. It wins over secretFile. */
  readonly secretRef?: LocalObjectReference
  /** Mounts the directory for reading only; false by default. */
  readonly readOnly?: boolean
}

/**
 * core.v1.CinderPersistentVolumeSource
 *
 * An OpenStack block volume for a persistent volume. Nodes hand it over to the CSI driver cinder.csi.openstack.org.
 */
export interface CinderPersistentVolumeSource {
  /** Identifier of the volume at Cinder. */
  readonly volumeID: string
  /** File system of the volume, which is created if the volume is blank; ext4 by default. */
  readonly fsType?: string
  /** Mounts the volume for reading only; false by default. */
  readonly readOnly?: boolean
  /** Secret with parameters for the connection to OpenStack. */
  readonly secretRef?: SecretReference
}

/**
 * core.v1.CinderVolumeSource
 *
 * An OpenStack block volume for a volume of a pod. Nodes hand it over to the CSI driver cinder.csi.openstack.org.
 */
export interface CinderVolumeSource {
  /** Identifier of the volume at Cinder. */
  readonly volumeID: string
  /** File system of the volume, which is created if the volume is blank; ext4 by default. */
  readonly fsType?: string
  /** Mounts the volume for reading only; false by default. */
  readonly readOnly?: boolean
  /** Secret in the namespace of the pod with parameters for the connection to OpenStack. */
  readonly secretRef?: LocalObjectReference
}

/**
 * core.v1.ClusterTrustBundleProjection
 *
 * Writes the certificates of cluster trust bundles into a file. Either one bundle is named or a signer is.
 */
export interface ClusterTrustBundleProjection {
  /** A single bundle by its name. It cannot be combined with signerName and labelSelector. */
  readonly name?: string
  /** Signer whose bundles are joined; labelSelector narrows them. It cannot be combined with name. */
  readonly signerName?: string
  /** Labels of the bundles of the signer. Without a selector no bundle matches; an empty one matches all of them. */
  readonly labelSelector?: LabelSelector
  /** Lets the pod start if the named bundle does not exist or no bundle matches; the file is then empty. */
  readonly optional?: boolean
  /** Place of the file within the volume. It is relative and does not contain "..". */
  readonly path: string
}

/**
 * core.v1.ConfigMapProjection
 *
 * Writes the entries of a config map as files into a projected volume.
 */
export interface ConfigMapProjection extends LocalObjectReference {
  /** Entries to write and under which paths. Without it, every entry becomes a file named by its key. */
  readonly items?: readonly KeyToPath[]
  /** Lets the pod start if the config map or a listed key does not exist. */
  readonly optional?: boolean
}

/**
 * core.v1.ConfigMapVolumeSource
 *
 * A volume that holds the entries of a config map as files. They follow changes of the config map, unless they are
 * mounted by subPath.
 */
export interface ConfigMapVolumeSource extends LocalObjectReference {
  /** Entries to write and under which paths. Without it, every entry becomes a file named by its key. */
  readonly items?: readonly KeyToPath[]
  /**
   * Permissions of files that set none, from 0 to 0777 in octal; 0644 by default. JSON needs the decimal number, 420.
   */
  readonly defaultMode?: number
  /** Lets the pod start if the config map or a listed key does not exist. */
  readonly optional?: boolean
}

/**
 * core.v1.DownwardAPIProjection
 *
 * Writes fields of the pod as files into a projected volume.
 */
export interface DownwardAPIProjection {
  /** Files to write. */
  readonly items?: readonly DownwardAPIVolumeFile[]
}

/**
 * core.v1.DownwardAPIVolumeFile
 *
 * A file that holds a field of the pod, or a resource request or limit of a container. Exactly one of the two is
 * selected.
 */
export interface DownwardAPIVolumeFile {
  /** Place of the file within the volume. It is relative and does not contain "..". */
  readonly path: string
  /** Field of the pod to write: its name, namespace, uid, labels or annotations. */
  readonly fieldRef?: ObjectFieldSelector
  /** Request or limit to write. The container must be named. */
  readonly resourceFieldRef?: ResourceFieldSelector
  /** Permissions of this file, from 0 to 0777 in octal, by default those of the volume. JSON needs a decimal number. */
  readonly mode?: number
}

/**
 * core.v1.DownwardAPIVolumeSource
 *
 * A volume that holds fields of the pod as files. Labels and annotations follow later changes.
 */
export interface DownwardAPIVolumeSource {
  /** Files to write. */
  readonly items?: readonly DownwardAPIVolumeFile[]
  /**
   * Permissions of files that set none, from 0 to 0777 in octal; 0644 by default. JSON needs the decimal number, 420.
   */
  readonly defaultMode?: number
}

/**
 * core.v1.EmptyDirVolumeSource
 *
 * A volume that is empty when the pod starts on a node and is deleted with the pod. Restarts of containers leave it
 * alone.
 */
export interface EmptyDirVolumeSource {
  /**
   * What stores it: the disk of the node if empty (the default), Memory for a file system in memory, HugePages or
   * HugePages-SIZE for huge pages.
   */
  readonly medium?: string
  /**
   * How much it may hold; the pod is evicted beyond that, and there is no such limit by default. In memory, the memory
   * limits of the containers apply as well.
   */
  readonly sizeLimit?: Quantity
}

/**
 * core.v1.EphemeralVolumeSource
 *
 * A volume backed by a claim that is made for the pod and deleted with it.
 */
export interface EphemeralVolumeSource {
  /**
   * What the claim looks like, which is named after the pod and the volume with a hyphen between. A claim of that name
   * that belongs to something else keeps the pod from starting.
   */
  readonly volumeClaimTemplate?: PersistentVolumeClaimTemplate
}

/**
 * core.v1.FCVolumeSource
 *
 * A Fibre Channel disk. It is found either by target names and unit, or by world wide identifiers.
 */
export interface FCVolumeSource {
  /** World wide names of the targets. They need lun. */
  readonly targetWWNs?: readonly string[]
  /** Number of the unit at the targets, from 0 to 255. */
  readonly lun?: number
  /** File system of the disk, which is created if the disk is blank; ext4 by default. */
  readonly fsType?: string
  /** Mounts the disk for reading only; false by default. */
  readonly readOnly?: boolean
  /** World wide identifiers of the volume, in place of targetWWNs and lun. */
  readonly wwids?: readonly string[]
}

/**
 * core.v1.FlexPersistentVolumeSource
 *
 * A persistent volume that a program on the node provides. The interface is deprecated in favor of CSI.
 */
export interface FlexPersistentVolumeSource {
  /** Name of the program. */
  readonly driver: string
  /** File system to mount. Without it, the program decides. */
  readonly fsType?: string
  /** Secret whose entries are passed to the program. */
  readonly secretRef?: SecretReference
  /** Mounts the volume for reading only; false by default. */
  readonly readOnly?: boolean
  /** Further options that are passed to the program. */
  readonly options?: Readonly<Record<string, string>>
}

/**
 * core.v1.FlexVolumeSource
 *
 * A volume of a pod that a program on the node provides. The interface is deprecated in favor of CSI.
 */
export interface FlexVolumeSource {
  /** Name of the program. */
  readonly driver: string
  /** File system to mount. Without it, the program decides. */
  readonly fsType?: string
  /** Secret in the namespace of the pod whose entries are passed to the program. */
  readonly secretRef?: LocalObjectReference
  /** Mounts the volume for reading only; false by default. */
  readonly readOnly?: boolean
  /** Further options that are passed to the program. */
  readonly options?: Readonly<Record<string, string>>
}

/**
 * core.v1.FlockerVolumeSource
 *
 * A dataset of Flocker. Nodes no longer support it.
 */
export interface FlockerVolumeSource {
  /** Name of the dataset, stored in its metadata. Use datasetUUID instead. */
  readonly datasetName?: string
  /** Unique identifier of the dataset. Either this or datasetName is set. */
  readonly datasetUUID?: string
}

/**
 * core.v1.GCEPersistentDiskVolumeSource
 *
 * A persistent disk of Google Compute Engine. Nodes hand it over to the CSI driver pd.csi.storage.gke.io; it can be
 * mounted for writing on one node at a time.
 */
export interface GCEPersistentDiskVolumeSource {
  /** Name of the disk at Compute Engine. */
  readonly pdName: string
  /** File system of the disk, which is created if the disk is blank; ext4 by default. */
  readonly fsType?: string
  /** Number of the partition to mount, from 0 to 255. 0, or nothing, stands for the whole disk. */
  readonly partition?: number
  /** Attaches the disk for reading only; false by default. Several nodes can then use it. */
  readonly readOnly?: boolean
}

/**
 * core.v1.GitRepoVolumeSource
 *
 * A volume that is filled with a clone of a Git repository. It is deprecated and disabled on nodes by default; let an
 * init container clone into an emptyDir instead.
 */
export interface GitRepoVolumeSource {
  /** URL of the repository. */
  readonly repository: string
  /** Commit to check out. */
  readonly revision?: string
  /**
   * Directory to clone into, without "..": "." is the volume itself, and by default it is a folder with the name of the
   * repository.
   */
  readonly directory?: string
}

/**
 * core.v1.GlusterfsPersistentVolumeSource
 *
 * A Gluster volume for a persistent volume. Nodes no longer support it.
 */
export interface GlusterfsPersistentVolumeSource {
  /** Endpoints object that lists the addresses of the Gluster servers. */
  readonly endpoints: string
  /** Name of the Gluster volume. */
  readonly path: string
  /** Mounts the volume for reading only; false by default. */
  readonly readOnly?: boolean
  /** Namespace of that endpoints object, by default that of the claim. */
  readonly endpointsNamespace?: string
}

/**
 * core.v1.GlusterfsVolumeSource
 *
 * A Gluster volume for a volume of a pod. Nodes no longer support it.
 */
export interface GlusterfsVolumeSource {
  /** Endpoints object in the namespace of the pod that lists the addresses of the Gluster servers. */
  readonly endpoints: string
  /** Name of the Gluster volume. */
  readonly path: string
  /** Mounts the volume for reading only; false by default. */
  readonly readOnly?: boolean
}

/**
 * core.v1.HostPathVolumeSource
 *
 * A file or directory of the node. It gives a pod access to the node and is meant for agents of the system.
 */
export interface HostPathVolumeSource {
  /** Path on the node, without "..". Symbolic links are followed. */
  readonly path: string
  /**
   * What must be at the path before it is mounted: an existing directory, file, socket or device, or a directory or
   * file that is created if need be. Empty means no check. One of "", DirectoryOrCreate, Directory, FileOrCreate, File,
   * Socket, CharDevice, BlockDevice.
   */
  readonly type?: string
}

/**
 * core.v1.ISCSIPersistentVolumeSource
 *
 * An iSCSI disk for a persistent volume. It can be mounted for writing on one node at a time.
 */
export interface ISCSIPersistentVolumeSource {
  /** Address of the target, with a port unless it is 860 or 3260. */
  readonly targetPortal: string
  /** Qualified name of the target, beginning with iqn, eui or naa. */
  readonly iqn: string
  /** Number of the unit at the target, from 0 to 255. */
  readonly lun: number
  /** Interface of the initiator, for example one that is bound to a network card. The default goes over TCP. */
  readonly iscsiInterface?: string
  /** File system of the disk, which is created if the disk is blank; ext4 by default. */
  readonly fsType?: string
  /** Mounts the disk for reading only; false by default. */
  readonly readOnly?: boolean
  /** Further addresses of the target for more than one path to the disk, with a port unless it is 860 or 3260. */
  readonly portals?: readonly string[]
  /** Authenticates by CHAP while the target is discovered. It needs secretRef. */
  readonly chapAuthDiscovery?: boolean
  /** Authenticates by CHAP when the session is opened. It needs secretRef. */
  readonly chapAuthSession?: boolean
  /** Secret with the names and passwords for CHAP. */
  readonly secretRef?: SecretReference
  /** Qualified name of the initiator. A new interface with the name of the target portal and volume is made for it. */
  readonly initiatorName?: string
}

/**
 * core.v1.ISCSIVolumeSource
 *
 * An iSCSI disk for a volume of a pod. It can be mounted for writing on one node at a time.
 */
export interface ISCSIVolumeSource {
  /** Address of the target, with a port unless it is 860 or 3260. */
  readonly targetPortal: string
  /** Qualified name of the target, beginning with iqn, eui or naa. */
  readonly iqn: string
  /** Number of the unit at the target, from 0 to 255. */
  readonly lun: number
  /** Interface of the initiator, for example one that is bound to a network card. The default goes over TCP. */
  readonly iscsiInterface?: string
  /** File system of the disk, which is created if the disk is blank; ext4 by default. */
  readonly fsType?: string
  /** Mounts the disk for reading only; false by default. */
  readonly readOnly?: boolean
  /** Further addresses of the target for more than one path to the disk, with a port unless it is 860 or 3260. */
  readonly portals?: readonly string[]
  /** Authenticates by CHAP while the target is discovered. It needs secretRef. */
  readonly chapAuthDiscovery?: boolean
  /** Authenticates by CHAP when the session is opened. It needs secretRef. */
  readonly chapAuthSession?: boolean
  /** Secret in the namespace of the pod with the names and passwords for CHAP. */
  readonly secretRef?: LocalObjectReference
  /** Qualified name of the initiator. A new interface with the name of the target portal and volume is made for it. */
  readonly initiatorName?: string
}

/**
 * core.v1.ImageVolumeSource
 *
 * A volume that shows the files of a container image or another OCI artifact, for reading only.
 */
export interface ImageVolumeSource {
  /** Reference of the image or artifact, as for the image of a container. */
  readonly reference?: string
  /**
   * Whether it is pulled each time the pod starts, only if the node lacks it, or never. The default is Always for the
   * tag latest or no tag, and IfNotPresent otherwise. One of Always, Never, IfNotPresent.
   */
  readonly pullPolicy?: string
}

/**
 * core.v1.KeyToPath
 *
 * Says which file of a volume an entry of a config map or secret is written to.
 */
export interface KeyToPath {
  /** Key of the entry. */
  readonly key: string
  /** Place of the file within the volume. It is relative and does not contain "..". */
  readonly path: string
  /** Permissions of this file, from 0 to 0777 in octal, by default those of the volume. JSON needs a decimal number. */
  readonly mode?: number
}

/**
 * core.v1.LocalVolumeSource
 *
 * A disk, partition or directory of one node for a persistent volume. The volume needs a node affinity that names the
 * node.
 */
export interface LocalVolumeSource {
  /** Path on the node of a directory or block device. */
  readonly path: string
  /**
   * File system to mount, which is created if a block device is blank; without it, the node picks one. It has no
   * meaning for directories.
   */
  readonly fsType?: string
}

/**
 * core.v1.ModifyVolumeStatus
 *
 * How far a change of the attributes class of a volume has come.
 */
export interface ModifyVolumeStatus {
  /** Class that the volume is being changed to. */
  readonly targetVolumeAttributesClassName?: string
  /**
   * Pending if the change waits, for example for the class to exist; InProgress while it is made; Infeasible if the
   * driver has refused it, so that another class must be asked for. One of Pending, InProgress, Infeasible.
   */
  readonly status: string
}

/**
 * core.v1.NFSVolumeSource
 *
 * A directory of an NFS server. Many nodes can mount it for writing at the same time.
 */
export interface NFSVolumeSource {
  /** Host name or address of the server. */
  readonly server: string
  /** Absolute path that the server exports. */
  readonly path: string
  /** Mounts the directory for reading only; false by default. */
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

/**
 * core.v1.PersistentVolume
 *
 * A piece of storage of the cluster, made by an administrator or by a provisioner. It outlives the pods that use it.
 */
export interface PersistentVolume extends ApiObject {
  /** Where the storage is, how large it is, and who may use it how. */
  readonly spec?: PersistentVolumeSpec
  /** Whether the volume is free, bound, released or has failed. */
  readonly status?: PersistentVolumeStatus
}

/**
 * core.v1.PersistentVolumeClaim
 *
 * The wish of a user for storage. It is bound to a persistent volume that satisfies it, and pods of its namespace refer
 * to it.
 */
export interface PersistentVolumeClaim extends ApiObject {
  /**
   * What storage is wanted. After binding little of it can be changed: the size can grow, and the attributes class can
   * be replaced.
   */
  readonly spec?: PersistentVolumeClaimSpec
  /** Whether the claim is bound, and what storage it has received. */
  readonly status?: PersistentVolumeClaimStatus
}

/**
 * core.v1.PersistentVolumeClaimCondition
 *
 * One aspect of the state of a claim, mostly of a change that is being made to its volume.
 */
export interface PersistentVolumeClaimCondition {
  /**
   * Name of the aspect, for example Resizing, FileSystemResizePending, ControllerResizeError, NodeResizeError or
   * ModifyingVolume.
   */
  readonly type: string
  /** True, False or Unknown. */
  readonly status: string
  /** When the condition was last checked. */
  readonly lastProbeTime?: Time
  /** When the status last changed from one value to another. */
  readonly lastTransitionTime?: Time
  /** One word in CamelCase for the last change. */
  readonly reason?: string
  /** Text for people about the last change. */
  readonly message?: string
}

/**
 * core.v1.PersistentVolumeClaimList
 *
 * A list of persistent volume claims.
 */
export type PersistentVolumeClaimList = ApiList<PersistentVolumeClaim>

/**
 * core.v1.PersistentVolumeClaimSpec
 *
 * What storage a claim asks for.
 */
export interface PersistentVolumeClaimSpec {
  /**
   * How the volume is to be mounted: for writing by one node, by many nodes or by one pod, or for reading by many
   * nodes. One of ReadWriteOnce, ReadOnlyMany, ReadWriteMany, ReadWriteOncePod.
   */
  readonly accessModes?: readonly string[]
  /** Labels that an existing volume must have to be considered. With a selector, no volume is made dynamically. */
  readonly selector?: LabelSelector
  /**
   * How large the volume must be at least. Once bound, the request can be raised if the storage class allows it, and
   * after a failed enlargement be lowered down to the actual size.
   */
  readonly resources?: VolumeResourceRequirements
  /** Volume that the claim is bound to. A client may set it beforehand to ask for a certain volume. */
  readonly volumeName?: string
  /**
   * Storage class that makes the volume. An empty name asks for volumes without a class; without the field, the default
   * class is filled in if there is one.
   */
  readonly storageClassName?: string
  /**
   * Whether a file system is mounted (Filesystem, the default) or a raw device is passed on (Block). One of Block,
   * Filesystem.
   */
  readonly volumeMode?: string
  /**
   * What the new volume is filled with: a volume snapshot, or another claim to be cloned. It is kept equal to
   * dataSourceRef where that names no namespace.
   */
  readonly dataSource?: TypedLocalObjectReference
  /**
   * What the new volume is filled with. Besides snapshots and claims it can be any object for which a volume populator
   * is installed, and one of another namespace where that feature is enabled.
   */
  readonly dataSourceRef?: TypedObjectReference
  /**
   * Attributes class of the volume, which sets for instance its throughput. It can be replaced later, and then the
   * driver changes the volume.
   */
  readonly volumeAttributesClassName?: string
}

/**
 * core.v1.PersistentVolumeClaimStatus
 *
 * What has become of a claim.
 */
export interface PersistentVolumeClaimStatus {
  /**
   * Pending while the claim is not bound, Bound once it is, Lost if the volume that it was bound to is gone. One of
   * Pending, Bound, Lost.
   */
  readonly phase?: string
  /** How the bound volume can be mounted. One of ReadWriteOnce, ReadOnlyMany, ReadWriteMany, ReadWriteOncePod. */
  readonly accessModes?: readonly string[]
  /** Actual size of the bound volume. */
  readonly capacity?: Readonly<Record<string, Quantity>>
  /** Aspects of the state, one entry for each type. They tell of enlargements and changes in progress. */
  readonly conditions?: readonly PersistentVolumeClaimCondition[]
  /**
   * Size that an enlargement is aiming at, which is also what quota counts if it is greater than the request. It can
   * exceed the request after that has been lowered again.
   */
  readonly allocatedResources?: Readonly<Record<string, Quantity>>
  /**
   * State of the enlargement of each resource, at the storage (ControllerResizeInProgress, ControllerResizeInfeasible)
   * or on the node (NodeResizePending, NodeResizeInProgress, NodeResizeInfeasible). No entry means that nothing is
   * going on. One of ControllerResizeInProgress, ControllerResizeInfeasible, NodeResizePending, NodeResizeInProgress,
   * NodeResizeInfeasible.
   */
  readonly allocatedResourceStatuses?: Readonly<Record<string, string>>
  /** Attributes class that the volume has now. It is missing if no class has been applied. */
  readonly currentVolumeAttributesClassName?: string
  /** Change of the attributes class that is under way. It is missing when there is none. */
  readonly modifyVolumeStatus?: ModifyVolumeStatus
}

/**
 * core.v1.PersistentVolumeClaimTemplate
 *
 * What a claim looks like that is made for a pod.
 */
export interface PersistentVolumeClaimTemplate {
  /** Labels and annotations that the claim receives. Other metadata is refused. */
  readonly metadata?: ObjectMeta
  /** Spec that the claim receives. */
  readonly spec: PersistentVolumeClaimSpec
}

/**
 * core.v1.PersistentVolumeClaimVolumeSource
 *
 * A volume of a pod that is the persistent volume behind a claim.
 */
export interface PersistentVolumeClaimVolumeSource {
  /** Claim in the namespace of the pod. */
  readonly claimName: string
  /** Makes every mount of the volume read-only; false by default. */
  readonly readOnly?: boolean
}

/**
 * core.v1.PersistentVolumeList
 *
 * A list of persistent volumes.
 */
export type PersistentVolumeList = ApiList<PersistentVolume>

/**
 * core.v1.PersistentVolumeSource
 *
 * Where the storage of a persistent volume is. Exactly one field is set.
 */
export interface PersistentVolumeSource {
  /** A persistent disk of Google Compute Engine. Deprecated in favor of csi. */
  readonly gcePersistentDisk?: GCEPersistentDiskVolumeSource
  /** An Elastic Block Store disk of AWS. Deprecated in favor of csi. */
  readonly awsElasticBlockStore?: AWSElasticBlockStoreVolumeSource
  /** A directory of the node, for tests on clusters of a single node only. */
  readonly hostPath?: HostPathVolumeSource
  /** A Gluster volume. No longer supported by nodes. */
  readonly glusterfs?: GlusterfsPersistentVolumeSource
  /** A directory of an NFS server. */
  readonly nfs?: NFSVolumeSource
  /** A Ceph block device. No longer supported by nodes. */
  readonly rbd?: RBDPersistentVolumeSource
  /** An iSCSI disk. */
  readonly iscsi?: ISCSIPersistentVolumeSource
  /** An OpenStack block volume. Deprecated in favor of csi. */
  readonly cinder?: CinderPersistentVolumeSource
  /** A directory of a Ceph file system. No longer supported by nodes. */
  readonly cephfs?: CephFSPersistentVolumeSource
  /** A Fibre Channel disk. */
  readonly fc?: FCVolumeSource
  /** A dataset of Flocker. No longer supported by nodes. */
  readonly flocker?: FlockerVolumeSource
  /** A volume that a program on the node provides. Deprecated in favor of csi. */
  readonly flexVolume?: FlexPersistentVolumeSource
  /** An SMB share of Azure Files. Deprecated in favor of csi. */
  readonly azureFile?: AzureFilePersistentVolumeSource
  /** A virtual disk of vSphere. Deprecated in favor of csi. */
  readonly vsphereVolume?: VsphereVirtualDiskVolumeSource
  /** A volume of Quobyte. No longer supported by nodes. */
  readonly quobyte?: QuobyteVolumeSource
  /** A data disk of Azure. Deprecated in favor of csi. */
  readonly azureDisk?: AzureDiskVolumeSource
  /** A disk of Photon Controller. No longer supported by nodes. */
  readonly photonPersistentDisk?: PhotonPersistentDiskVolumeSource
  /** A volume of Portworx. Deprecated in favor of csi. */
  readonly portworxVolume?: PortworxVolumeSource
  /** A volume of ScaleIO. No longer supported by nodes. */
  readonly scaleIO?: ScaleIOPersistentVolumeSource
  /** A disk or directory of one node, with a node affinity that names it. */
  readonly local?: LocalVolumeSource
  /** A volume of StorageOS. No longer supported by nodes. */
  readonly storageos?: StorageOSPersistentVolumeSource
  /** A volume that a CSI driver manages. */
  readonly csi?: CSIPersistentVolumeSource
}

/**
 * core.v1.PersistentVolumeSpec
 *
 * Where the storage of a persistent volume is and how it can be used. The source cannot be changed later.
 */
export interface PersistentVolumeSpec extends PersistentVolumeSource {
  /** Size of the volume, as a quantity under the key storage. */
  readonly capacity?: Readonly<Record<string, Quantity>>
  /**
   * All the ways in which the volume can be mounted. One of ReadWriteOnce, ReadOnlyMany, ReadWriteMany,
   * ReadWriteOncePod.
   */
  readonly accessModes?: readonly string[]
  /** Claim that the volume is bound to. Set beforehand by an administrator, it reserves the volume for that claim. */
  readonly claimRef?: ObjectReference
  /**
   * What happens to the volume when its claim is deleted: Retain keeps it (the default), Delete deletes it together
   * with the storage (usual for volumes made dynamically), Recycle wipes it and is deprecated. One of Recycle, Delete,
   * Retain.
   */
  readonly persistentVolumeReclaimPolicy?: string
  /**
   * Storage class that the volume belongs to. An empty name means none; only claims with the same class are bound to
   * it.
   */
  readonly storageClassName?: string
  /** Options for mounting, such as soft. They are not checked beforehand, and a wrong one makes the mount fail. */
  readonly mountOptions?: readonly string[]
  /**
   * Whether the volume is used with a file system (Filesystem, the default) or as a raw device (Block). One of Block,
   * Filesystem.
   */
  readonly volumeMode?: string
  /** Nodes from which the volume can be reached. Pods that use it are placed on these only. */
  readonly nodeAffinity?: VolumeNodeAffinity
  /**
   * Attributes class of the volume. The volume is bound only to claims with the same class, and the name changes when
   * the driver has applied another one.
   */
  readonly volumeAttributesClassName?: string
}

/**
 * core.v1.PersistentVolumeStatus
 *
 * What has become of a persistent volume.
 */
export interface PersistentVolumeStatus {
  /**
   * Available while the volume is free, Bound while a claim has it, Released after that claim is deleted, Failed if it
   * could not be reclaimed. Pending means that it has not been looked at. One of Pending, Available, Bound, Released,
   * Failed.
   */
  readonly phase?: string
  /** Text for people about why the volume is in this phase. */
  readonly message?: string
  /** One word in CamelCase for a failure. */
  readonly reason?: string
  /** When the phase last changed. */
  readonly lastPhaseTransitionTime?: Time
}

/**
 * core.v1.PhotonPersistentDiskVolumeSource
 *
 * A disk of VMware Photon Controller. Nodes no longer support it.
 */
export interface PhotonPersistentDiskVolumeSource {
  /** Identifier of the disk. */
  readonly pdID: string
  /** File system of the disk, which is created if the disk is blank; ext4 by default. */
  readonly fsType?: string
}

/**
 * core.v1.PodCertificateProjection
 *
 * Has the node make a private key and obtain a certificate for the pod, and writes both into a projected volume. The
 * certificate is renewed before it expires.
 */
export interface PodCertificateProjection {
  /** Signer that is asked for the certificate. */
  readonly signerName: string
  /** Kind of the private key: RSA3072, RSA4096, ECDSAP256, ECDSAP384, ECDSAP521 or ED25519. */
  readonly keyType: string
  /**
   * Longest lifetime to ask for, in seconds: at least 3600 (one hour), at most 7862400 (91 days), and 86400 (24 hours)
   * by default. The signer may issue a shorter one.
   */
  readonly maxExpirationSeconds?: number
  /**
   * File that receives the key and the certificates together as PEM blocks, the key first. It is replaced in one step,
   * so it is safer to use than two files.
   */
  readonly credentialBundlePath?: string
  /** File that receives the private key as a PEM block. */
  readonly keyPath?: string
  /** File that receives the certificates as PEM blocks, that of the pod first. */
  readonly certificateChainPath?: string
  /**
   * Further data for the signer, passed on in the request. Keys carry a domain, and signers document which ones they
   * understand.
   */
  readonly userAnnotations?: Readonly<Record<string, string>>
}

/**
 * core.v1.PortworxVolumeSource
 *
 * A volume of Portworx. Nodes hand it over to the CSI driver pxd.portworx.com.
 */
export interface PortworxVolumeSource {
  /** Identifier of the volume at Portworx. */
  readonly volumeID: string
  /** File system of the volume, which is created if the volume is blank; ext4 by default. */
  readonly fsType?: string
  /** Mounts the volume for reading only; false by default. */
  readonly readOnly?: boolean
}

/**
 * core.v1.ProjectedVolumeSource
 *
 * A volume that joins files of several sources in one directory.
 */
export interface ProjectedVolumeSource {
  /** Sources of the files. No two of them may write the same path. */
  readonly sources?: readonly VolumeProjection[] | null
  /**
   * Permissions of files that set none, from 0 to 0777 in octal; 0644 by default. JSON needs the decimal number, 420.
   */
  readonly defaultMode?: number
}

/**
 * core.v1.QuobyteVolumeSource
 *
 * A volume of Quobyte. Nodes no longer support it.
 */
export interface QuobyteVolumeSource {
  /** Addresses of the registries of Quobyte as host:port, separated by commas. */
  readonly registry: string
  /** Name of an existing volume. */
  readonly volume: string
  /** Mounts the volume for reading only; false by default. */
  readonly readOnly?: boolean
  /** User that accesses the volume, by default that of the service account. */
  readonly user?: string
  /** Group that accesses the volume, none by default. */
  readonly group?: string
  /** Tenant that owns the volume; provisioners of Quobyte set it. */
  readonly tenant?: string
}

/**
 * core.v1.RBDPersistentVolumeSource
 *
 * A Ceph block device for a persistent volume. Nodes no longer support it.
 */
export interface RBDPersistentVolumeSource {
  /** Addresses of the Ceph monitors, at least one. */
  readonly monitors: readonly string[]
  /** Name of the image at Ceph. */
  readonly image: string
  /** File system of the image, which is created if the image is blank; ext4 by default. */
  readonly fsType?: string
  /** Pool that holds the image. */
  readonly pool?: string
  /** User at Ceph. */
  readonly user?: string
  /** Path on the node of the file with the keys of the user. */
  readonly keyring?: string
  /** Secret with the key of the user. It wins over keyring. */
  readonly secretRef?: SecretReference
  /** Maps the image for reading only; false by default. */
  readonly readOnly?: boolean
}

/**
 * core.v1.RBDVolumeSource
 *
 * A Ceph block device for a volume of a pod. Nodes no longer support it.
 */
export interface RBDVolumeSource {
  /** Addresses of the Ceph monitors, at least one. */
  readonly monitors: readonly string[]
  /** Name of the image at Ceph. */
  readonly image: string
  /** File system of the image, which is created if the image is blank; ext4 by default. */
  readonly fsType?: string
  /** Pool that holds the image. */
  readonly pool?: string
  /** User at Ceph. */
  readonly user?: string
  /** Path on the node of the file with the keys of the user. */
  readonly keyring?: string
  /** Secret in the namespace of the pod with the key of the user. It wins over keyring. */
  readonly secretRef?: LocalObjectReference
  /** Maps the image for reading only; false by default. */
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

/**
 * core.v1.ScaleIOPersistentVolumeSource
 *
 * A volume of ScaleIO for a persistent volume. Nodes no longer support it.
 */
export interface ScaleIOPersistentVolumeSource {
  /** Host address of the gateway of the ScaleIO API. */
  readonly gateway: string
  /** Name of the storage system as it is configured in ScaleIO. */
  readonly system: string
  /** Secret with the name and password for the login. */
  readonly secretRef: SecretReference
  /** Talks to the gateway over TLS; false by default. */
  readonly sslEnabled?: boolean
  /** Protection domain that holds the storage. */
  readonly protectionDomain?: string
  /** Storage pool within that domain. */
  readonly storagePool?: string
  /** Whether space is set aside at once (ThickProvisioned) or when it is needed (ThinProvisioned). */
  readonly storageMode?: string
  /** Name of an existing volume of ScaleIO. */
  readonly volumeName?: string
  /** File system of the volume, which is created if the volume is blank. */
  readonly fsType?: string
  /** Mounts the volume for reading only; false by default. */
  readonly readOnly?: boolean
}

/**
 * core.v1.ScaleIOVolumeSource
 *
 * A volume of ScaleIO for a volume of a pod. Nodes no longer support it.
 */
export interface ScaleIOVolumeSource {
  /** Host address of the gateway of the ScaleIO API. */
  readonly gateway: string
  /** Name of the storage system as it is configured in ScaleIO. */
  readonly system: string
  /** Secret in the namespace of the pod with the name and password for the login. */
  readonly secretRef: LocalObjectReference
  /** Talks to the gateway over TLS; false by default. */
  readonly sslEnabled?: boolean
  /** Protection domain that holds the storage. */
  readonly protectionDomain?: string
  /** Storage pool within that domain. */
  readonly storagePool?: string
  /** Whether space is set aside at once (ThickProvisioned) or when it is needed (ThinProvisioned). */
  readonly storageMode?: string
  /** Name of an existing volume of ScaleIO. */
  readonly volumeName?: string
  /** File system of the volume, which is created if the volume is blank. */
  readonly fsType?: string
  /** Mounts the volume for reading only; false by default. */
  readonly readOnly?: boolean
}

/**
 * core.v1.SecretProjection
 *
 * Writes the entries of a secret as files into a projected volume.
 */
export interface SecretProjection extends LocalObjectReference {
  /** Entries to write and under which paths. Without it, every entry becomes a file named by its key. */
  readonly items?: readonly KeyToPath[]
  /** Lets the pod start if the secret or a listed key does not exist. */
  readonly optional?: boolean
}

/**
 * core.v1.SecretVolumeSource
 *
 * A volume that holds the entries of a secret as files, in memory. They follow changes of the secret, unless they are
 * mounted by subPath.
 */
export interface SecretVolumeSource {
  /** Secret in the namespace of the pod. */
  readonly secretName?: string
  /** Entries to write and under which paths. Without it, every entry becomes a file named by its key. */
  readonly items?: readonly KeyToPath[]
  /**
   * Permissions of files that set none, from 0 to 0777 in octal; 0644 by default. JSON needs the decimal number, 420.
   */
  readonly defaultMode?: number
  /** Lets the pod start if the secret or a listed key does not exist. */
  readonly optional?: boolean
}

/**
 * core.v1.ServiceAccountTokenProjection
 *
 * Writes a token of the service account of the pod into a projected volume. The token is bound to the pod and renewed
 * before it expires.
 */
export interface ServiceAccountTokenProjection {
  /** Who the token is meant for; others should refuse it. By default it is the API server. */
  readonly audience?: string
  /**
   * Lifetime to ask for, in seconds: 3600 (one hour) by default, at least 600 (ten minutes). The token is renewed when
   * 80 percent of it or 24 hours have passed.
   */
  readonly expirationSeconds?: number
  /** Place of the file within the volume. It is relative and does not contain "..". */
  readonly path: string
}

/**
 * core.v1.StorageOSPersistentVolumeSource
 *
 * A volume of StorageOS for a persistent volume. Nodes no longer support it.
 */
export interface StorageOSPersistentVolumeSource {
  /** Name of the volume, unique within its namespace. */
  readonly volumeName?: string
  /** Namespace of the volume at StorageOS, by default that of the pod. One that does not exist there is created. */
  readonly volumeNamespace?: string
  /** File system of the volume, which is created if the volume is blank; ext4 by default. */
  readonly fsType?: string
  /** Mounts the volume for reading only; false by default. */
  readonly readOnly?: boolean
  /** Secret with credentials for the StorageOS API. Without it, built-in defaults are tried. */
  readonly secretRef?: ObjectReference
}

/**
 * core.v1.StorageOSVolumeSource
 *
 * A volume of StorageOS for a volume of a pod. Nodes no longer support it.
 */
export interface StorageOSVolumeSource {
  /** Name of the volume, unique within its namespace. */
  readonly volumeName?: string
  /** Namespace of the volume at StorageOS, by default that of the pod. One that does not exist there is created. */
  readonly volumeNamespace?: string
  /** File system of the volume, which is created if the volume is blank; ext4 by default. */
  readonly fsType?: string
  /** Mounts the volume for reading only; false by default. */
  readonly readOnly?: boolean
  /**
   * Secret in the namespace of the pod with credentials for the StorageOS API. Without it, built-in defaults are tried.
   */
  readonly secretRef?: LocalObjectReference
}

/**
 * core.v1.Volume
 *
 * A named volume of a pod. Containers mount it by its name.
 */
export interface Volume extends VolumeSource {
  /** Name of the volume: a DNS label, unique in the pod. */
  readonly name: string
}

/**
 * core.v1.VolumeNodeAffinity
 *
 * Which nodes can reach a persistent volume.
 */
export interface VolumeNodeAffinity {
  /** Nodes that can reach the volume. At least one of its terms must match. */
  readonly required?: NodeSelector
}

/**
 * core.v1.VolumeProjection
 *
 * One source of a projected volume. Exactly one field is set.
 */
export interface VolumeProjection {
  /** Entries of a secret. */
  readonly secret?: SecretProjection
  /** Fields of the pod. */
  readonly downwardAPI?: DownwardAPIProjection
  /** Entries of a config map. */
  readonly configMap?: ConfigMapProjection
  /** A token of the service account of the pod. */
  readonly serviceAccountToken?: ServiceAccountTokenProjection
  /** Certificates of cluster trust bundles. */
  readonly clusterTrustBundle?: ClusterTrustBundleProjection
  /** A private key and a certificate for the pod. */
  readonly podCertificate?: PodCertificateProjection
}

/**
 * core.v1.VolumeResourceRequirements
 *
 * How large the volume of a claim must and may be.
 */
export interface VolumeResourceRequirements {
  /** The most that the volume may hold, under the key storage. */
  readonly limits?: Readonly<Record<string, Quantity>>
  /** The least that the volume must hold, under the key storage. */
  readonly requests?: Readonly<Record<string, Quantity>>
}

/**
 * core.v1.VolumeSource
 *
 * What a volume of a pod contains. Exactly one field is set; with none, it is an emptyDir.
 */
export interface VolumeSource {
  /** A file or directory of the node. */
  readonly hostPath?: HostPathVolumeSource
  /** An empty directory that lives as long as the pod. */
  readonly emptyDir?: EmptyDirVolumeSource
  /** A persistent disk of Google Compute Engine. Deprecated; use a claim or CSI. */
  readonly gcePersistentDisk?: GCEPersistentDiskVolumeSource
  /** An Elastic Block Store disk of AWS. Deprecated; use a claim or CSI. */
  readonly awsElasticBlockStore?: AWSElasticBlockStoreVolumeSource
  /** A clone of a Git repository. Deprecated, and disabled on nodes by default. */
  readonly gitRepo?: GitRepoVolumeSource
  /** Entries of a secret as files. */
  readonly secret?: SecretVolumeSource
  /** A directory of an NFS server. */
  readonly nfs?: NFSVolumeSource
  /** An iSCSI disk. */
  readonly iscsi?: ISCSIVolumeSource
  /** A Gluster volume. No longer supported by nodes. */
  readonly glusterfs?: GlusterfsVolumeSource
  /** The persistent volume behind a claim of the namespace. */
  readonly persistentVolumeClaim?: PersistentVolumeClaimVolumeSource
  /** A Ceph block device. No longer supported by nodes. */
  readonly rbd?: RBDVolumeSource
  /** A volume that a program on the node provides. Deprecated; use CSI. */
  readonly flexVolume?: FlexVolumeSource
  /** An OpenStack block volume. Deprecated; use a claim or CSI. */
  readonly cinder?: CinderVolumeSource
  /** A directory of a Ceph file system. No longer supported by nodes. */
  readonly cephfs?: CephFSVolumeSource
  /** A dataset of Flocker. No longer supported by nodes. */
  readonly flocker?: FlockerVolumeSource
  /** Fields of the pod as files. */
  readonly downwardAPI?: DownwardAPIVolumeSource
  /** A Fibre Channel disk. */
  readonly fc?: FCVolumeSource
  /** An SMB share of Azure Files. Deprecated; use a claim or CSI. */
  readonly azureFile?: AzureFileVolumeSource
  /** Entries of a config map as files. */
  readonly configMap?: ConfigMapVolumeSource
  /** A virtual disk of vSphere. Deprecated; use a claim or CSI. */
  readonly vsphereVolume?: VsphereVirtualDiskVolumeSource
  /** A volume of Quobyte. No longer supported by nodes. */
  readonly quobyte?: QuobyteVolumeSource
  /** A data disk of Azure. Deprecated; use a claim or CSI. */
  readonly azureDisk?: AzureDiskVolumeSource
  /** A disk of Photon Controller. No longer supported by nodes. */
  readonly photonPersistentDisk?: PhotonPersistentDiskVolumeSource
  /** Files of several sources in one directory: secrets, config maps, fields of the pod, tokens and certificates. */
  readonly projected?: ProjectedVolumeSource
  /** A volume of Portworx. Deprecated; use a claim or CSI. */
  readonly portworxVolume?: PortworxVolumeSource
  /** A volume of ScaleIO. No longer supported by nodes. */
  readonly scaleIO?: ScaleIOVolumeSource
  /** A volume of StorageOS. No longer supported by nodes. */
  readonly storageos?: StorageOSVolumeSource
  /** A volume that a CSI driver makes for this pod alone. */
  readonly csi?: CSIVolumeSource
  /** A persistent volume whose claim is made for this pod and deleted with it. */
  readonly ephemeral?: EphemeralVolumeSource
  /** Files of a container image or other OCI artifact, read-only. */
  readonly image?: ImageVolumeSource
}

/**
 * core.v1.VsphereVirtualDiskVolumeSource
 *
 * A virtual disk of vSphere. Nodes hand it over to the CSI driver csi.vsphere.vmware.com.
 */
export interface VsphereVirtualDiskVolumeSource {
  /** Path of the disk file in its datastore. */
  readonly volumePath: string
  /** File system of the disk, which is created if the disk is blank; ext4 by default. */
  readonly fsType?: string
  /** Name of the storage policy of the disk. */
  readonly storagePolicyName?: string
  /** Identifier of that policy, if one is named. */
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
