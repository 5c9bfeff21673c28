import type { TypeDescriptions } from './type-descriptions.ts'

/** Types of `storage/v1`. */
export const descriptions: TypeDescriptions = {
  'storage.v1.CSIDriver': {
    '': 'Says how a volume driver wants to be used. The name of the object is that of the driver.',
    spec: 'The properties of the driver.',
  },
  'storage.v1.CSIDriverSpec': {
    '': 'The properties of a volume driver.',
    attachRequired:
      'Whether volumes have to be attached to a node before they are mounted. The default is true; it cannot be changed.',
    podInfoOnMount:
      'Whether the driver receives the name, namespace, uid and service account of the pod for which it mounts. The default is false.',
    volumeLifecycleModes:
      'Persistent (the default) for volumes with claims, Ephemeral for volumes that are written into pods and live as long as those. It cannot be changed.',
    storageCapacity: 'Whether pods wait until the driver has published where there is capacity. The default is false.',
    fsGroupPolicy:
      'Whether ownership and permissions of a volume are changed for the group of the pod: ReadWriteOnceWithFSType (the default) if it has a file system type and one writer, File always, None never.',
    tokenRequests:
      'Tokens of the service account of the pod that the driver gets when it mounts, each for another audience.',
    requiresRepublish:
      'Whether the driver is asked to mount again and again, to renew what is mounted. The default is false.',
    seLinuxMount:
      'Whether volumes can be mounted with an SELinux context as mount option, so that labels need not be written file by file. The default is false.',
    nodeAllocatableUpdatePeriodSeconds:
      'Seconds after which the driver is asked again how many volumes a node can have, at least 10. Without it, only when the driver starts.',
    serviceAccountTokenInSecrets:
      'Whether the tokens are handed over as secrets instead of in the volume context. Requires tokenRequests; the default is false.',
    preventPodSchedulingIfMissing:
      'Whether pods that need a volume of the driver stay off nodes where it is not installed. The default is false.',
  },
  'storage.v1.CSINode': {
    '': 'The volume drivers of a node. The object has the name of the node, and drivers enter themselves.',
    spec: 'The drivers.',
  },
  'storage.v1.CSINodeDriver': {
    '': 'A volume driver on a node.',
    name: 'The name of the driver.',
    nodeID: 'What the driver calls the node, which can differ from its name here.',
    topologyKeys: 'Labels of the node by which the driver tells where volumes can be reached.',
    allocatable: 'How many volumes of the driver the node can have.',
  },
  'storage.v1.CSINodeSpec': {
    '': 'The volume drivers of a node.',
    drivers: 'The drivers that are installed. Each name is there once.',
  },
  'storage.v1.CSIStorageCapacity': {
    '': 'How much a driver can still provide for one class in one part of the cluster. The scheduler avoids nodes where it is too little.',
    nodeTopology:
      'The nodes that can reach the storage. An empty selector takes all, none at all means that no node can.',
    storageClassName: 'The storage class that the capacity is for. It cannot be changed.',
    capacity: 'How much is left. Without it, the capacity is not known.',
    maximumVolumeSize: 'The size of the largest volume that can be created. It can be smaller than what is left.',
  },
  'storage.v1.StorageClass': {
    '': 'A sort of storage that claims can ask for. An annotation makes it the default for claims that name none.',
    provisioner: 'Who creates the volumes. It cannot be changed.',
    parameters: 'Settings that the provisioner understands. At most 512, which cannot be changed.',
    reclaimPolicy:
      'What happens to a volume that is no longer claimed: Delete (the default) or Retain. It cannot be changed.',
    mountOptions: 'Options with which volumes are mounted. They are not checked: a mount with a wrong one fails.',
    allowVolumeExpansion: 'Whether volumes can be made larger by a change of their claims.',
    volumeBindingMode:
      'When a claim gets a volume: Immediate (the default), or WaitForFirstConsumer when a pod that uses it has been scheduled. It cannot be changed.',
    allowedTopologies: 'Where volumes may be created. Empty means everywhere.',
  },
  'storage.v1.TokenRequest': {
    '': 'A token of a service account that a volume driver gets.',
    audience: 'Who the token is for. Empty means the API server.',
    expirationSeconds: 'Seconds for which the token is valid. Without it, the server decides.',
  },
  'storage.v1.VolumeAttachment': {
    '': 'Asks for a volume to be attached to a node. Deleting it asks for the volume to be detached.',
    spec: 'What to attach where. It cannot be changed.',
    status: 'Whether it is attached, as the driver reports.',
  },
  'storage.v1.VolumeAttachmentSource': {
    '': 'The volume to attach: either a persistent volume by name, or one that is written out.',
    persistentVolumeName: 'The name of the persistent volume.',
    inlineVolumeSpec: 'A volume that a pod used without a claim, translated for its driver.',
  },
  'storage.v1.VolumeAttachmentSpec': {
    '': 'What to attach where.',
    attacher: 'The driver that is responsible.',
    source: 'The volume to attach.',
    nodeName: 'The node to attach it to.',
  },
  'storage.v1.VolumeAttachmentStatus': {
    '': 'How far the attachment has come. Only the driver writes it.',
    attached: 'Whether the volume is attached.',
    attachmentMetadata: 'What the driver needs to know again when it mounts the volume.',
    attachError: 'What last went wrong when the volume was attached.',
    detachError: 'What last went wrong when the volume was detached.',
  },
  'storage.v1.VolumeAttributesClass': {
    '': 'Properties of volumes, such as their speed, that can be changed while they are in use. A claim chooses a class by name.',
    driverName: 'The driver that understands the parameters. It cannot be changed.',
    parameters:
      'The properties as the driver names them: at least one, at most 512. They cannot be changed; a claim changes to another class.',
  },
  'storage.v1.VolumeError': {
    '': 'Something that went wrong with an attachment.',
    time: 'When it went wrong.',
    message: 'What went wrong, for people. It can be logged, so it must not hold secrets.',
    errorCode: 'The code that the driver answered with, a number of gRPC.',
  },
  'storage.v1.VolumeNodeResources': {
    '': 'What a node can have of the volumes of a driver.',
    count: 'The largest number of volumes. Without it there is no limit.',
  },
}
