// Made by scripts/generate-types.mjs; do not edit.
import type { ApiList, ApiObject } from '@pinnace/meta'
import type { TypeTable } from '@pinnace/schema'
import type { Quantity, Time } from '../scalars.ts'
import type { PersistentVolumeSpec } from './core-v1-volumes.ts'
import type { TopologySelectorTerm } from './core-v1.ts'
import type { LabelSelector } from './meta-v1.ts'

/**
 * storage.v1.CSIDriver
 *
 * Says how a volume driver wants to be used. The name of the object is that of the driver.
 */
export interface CSIDriver extends ApiObject {
  /** The properties of the driver. */
  readonly spec: CSIDriverSpec
}

/** storage.v1.CSIDriverList */
export type CSIDriverList = ApiList<CSIDriver>

/**
 * storage.v1.CSIDriverSpec
 *
 * The properties of a volume driver.
 */
export interface CSIDriverSpec {
  /**
   * Whether volumes have to be attached to a node before they are mounted. The default is true; it cannot be changed.
   */
  readonly attachRequired?: boolean
  /**
   * Whether the driver receives the name, namespace, uid and service account of the pod for which it mounts. The
   * default is false.
   */
  readonly podInfoOnMount?: boolean
  /**
   * Persistent (the default) for volumes with claims, Ephemeral for volumes that are written into pods and live as long
   * as those. It cannot be changed.
   */
  readonly volumeLifecycleModes?: readonly string[]
  /** Whether pods wait until the driver has published where there is capacity. The default is false. */
  readonly storageCapacity?: boolean
  /**
   * Whether ownership and permissions of a volume are changed for the group of the pod: ReadWriteOnceWithFSType (the
   * default) if it has a file system type and one writer, File always, None never.
   */
  readonly fsGroupPolicy?: string
  /** Tokens of the service account of the pod that the driver gets when it mounts, each for another audience. */
  readonly tokenRequests?: readonly TokenRequest[]
  /** Whether the driver is asked to mount again and again, to renew what is mounted. The default is false. */
  readonly requiresRepublish?: boolean
  /**
   * Whether volumes can be mounted with an SELinux context as mount option, so that labels need not be written file by
   * file. The default is false.
   */
  readonly seLinuxMount?: boolean
  /**
   * Seconds after which the driver is asked again how many volumes a node can have, at least 10. Without it, only when
   * the driver starts.
   */
  readonly nodeAllocatableUpdatePeriodSeconds?: number
  /**
   * Whether the tokens are handed over as secrets instead of in the volume context. Requires tokenRequests; the default
   * is false.
   */
  readonly serviceAccountTokenInSecrets?: boolean
  /** Whether pods that need a volume of the driver stay off nodes where it is not installed. The default is false. */
  readonly preventPodSchedulingIfMissing?: boolean
}

/**
 * storage.v1.CSINode
 *
 * The volume drivers of a node. The object has the name of the node, and drivers enter themselves.
 */
export interface CSINode extends ApiObject {
  /** The drivers. */
  readonly spec: CSINodeSpec
}

/**
 * storage.v1.CSINodeDriver
 *
 * A volume driver on a node.
 */
export interface CSINodeDriver {
  /** The name of the driver. */
  readonly name: string
  /** What the driver calls the node, which can differ from its name here. */
  readonly nodeID: string
  /** Labels of the node by which the driver tells where volumes can be reached. */
  readonly topologyKeys?: readonly string[] | null
  /** How many volumes of the driver the node can have. */
  readonly allocatable?: VolumeNodeResources
}

/** storage.v1.CSINodeList */
export type CSINodeList = ApiList<CSINode>

/**
 * storage.v1.CSINodeSpec
 *
 * The volume drivers of a node.
 */
export interface CSINodeSpec {
  /** The drivers that are installed. Each name is there once. */
  readonly drivers: readonly CSINodeDriver[]
}

/**
 * storage.v1.CSIStorageCapacity
 *
 * How much a driver can still provide for one class in one part of the cluster. The scheduler avoids nodes where it is
 * too little.
 */
export interface CSIStorageCapacity extends ApiObject {
  /** The nodes that can reach the storage. An empty selector takes all, none at all means that no node can. */
  readonly nodeTopology?: LabelSelector
  /** The storage class that the capacity is for. It cannot be changed. */
  readonly storageClassName: string
  /** How much is left. Without it, the capacity is not known. */
  readonly capacity?: Quantity
  /** The size of the largest volume that can be created. It can be smaller than what is left. */
  readonly maximumVolumeSize?: Quantity
}

/** storage.v1.CSIStorageCapacityList */
export type CSIStorageCapacityList = ApiList<CSIStorageCapacity>

/**
 * storage.v1.StorageClass
 *
 * A sort of storage that claims can ask for. An annotation makes it the default for claims that name none.
 */
export interface StorageClass extends ApiObject {
  /** Who creates the volumes. It cannot be changed. */
  readonly provisioner: string
  /** Settings that the provisioner understands. At most 512, which cannot be changed. */
  readonly parameters?: Readonly<Record<string, string>>
  /**
   * What happens to a volume that is no longer claimed: Delete (the default) or Retain. It cannot be changed. One of
   * Recycle, Delete, Retain.
   */
  readonly reclaimPolicy?: string
  /** Options with which volumes are mounted. They are not checked: a mount with a wrong one fails. */
  readonly mountOptions?: readonly string[]
  /** Whether volumes can be made larger by a change of their claims. */
  readonly allowVolumeExpansion?: boolean
  /**
   * When a claim gets a volume: Immediate (the default), or WaitForFirstConsumer when a pod that uses it has been
   * scheduled. It cannot be changed. One of Immediate, WaitForFirstConsumer.
   */
  readonly volumeBindingMode?: string
  /** Where volumes may be created. Empty means everywhere. */
  readonly allowedTopologies?: readonly TopologySelectorTerm[]
}

/** storage.v1.StorageClassList */
export type StorageClassList = ApiList<StorageClass>

/**
 * storage.v1.TokenRequest
 *
 * A token of a service account that a volume driver gets.
 */
export interface TokenRequest {
  /** Who the token is for. Empty means the API server. */
  readonly audience: string
  /** Seconds for which the token is valid. Without it, the server decides. */
  readonly expirationSeconds?: number
}

/**
 * storage.v1.VolumeAttachment
 *
 * Asks for a volume to be attached to a node. Deleting it asks for the volume to be detached.
 */
export interface VolumeAttachment extends ApiObject {
  /** What to attach where. It cannot be changed. */
  readonly spec: VolumeAttachmentSpec
  /** Whether it is attached, as the driver reports. */
  readonly status?: VolumeAttachmentStatus
}

/** storage.v1.VolumeAttachmentList */
export type VolumeAttachmentList = ApiList<VolumeAttachment>

/**
 * storage.v1.VolumeAttachmentSource
 *
 * The volume to attach: either a persistent volume by name, or one that is written out.
 */
export interface VolumeAttachmentSource {
  /** The name of the persistent volume. */
  readonly persistentVolumeName?: string
  /** A volume that a pod used without a claim, translated for its driver. */
  readonly inlineVolumeSpec?: PersistentVolumeSpec
}

/**
 * storage.v1.VolumeAttachmentSpec
 *
 * What to attach where.
 */
export interface VolumeAttachmentSpec {
  /** The driver that is responsible. */
  readonly attacher: string
  /** The volume to attach. */
  readonly source: VolumeAttachmentSource
  /** The node to attach it to. */
  readonly nodeName: string
}

/**
 * storage.v1.VolumeAttachmentStatus
 *
 * How far the attachment has come. Only the driver writes it.
 */
export interface VolumeAttachmentStatus {
  /** Whether the volume is attached. */
  readonly attached: boolean
  /** What the driver needs to know again when it mounts the volume. */
  readonly attachmentMetadata?: Readonly<Record<string, string>>
  /** What last went wrong when the volume was attached. */
  readonly attachError?: VolumeError
  /** What last went wrong when the volume was detached. */
  readonly detachError?: VolumeError
}

/**
 * storage.v1.VolumeAttributesClass
 *
 * Properties of volumes, such as their speed, that can be changed while they are in use. A claim chooses a class by
 * name.
 */
export interface VolumeAttributesClass extends ApiObject {
  /** The driver that understands the parameters. It cannot be changed. */
  readonly driverName: string
  /**
   * The properties as the driver names them: at least one, at most 512. They cannot be changed; a claim changes to
   * another class.
   */
  readonly parameters?: Readonly<Record<string, string>>
}

/** storage.v1.VolumeAttributesClassList */
export type VolumeAttributesClassList = ApiList<VolumeAttributesClass>

/**
 * storage.v1.VolumeError
 *
 * Something that went wrong with an attachment.
 */
export interface VolumeError {
  /** When it went wrong. */
  readonly time?: Time
  /** What went wrong, for people. It can be logged, so it must not hold secrets. */
  readonly message?: string
  /** The code that the driver answered with, a number of gRPC. */
  readonly errorCode?: number
}

/**
 * storage.v1.VolumeNodeResources
 *
 * What a node can have of the volumes of a driver.
 */
export interface VolumeNodeResources {
  /** The largest number of volumes. Without it there is no limit. */
  readonly count?: number
}

/** Fields of the types of this file, one line each. */
export const storageV1Types: TypeTable = {
  'storage.v1.CSIDriver': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ObjectMeta omitempty
spec 2 storage.v1.CSIDriverSpec required`,
  'storage.v1.CSIDriverList': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ListMeta omitempty
items 2 []storage.v1.CSIDriver required`,
  'storage.v1.CSIDriverSpec': `attachRequired 1 boolean omitempty pointer
podInfoOnMount 2 boolean omitempty pointer
volumeLifecycleModes 3 []string omitempty go=v1.VolumeLifecycleMode list=set
storageCapacity 4 boolean omitempty pointer
fsGroupPolicy 5 string omitempty pointer go=v1.FSGroupPolicy
tokenRequests 6 []storage.v1.TokenRequest omitempty list=atomic
requiresRepublish 7 boolean omitempty pointer
seLinuxMount 8 boolean omitempty pointer
nodeAllocatableUpdatePeriodSeconds 9 int64 omitempty pointer
serviceAccountTokenInSecrets 10 boolean omitempty pointer
preventPodSchedulingIfMissing 11 boolean omitempty pointer`,
  'storage.v1.CSINode': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ObjectMeta omitempty
spec 2 storage.v1.CSINodeSpec required`,
  'storage.v1.CSINodeDriver': `name 1 string required
nodeID 2 string required
topologyKeys 3 []string list=atomic
allocatable 4 storage.v1.VolumeNodeResources omitempty pointer`,
  'storage.v1.CSINodeList': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ListMeta omitempty
items 2 []storage.v1.CSINode required`,
  'storage.v1.CSINodeSpec': `drivers 1 []storage.v1.CSINodeDriver required list=map:name merge=name`,
  'storage.v1.CSIStorageCapacity': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ObjectMeta omitempty
nodeTopology 2 meta.v1.LabelSelector omitempty pointer
storageClassName 3 string required
capacity 4 quantity omitempty pointer
maximumVolumeSize 5 quantity omitempty pointer`,
  'storage.v1.CSIStorageCapacityList': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ListMeta omitempty
items 2 []storage.v1.CSIStorageCapacity required`,
  'storage.v1.StorageClass': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ObjectMeta omitempty
provisioner 2 string required
parameters 3 map:string omitempty
reclaimPolicy 4 string omitempty pointer go=v1.PersistentVolumeReclaimPolicy enum=Recycle|Delete|Retain
mountOptions 5 []string omitempty list=atomic
allowVolumeExpansion 6 boolean omitempty pointer
volumeBindingMode 7 string omitempty pointer go=v1.VolumeBindingMode enum=Immediate|WaitForFirstConsumer
allowedTopologies 8 []core.v1.TopologySelectorTerm omitempty list=atomic`,
  'storage.v1.StorageClassList': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ListMeta omitempty
items 2 []storage.v1.StorageClass required`,
  'storage.v1.TokenRequest': `audience 1 string required
expirationSeconds 2 int64 omitempty pointer`,
  'storage.v1.VolumeAttachment': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ObjectMeta omitempty
spec 2 storage.v1.VolumeAttachmentSpec required
status 3 storage.v1.VolumeAttachmentStatus omitempty`,
  'storage.v1.VolumeAttachmentList': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ListMeta omitempty
items 2 []storage.v1.VolumeAttachment required`,
  'storage.v1.VolumeAttachmentSource': `persistentVolumeName 1 string omitempty pointer
inlineVolumeSpec 2 core.v1.PersistentVolumeSpec omitempty pointer`,
  'storage.v1.VolumeAttachmentSpec': `attacher 1 string required
source 2 storage.v1.VolumeAttachmentSource required
nodeName 3 string required`,
  'storage.v1.VolumeAttachmentStatus': `attached 1 boolean required
attachmentMetadata 2 map:string omitempty
attachError 3 storage.v1.VolumeError omitempty pointer
detachError 4 storage.v1.VolumeError omitempty pointer`,
  'storage.v1.VolumeAttributesClass': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ObjectMeta omitempty
driverName 2 string required
parameters 3 map:string omitempty`,
  'storage.v1.VolumeAttributesClassList': `+ - meta.v1.TypeMeta
metadata 1 meta.v1.ListMeta omitempty
items 2 []storage.v1.VolumeAttributesClass required`,
  'storage.v1.VolumeError': `time 1 time omitempty
message 2 string omitempty
errorCode 3 int32 omitempty pointer`,
  'storage.v1.VolumeNodeResources': `count 1 int32 omitempty pointer`,
}
