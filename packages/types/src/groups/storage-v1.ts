// Made by scripts/generate-types.mjs; do not edit.
import type { ApiList, ApiObject } from '@pinnace/meta'
import type { TypeTable } from '@pinnace/schema'
import type { Quantity, Time } from '../scalars.ts'
import type { PersistentVolumeSpec } from './core-v1-volumes.ts'
import type { TopologySelectorTerm } from './core-v1.ts'
import type { LabelSelector } from './meta-v1.ts'

/** storage.v1.CSIDriver */
export interface CSIDriver extends ApiObject {
  readonly spec: CSIDriverSpec
}

/** storage.v1.CSIDriverList */
export type CSIDriverList = ApiList<CSIDriver>

/** storage.v1.CSIDriverSpec */
export interface CSIDriverSpec {
  readonly attachRequired?: boolean
  readonly podInfoOnMount?: boolean
  readonly volumeLifecycleModes?: readonly string[]
  readonly storageCapacity?: boolean
  readonly fsGroupPolicy?: string
  readonly tokenRequests?: readonly TokenRequest[]
  readonly requiresRepublish?: boolean
  readonly seLinuxMount?: boolean
  readonly nodeAllocatableUpdatePeriodSeconds?: number
  readonly serviceAccountTokenInSecrets?: boolean
  readonly preventPodSchedulingIfMissing?: boolean
}

/** storage.v1.CSINode */
export interface CSINode extends ApiObject {
  readonly spec: CSINodeSpec
}

/** storage.v1.CSINodeDriver */
export interface CSINodeDriver {
  readonly name: string
  readonly nodeID: string
  readonly topologyKeys?: readonly string[] | null
  readonly allocatable?: VolumeNodeResources
}

/** storage.v1.CSINodeList */
export type CSINodeList = ApiList<CSINode>

/** storage.v1.CSINodeSpec */
export interface CSINodeSpec {
  readonly drivers: readonly CSINodeDriver[]
}

/** storage.v1.CSIStorageCapacity */
export interface CSIStorageCapacity extends ApiObject {
  readonly nodeTopology?: LabelSelector
  readonly storageClassName: string
  readonly capacity?: Quantity
  readonly maximumVolumeSize?: Quantity
}

/** storage.v1.CSIStorageCapacityList */
export type CSIStorageCapacityList = ApiList<CSIStorageCapacity>

/** storage.v1.StorageClass */
export interface StorageClass extends ApiObject {
  readonly provisioner: string
  readonly parameters?: Readonly<Record<string, string>>
  /** One of Recycle, Delete, Retain. */
  readonly reclaimPolicy?: string
  readonly mountOptions?: readonly string[]
  readonly allowVolumeExpansion?: boolean
  /** One of Immediate, WaitForFirstConsumer. */
  readonly volumeBindingMode?: string
  readonly allowedTopologies?: readonly TopologySelectorTerm[]
}

/** storage.v1.StorageClassList */
export type StorageClassList = ApiList<StorageClass>

/** storage.v1.TokenRequest */
export interface TokenRequest {
  readonly audience: string
  readonly expirationSeconds?: number
}

/** storage.v1.VolumeAttachment */
export interface VolumeAttachment extends ApiObject {
  readonly spec: VolumeAttachmentSpec
  readonly status?: VolumeAttachmentStatus
}

/** storage.v1.VolumeAttachmentList */
export type VolumeAttachmentList = ApiList<VolumeAttachment>

/** storage.v1.VolumeAttachmentSource */
export interface VolumeAttachmentSource {
  readonly persistentVolumeName?: string
  readonly inlineVolumeSpec?: PersistentVolumeSpec
}

/** storage.v1.VolumeAttachmentSpec */
export interface VolumeAttachmentSpec {
  readonly attacher: string
  readonly source: VolumeAttachmentSource
  readonly nodeName: string
}

/** storage.v1.VolumeAttachmentStatus */
export interface VolumeAttachmentStatus {
  readonly attached: boolean
  readonly attachmentMetadata?: Readonly<Record<string, string>>
  readonly attachError?: VolumeError
  readonly detachError?: VolumeError
}

/** storage.v1.VolumeAttributesClass */
export interface VolumeAttributesClass extends ApiObject {
  readonly driverName: string
  readonly parameters?: Readonly<Record<string, string>>
}

/** storage.v1.VolumeAttributesClassList */
export type VolumeAttributesClassList = ApiList<VolumeAttributesClass>

/** storage.v1.VolumeError */
export interface VolumeError {
  readonly time?: Time
  readonly message?: string
  readonly errorCode?: number
}

/** storage.v1.VolumeNodeResources */
export interface VolumeNodeResources {
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
