// Descriptions of core/v1: volumes of pods, persistent volumes, claims, and every source that either can have.
import type { TypeDescriptions } from './type-descriptions.ts'

export const descriptions: TypeDescriptions = {
  'core.v1.AWSElasticBlockStoreVolumeSource': {
    '': 'An Elastic Block Store disk of AWS. Nodes hand it over to the CSI driver ebs.csi.aws.com; it can be mounted for writing on one node at a time.',
    volumeID: 'Identifier of the disk at AWS.',
    fsType: 'File system of the disk, which is created if the disk is blank; ext4 by default.',
    partition: 'Number of the partition to mount, from 0 to 255. 0, or nothing, stands for the whole disk.',
    readOnly: 'Attaches the disk for reading only; false by default.',
  },
  'core.v1.AzureDiskVolumeSource': {
    '': 'A data disk of Azure. Nodes hand it over to the CSI driver disk.csi.azure.com.',
    diskName: 'Name of the disk.',
    diskURI: 'Address of the disk: the resource path of a managed disk, or the URL of the blob otherwise.',
    cachingMode: 'What the host caches: None, ReadOnly or ReadWrite.',
    fsType: 'File system of the disk, which is created if the disk is blank.',
    readOnly: 'Mounts the disk for reading only.',
    kind: 'How the disk is stored: Shared and Dedicated are blobs in a storage account of many or of one disk, Managed is a managed disk.',
  },
  'core.v1.AzureFilePersistentVolumeSource': {
    '': 'An SMB share of Azure Files for a persistent volume. Nodes hand it over to the CSI driver file.csi.azure.com.',
    secretName: 'Secret with the name and key of the storage account.',
    shareName: 'Name of the share.',
    readOnly: 'Mounts the share for reading only; false by default.',
    secretNamespace: 'Namespace of the secret, by default that of the claim that is bound to the volume.',
  },
  'core.v1.AzureFileVolumeSource': {
    '': 'An SMB share of Azure Files for a volume of a pod. Nodes hand it over to the CSI driver file.csi.azure.com.',
    secretName: 'Secret in the namespace of the pod with the name and key of the storage account.',
    shareName: 'Name of the share.',
    readOnly: 'Mounts the share for reading only; false by default.',
  },
  'core.v1.CSIPersistentVolumeSource': {
    '': 'A persistent volume that a CSI driver manages.',
    driver: 'Name of the driver, as it reports it itself; at most 63 characters.',
    volumeHandle:
      'Identifier of the volume, which the driver returned when it was created and receives in all later calls. It cannot be changed.',
    readOnly: 'Has the volume published for reading only; false by default.',
    fsType: 'File system to mount, which is created if the volume is blank. Without it, the driver decides.',
    volumeAttributes:
      'Properties of the volume that the driver returned when it was created, and that it receives when the volume is mounted.',
    controllerPublishSecretRef: 'Secret that the driver receives when the volume is attached to a node or detached.',
    nodeStageSecretRef:
      'Secret that the driver receives when the volume is staged on a node, before any pod uses it there.',
    nodePublishSecretRef: 'Secret that the driver receives when the volume is mounted into a pod.',
    controllerExpandSecretRef: 'Secret that the driver receives when the volume is enlarged at the storage.',
    nodeExpandSecretRef: 'Secret that the driver receives when the file system is enlarged on the node.',
  },
  'core.v1.CSIVolumeSource': {
    '': 'A short-lived volume that a CSI driver makes for one pod, and that is gone when the pod is.',
    driver: 'Name of the driver, as it is registered in the cluster.',
    readOnly: 'Has the volume mounted for reading only; false by default.',
    fsType: 'File system to mount. Without it, the driver decides.',
    volumeAttributes: 'Properties of the volume that are passed to the driver. Its documentation lists them.',
    nodePublishSecretRef:
      'Secret in the namespace of the pod that the driver receives when the volume is mounted and unmounted.',
  },
  'core.v1.CephFSPersistentVolumeSource': {
    '': 'A directory of a Ceph file system for a persistent volume. Nodes no longer support it.',
    monitors: 'Addresses of the Ceph monitors, at least one.',
    path: 'Directory to mount, / by default.',
    user: 'User at Ceph, admin by default.',
    secretFile: 'Path on the node of the file with the key of the user, /etc/ceph/user.secret by default.',
    secretRef: 'Secret with the key of the user. It wins over secretFile.',
    readOnly: 'Mounts the directory for reading only; false by default.',
  },
  'core.v1.CephFSVolumeSource': {
    '': 'A directory of a Ceph file system for a volume of a pod. Nodes no longer support it.',
    monitors: 'Addresses of the Ceph monitors, at least one.',
    path: 'Directory to mount, / by default.',
    user: 'User at Ceph, admin by default.',
    secretFile: 'Path on the node of the file with the key of the user, /etc/ceph/user.secret by default.',
    secretRef: 'Secret in the namespace of the pod with the key of the user. It wins over secretFile.',
    readOnly: 'Mounts the directory for reading only; false by default.',
  },
  'core.v1.CinderPersistentVolumeSource': {
    '': 'An OpenStack block volume for a persistent volume. Nodes hand it over to the CSI driver cinder.csi.openstack.org.',
    volumeID: 'Identifier of the volume at Cinder.',
    fsType: 'File system of the volume, which is created if the volume is blank; ext4 by default.',
    readOnly: 'Mounts the volume for reading only; false by default.',
    secretRef: 'Secret with parameters for the connection to OpenStack.',
  },
  'core.v1.CinderVolumeSource': {
    '': 'An OpenStack block volume for a volume of a pod. Nodes hand it over to the CSI driver cinder.csi.openstack.org.',
    volumeID: 'Identifier of the volume at Cinder.',
    fsType: 'File system of the volume, which is created if the volume is blank; ext4 by default.',
    readOnly: 'Mounts the volume for reading only; false by default.',
    secretRef: 'Secret in the namespace of the pod with parameters for the connection to OpenStack.',
  },
  'core.v1.ClusterTrustBundleProjection': {
    '': 'Writes the certificates of cluster trust bundles into a file. Either one bundle is named or a signer is.',
    name: 'A single bundle by its name. It cannot be combined with signerName and labelSelector.',
    signerName: 'Signer whose bundles are joined; labelSelector narrows them. It cannot be combined with name.',
    labelSelector:
      'Labels of the bundles of the signer. Without a selector no bundle matches; an empty one matches all of them.',
    optional: 'Lets the pod start if the named bundle does not exist or no bundle matches; the file is then empty.',
    path: 'Place of the file within the volume. It is relative and does not contain "..".',
  },
  'core.v1.ConfigMapProjection': {
    '': 'Writes the entries of a config map as files into a projected volume.',
    items: 'Entries to write and under which paths. Without it, every entry becomes a file named by its key.',
    optional: 'Lets the pod start if the config map or a listed key does not exist.',
  },
  'core.v1.ConfigMapVolumeSource': {
    '': 'A volume that holds the entries of a config map as files. They follow changes of the config map, unless they are mounted by subPath.',
    items: 'Entries to write and under which paths. Without it, every entry becomes a file named by its key.',
    defaultMode:
      'Permissions of files that set none, from 0 to 0777 in octal; 0644 by default. JSON needs the decimal number, 420.',
    optional: 'Lets the pod start if the config map or a listed key does not exist.',
  },
  'core.v1.DownwardAPIProjection': {
    '': 'Writes fields of the pod as files into a projected volume.',
    items: 'Files to write.',
  },
  'core.v1.DownwardAPIVolumeFile': {
    '': 'A file that holds a field of the pod, or a resource request or limit of a container. Exactly one of the two is selected.',
    path: 'Place of the file within the volume. It is relative and does not contain "..".',
    fieldRef: 'Field of the pod to write: its name, namespace, uid, labels or annotations.',
    resourceFieldRef: 'Request or limit to write. The container must be named.',
    mode: 'Permissions of this file, from 0 to 0777 in octal, by default those of the volume. JSON needs a decimal number.',
  },
  'core.v1.DownwardAPIVolumeSource': {
    '': 'A volume that holds fields of the pod as files. Labels and annotations follow later changes.',
    items: 'Files to write.',
    defaultMode:
      'Permissions of files that set none, from 0 to 0777 in octal; 0644 by default. JSON needs the decimal number, 420.',
  },
  'core.v1.EmptyDirVolumeSource': {
    '': 'A volume that is empty when the pod starts on a node and is deleted with the pod. Restarts of containers leave it alone.',
    medium:
      'What stores it: the disk of the node if empty (the default), Memory for a file system in memory, HugePages or HugePages-SIZE for huge pages.',
    sizeLimit:
      'How much it may hold; the pod is evicted beyond that, and there is no such limit by default. In memory, the memory limits of the containers apply as well.',
  },
  'core.v1.EphemeralVolumeSource': {
    '': 'A volume backed by a claim that is made for the pod and deleted with it.',
    volumeClaimTemplate:
      'What the claim looks like, which is named after the pod and the volume with a hyphen between. A claim of that name that belongs to something else keeps the pod from starting.',
  },
  'core.v1.FCVolumeSource': {
    '': 'A Fibre Channel disk. It is found either by target names and unit, or by world wide identifiers.',
    targetWWNs: 'World wide names of the targets. They need lun.',
    lun: 'Number of the unit at the targets, from 0 to 255.',
    fsType: 'File system of the disk, which is created if the disk is blank; ext4 by default.',
    readOnly: 'Mounts the disk for reading only; false by default.',
    wwids: 'World wide identifiers of the volume, in place of targetWWNs and lun.',
  },
  'core.v1.FlexPersistentVolumeSource': {
    '': 'A persistent volume that a program on the node provides. The interface is deprecated in favor of CSI.',
    driver: 'Name of the program.',
    fsType: 'File system to mount. Without it, the program decides.',
    secretRef: 'Secret whose entries are passed to the program.',
    readOnly: 'Mounts the volume for reading only; false by default.',
    options: 'Further options that are passed to the program.',
  },
  'core.v1.FlexVolumeSource': {
    '': 'A volume of a pod that a program on the node provides. The interface is deprecated in favor of CSI.',
    driver: 'Name of the program.',
    fsType: 'File system to mount. Without it, the program decides.',
    secretRef: 'Secret in the namespace of the pod whose entries are passed to the program.',
    readOnly: 'Mounts the volume for reading only; false by default.',
    options: 'Further options that are passed to the program.',
  },
  'core.v1.FlockerVolumeSource': {
    '': 'A dataset of Flocker. Nodes no longer support it.',
    datasetName: 'Name of the dataset, stored in its metadata. Use datasetUUID instead.',
    datasetUUID: 'Unique identifier of the dataset. Either this or datasetName is set.',
  },
  'core.v1.GCEPersistentDiskVolumeSource': {
    '': 'A persistent disk of Google Compute Engine. Nodes hand it over to the CSI driver pd.csi.storage.gke.io; it can be mounted for writing on one node at a time.',
    pdName: 'Name of the disk at Compute Engine.',
    fsType: 'File system of the disk, which is created if the disk is blank; ext4 by default.',
    partition: 'Number of the partition to mount, from 0 to 255. 0, or nothing, stands for the whole disk.',
    readOnly: 'Attaches the disk for reading only; false by default. Several nodes can then use it.',
  },
  'core.v1.GitRepoVolumeSource': {
    '': 'A volume that is filled with a clone of a Git repository. It is deprecated and disabled on nodes by default; let an init container clone into an emptyDir instead.',
    repository: 'URL of the repository.',
    revision: 'Commit to check out.',
    directory:
      'Directory to clone into, without "..": "." is the volume itself, and by default it is a folder with the name of the repository.',
  },
  'core.v1.GlusterfsPersistentVolumeSource': {
    '': 'A Gluster volume for a persistent volume. Nodes no longer support it.',
    endpoints: 'Endpoints object that lists the addresses of the Gluster servers.',
    path: 'Name of the Gluster volume.',
    readOnly: 'Mounts the volume for reading only; false by default.',
    endpointsNamespace: 'Namespace of that endpoints object, by default that of the claim.',
  },
  'core.v1.GlusterfsVolumeSource': {
    '': 'A Gluster volume for a volume of a pod. Nodes no longer support it.',
    endpoints: 'Endpoints object in the namespace of the pod that lists the addresses of the Gluster servers.',
    path: 'Name of the Gluster volume.',
    readOnly: 'Mounts the volume for reading only; false by default.',
  },
  'core.v1.HostPathVolumeSource': {
    '': 'A file or directory of the node. It gives a pod access to the node and is meant for agents of the system.',
    path: 'Path on the node, without "..". Symbolic links are followed.',
    type: 'What must be at the path before it is mounted: an existing directory, file, socket or device, or a directory or file that is created if need be. Empty means no check.',
  },
  'core.v1.ISCSIPersistentVolumeSource': {
    '': 'An iSCSI disk for a persistent volume. It can be mounted for writing on one node at a time.',
    targetPortal: 'Address of the target, with a port unless it is 860 or 3260.',
    iqn: 'Qualified name of the target, beginning with iqn, eui or naa.',
    lun: 'Number of the unit at the target, from 0 to 255.',
    iscsiInterface:
      'Interface of the initiator, for example one that is bound to a network card. The default goes over TCP.',
    fsType: 'File system of the disk, which is created if the disk is blank; ext4 by default.',
    readOnly: 'Mounts the disk for reading only; false by default.',
    portals:
      'Further addresses of the target for more than one path to the disk, with a port unless it is 860 or 3260.',
    chapAuthDiscovery: 'Authenticates by CHAP while the target is discovered. It needs secretRef.',
    chapAuthSession: 'Authenticates by CHAP when the session is opened. It needs secretRef.',
    secretRef: 'Secret with the names and passwords for CHAP.',
    initiatorName:
      'Qualified name of the initiator. A new interface with the name of the target portal and volume is made for it.',
  },
  'core.v1.ISCSIVolumeSource': {
    '': 'An iSCSI disk for a volume of a pod. It can be mounted for writing on one node at a time.',
    targetPortal: 'Address of the target, with a port unless it is 860 or 3260.',
    iqn: 'Qualified name of the target, beginning with iqn, eui or naa.',
    lun: 'Number of the unit at the target, from 0 to 255.',
    iscsiInterface:
      'Interface of the initiator, for example one that is bound to a network card. The default goes over TCP.',
    fsType: 'File system of the disk, which is created if the disk is blank; ext4 by default.',
    readOnly: 'Mounts the disk for reading only; false by default.',
    portals:
      'Further addresses of the target for more than one path to the disk, with a port unless it is 860 or 3260.',
    chapAuthDiscovery: 'Authenticates by CHAP while the target is discovered. It needs secretRef.',
    chapAuthSession: 'Authenticates by CHAP when the session is opened. It needs secretRef.',
    secretRef: 'Secret in the namespace of the pod with the names and passwords for CHAP.',
    initiatorName:
      'Qualified name of the initiator. A new interface with the name of the target portal and volume is made for it.',
  },
  'core.v1.ImageVolumeSource': {
    '': 'A volume that shows the files of a container image or another OCI artifact, for reading only.',
    reference: 'Reference of the image or artifact, as for the image of a container.',
    pullPolicy:
      'Whether it is pulled each time the pod starts, only if the node lacks it, or never. The default is Always for the tag latest or no tag, and IfNotPresent otherwise.',
  },
  'core.v1.KeyToPath': {
    '': 'Says which file of a volume an entry of a config map or secret is written to.',
    key: 'Key of the entry.',
    path: 'Place of the file within the volume. It is relative and does not contain "..".',
    mode: 'Permissions of this file, from 0 to 0777 in octal, by default those of the volume. JSON needs a decimal number.',
  },
  'core.v1.LocalVolumeSource': {
    '': 'A disk, partition or directory of one node for a persistent volume. The volume needs a node affinity that names the node.',
    path: 'Path on the node of a directory or block device.',
    fsType:
      'File system to mount, which is created if a block device is blank; without it, the node picks one. It has no meaning for directories.',
  },
  'core.v1.ModifyVolumeStatus': {
    '': 'How far a change of the attributes class of a volume has come.',
    targetVolumeAttributesClassName: 'Class that the volume is being changed to.',
    status:
      'Pending if the change waits, for example for the class to exist; InProgress while it is made; Infeasible if the driver has refused it, so that another class must be asked for.',
  },
  'core.v1.NFSVolumeSource': {
    '': 'A directory of an NFS server. Many nodes can mount it for writing at the same time.',
    server: 'Host name or address of the server.',
    path: 'Absolute path that the server exports.',
    readOnly: 'Mounts the directory for reading only; false by default.',
  },
  'core.v1.PersistentVolume': {
    '': 'A piece of storage of the cluster, made by an administrator or by a provisioner. It outlives the pods that use it.',
    spec: 'Where the storage is, how large it is, and who may use it how.',
    status: 'Whether the volume is free, bound, released or has failed.',
  },
  'core.v1.PersistentVolumeClaim': {
    '': 'The wish of a user for storage. It is bound to a persistent volume that satisfies it, and pods of its namespace refer to it.',
    spec: 'What storage is wanted. After binding little of it can be changed: the size can grow, and the attributes class can be replaced.',
    status: 'Whether the claim is bound, and what storage it has received.',
  },
  'core.v1.PersistentVolumeClaimCondition': {
    '': 'One aspect of the state of a claim, mostly of a change that is being made to its volume.',
    type: 'Name of the aspect, for example Resizing, FileSystemResizePending, ControllerResizeError, NodeResizeError or ModifyingVolume.',
    status: 'True, False or Unknown.',
    lastProbeTime: 'When the condition was last checked.',
    lastTransitionTime: 'When the status last changed from one value to another.',
    reason: 'One word in CamelCase for the last change.',
    message: 'Text for people about the last change.',
  },
  'core.v1.PersistentVolumeClaimList': {
    '': 'A list of persistent volume claims.',
  },
  'core.v1.PersistentVolumeClaimSpec': {
    '': 'What storage a claim asks for.',
    accessModes:
      'How the volume is to be mounted: for writing by one node, by many nodes or by one pod, or for reading by many nodes.',
    selector:
      'Labels that an existing volume must have to be considered. With a selector, no volume is made dynamically.',
    resources:
      'How large the volume must be at least. Once bound, the request can be raised if the storage class allows it, and after a failed enlargement be lowered down to the actual size.',
    volumeName: 'Volume that the claim is bound to. A client may set it beforehand to ask for a certain volume.',
    storageClassName:
      'Storage class that makes the volume. An empty name asks for volumes without a class; without the field, the default class is filled in if there is one.',
    volumeMode: 'Whether a file system is mounted (Filesystem, the default) or a raw device is passed on (Block).',
    dataSource:
      'What the new volume is filled with: a volume snapshot, or another claim to be cloned. It is kept equal to dataSourceRef where that names no namespace.',
    dataSourceRef:
      'What the new volume is filled with. Besides snapshots and claims it can be any object for which a volume populator is installed, and one of another namespace where that feature is enabled.',
    volumeAttributesClassName:
      'Attributes class of the volume, which sets for instance its throughput. It can be replaced later, and then the driver changes the volume.',
  },
  'core.v1.PersistentVolumeClaimStatus': {
    '': 'What has become of a claim.',
    phase: 'Pending while the claim is not bound, Bound once it is, Lost if the volume that it was bound to is gone.',
    accessModes: 'How the bound volume can be mounted.',
    capacity: 'Actual size of the bound volume.',
    conditions: 'Aspects of the state, one entry for each type. They tell of enlargements and changes in progress.',
    allocatedResources:
      'Size that an enlargement is aiming at, which is also what quota counts if it is greater than the request. It can exceed the request after that has been lowered again.',
    allocatedResourceStatuses:
      'State of the enlargement of each resource, at the storage (ControllerResizeInProgress, ControllerResizeInfeasible) or on the node (NodeResizePending, NodeResizeInProgress, NodeResizeInfeasible). No entry means that nothing is going on.',
    currentVolumeAttributesClassName:
      'Attributes class that the volume has now. It is missing if no class has been applied.',
    modifyVolumeStatus: 'Change of the attributes class that is under way. It is missing when there is none.',
  },
  'core.v1.PersistentVolumeClaimTemplate': {
    '': 'What a claim looks like that is made for a pod.',
    metadata: 'Labels and annotations that the claim receives. Other metadata is refused.',
    spec: 'Spec that the claim receives.',
  },
  'core.v1.PersistentVolumeClaimVolumeSource': {
    '': 'A volume of a pod that is the persistent volume behind a claim.',
    claimName: 'Claim in the namespace of the pod.',
    readOnly: 'Makes every mount of the volume read-only; false by default.',
  },
  'core.v1.PersistentVolumeList': {
    '': 'A list of persistent volumes.',
  },
  'core.v1.PersistentVolumeSource': {
    '': 'Where the storage of a persistent volume is. Exactly one field is set.',
    gcePersistentDisk: 'A persistent disk of Google Compute Engine. Deprecated in favor of csi.',
    awsElasticBlockStore: 'An Elastic Block Store disk of AWS. Deprecated in favor of csi.',
    hostPath: 'A directory of the node, for tests on clusters of a single node only.',
    glusterfs: 'A Gluster volume. No longer supported by nodes.',
    nfs: 'A directory of an NFS server.',
    rbd: 'A Ceph block device. No longer supported by nodes.',
    iscsi: 'An iSCSI disk.',
    cinder: 'An OpenStack block volume. Deprecated in favor of csi.',
    cephfs: 'A directory of a Ceph file system. No longer supported by nodes.',
    fc: 'A Fibre Channel disk.',
    flocker: 'A dataset of Flocker. No longer supported by nodes.',
    flexVolume: 'A volume that a program on the node provides. Deprecated in favor of csi.',
    azureFile: 'An SMB share of Azure Files. Deprecated in favor of csi.',
    vsphereVolume: 'A virtual disk of vSphere. Deprecated in favor of csi.',
    quobyte: 'A volume of Quobyte. No longer supported by nodes.',
    azureDisk: 'A data disk of Azure. Deprecated in favor of csi.',
    photonPersistentDisk: 'A disk of Photon Controller. No longer supported by nodes.',
    portworxVolume: 'A volume of Portworx. Deprecated in favor of csi.',
    scaleIO: 'A volume of ScaleIO. No longer supported by nodes.',
    local: 'A disk or directory of one node, with a node affinity that names it.',
    storageos: 'A volume of StorageOS. No longer supported by nodes.',
    csi: 'A volume that a CSI driver manages.',
  },
  'core.v1.PersistentVolumeSpec': {
    '': 'Where the storage of a persistent volume is and how it can be used. The source cannot be changed later.',
    capacity: 'Size of the volume, as a quantity under the key storage.',
    accessModes: 'All the ways in which the volume can be mounted.',
    claimRef:
      'Claim that the volume is bound to. Set beforehand by an administrator, it reserves the volume for that claim.',
    persistentVolumeReclaimPolicy:
      'What happens to the volume when its claim is deleted: Retain keeps it (the default), Delete deletes it together with the storage (usual for volumes made dynamically), Recycle wipes it and is deprecated.',
    storageClassName:
      'Storage class that the volume belongs to. An empty name means none; only claims with the same class are bound to it.',
    mountOptions:
      'Options for mounting, such as soft. They are not checked beforehand, and a wrong one makes the mount fail.',
    volumeMode: 'Whether the volume is used with a file system (Filesystem, the default) or as a raw device (Block).',
    nodeAffinity: 'Nodes from which the volume can be reached. Pods that use it are placed on these only.',
    volumeAttributesClassName:
      'Attributes class of the volume. The volume is bound only to claims with the same class, and the name changes when the driver has applied another one.',
  },
  'core.v1.PersistentVolumeStatus': {
    '': 'What has become of a persistent volume.',
    phase:
      'Available while the volume is free, Bound while a claim has it, Released after that claim is deleted, Failed if it could not be reclaimed. Pending means that it has not been looked at.',
    message: 'Text for people about why the volume is in this phase.',
    reason: 'One word in CamelCase for a failure.',
    lastPhaseTransitionTime: 'When the phase last changed.',
  },
  'core.v1.PhotonPersistentDiskVolumeSource': {
    '': 'A disk of VMware Photon Controller. Nodes no longer support it.',
    pdID: 'Identifier of the disk.',
    fsType: 'File system of the disk, which is created if the disk is blank; ext4 by default.',
  },
  'core.v1.PodCertificateProjection': {
    '': 'Has the node make a private key and obtain a certificate for the pod, and writes both into a projected volume. The certificate is renewed before it expires.',
    signerName: 'Signer that is asked for the certificate.',
    keyType: 'Kind of the private key: RSA3072, RSA4096, ECDSAP256, ECDSAP384, ECDSAP521 or ED25519.',
    maxExpirationSeconds:
      'Longest lifetime to ask for, in seconds: at least 3600 (one hour), at most 7862400 (91 days), and 86400 (24 hours) by default. The signer may issue a shorter one.',
    credentialBundlePath:
      'File that receives the key and the certificates together as PEM blocks, the key first. It is replaced in one step, so it is safer to use than two files.',
    keyPath: 'File that receives the private key as a PEM block.',
    certificateChainPath: 'File that receives the certificates as PEM blocks, that of the pod first.',
    userAnnotations:
      'Further data for the signer, passed on in the request. Keys carry a domain, and signers document which ones they understand.',
  },
  'core.v1.PortworxVolumeSource': {
    '': 'A volume of Portworx. Nodes hand it over to the CSI driver pxd.portworx.com.',
    volumeID: 'Identifier of the volume at Portworx.',
    fsType: 'File system of the volume, which is created if the volume is blank; ext4 by default.',
    readOnly: 'Mounts the volume for reading only; false by default.',
  },
  'core.v1.ProjectedVolumeSource': {
    '': 'A volume that joins files of several sources in one directory.',
    sources: 'Sources of the files. No two of them may write the same path.',
    defaultMode:
      'Permissions of files that set none, from 0 to 0777 in octal; 0644 by default. JSON needs the decimal number, 420.',
  },
  'core.v1.QuobyteVolumeSource': {
    '': 'A volume of Quobyte. Nodes no longer support it.',
    registry: 'Addresses of the registries of Quobyte as host:port, separated by commas.',
    volume: 'Name of an existing volume.',
    readOnly: 'Mounts the volume for reading only; false by default.',
    user: 'User that accesses the volume, by default that of the service account.',
    group: 'Group that accesses the volume, none by default.',
    tenant: 'Tenant that owns the volume; provisioners of Quobyte set it.',
  },
  'core.v1.RBDPersistentVolumeSource': {
    '': 'A Ceph block device for a persistent volume. Nodes no longer support it.',
    monitors: 'Addresses of the Ceph monitors, at least one.',
    image: 'Name of the image at Ceph.',
    fsType: 'File system of the image, which is created if the image is blank; ext4 by default.',
    pool: 'Pool that holds the image.',
    user: 'User at Ceph.',
    keyring: 'Path on the node of the file with the keys of the user.',
    secretRef: 'Secret with the key of the user. It wins over keyring.',
    readOnly: 'Maps the image for reading only; false by default.',
  },
  'core.v1.RBDVolumeSource': {
    '': 'A Ceph block device for a volume of a pod. Nodes no longer support it.',
    monitors: 'Addresses of the Ceph monitors, at least one.',
    image: 'Name of the image at Ceph.',
    fsType: 'File system of the image, which is created if the image is blank; ext4 by default.',
    pool: 'Pool that holds the image.',
    user: 'User at Ceph.',
    keyring: 'Path on the node of the file with the keys of the user.',
    secretRef: 'Secret in the namespace of the pod with the key of the user. It wins over keyring.',
    readOnly: 'Maps the image for reading only; false by default.',
  },
  'core.v1.ScaleIOPersistentVolumeSource': {
    '': 'A volume of ScaleIO for a persistent volume. Nodes no longer support it.',
    gateway: 'Host address of the gateway of the ScaleIO API.',
    system: 'Name of the storage system as it is configured in ScaleIO.',
    secretRef: 'Secret with the name and password for the login.',
    sslEnabled: 'Talks to the gateway over TLS; false by default.',
    protectionDomain: 'Protection domain that holds the storage.',
    storagePool: 'Storage pool within that domain.',
    storageMode: 'Whether space is set aside at once (ThickProvisioned) or when it is needed (ThinProvisioned).',
    volumeName: 'Name of an existing volume of ScaleIO.',
    fsType: 'File system of the volume, which is created if the volume is blank.',
    readOnly: 'Mounts the volume for reading only; false by default.',
  },
  'core.v1.ScaleIOVolumeSource': {
    '': 'A volume of ScaleIO for a volume of a pod. Nodes no longer support it.',
    gateway: 'Host address of the gateway of the ScaleIO API.',
    system: 'Name of the storage system as it is configured in ScaleIO.',
    secretRef: 'Secret in the namespace of the pod with the name and password for the login.',
    sslEnabled: 'Talks to the gateway over TLS; false by default.',
    protectionDomain: 'Protection domain that holds the storage.',
    storagePool: 'Storage pool within that domain.',
    storageMode: 'Whether space is set aside at once (ThickProvisioned) or when it is needed (ThinProvisioned).',
    volumeName: 'Name of an existing volume of ScaleIO.',
    fsType: 'File system of the volume, which is created if the volume is blank.',
    readOnly: 'Mounts the volume for reading only; false by default.',
  },
  'core.v1.SecretProjection': {
    '': 'Writes the entries of a secret as files into a projected volume.',
    items: 'Entries to write and under which paths. Without it, every entry becomes a file named by its key.',
    optional: 'Lets the pod start if the secret or a listed key does not exist.',
  },
  'core.v1.SecretVolumeSource': {
    '': 'A volume that holds the entries of a secret as files, in memory. They follow changes of the secret, unless they are mounted by subPath.',
    secretName: 'Secret in the namespace of the pod.',
    items: 'Entries to write and under which paths. Without it, every entry becomes a file named by its key.',
    defaultMode:
      'Permissions of files that set none, from 0 to 0777 in octal; 0644 by default. JSON needs the decimal number, 420.',
    optional: 'Lets the pod start if the secret or a listed key does not exist.',
  },
  'core.v1.ServiceAccountTokenProjection': {
    '': 'Writes a token of the service account of the pod into a projected volume. The token is bound to the pod and renewed before it expires.',
    audience: 'Who the token is meant for; others should refuse it. By default it is the API server.',
    expirationSeconds:
      'Lifetime to ask for, in seconds: 3600 (one hour) by default, at least 600 (ten minutes). The token is renewed when 80 percent of it or 24 hours have passed.',
    path: 'Place of the file within the volume. It is relative and does not contain "..".',
  },
  'core.v1.StorageOSPersistentVolumeSource': {
    '': 'A volume of StorageOS for a persistent volume. Nodes no longer support it.',
    volumeName: 'Name of the volume, unique within its namespace.',
    volumeNamespace:
      'Namespace of the volume at StorageOS, by default that of the pod. One that does not exist there is created.',
    fsType: 'File system of the volume, which is created if the volume is blank; ext4 by default.',
    readOnly: 'Mounts the volume for reading only; false by default.',
    secretRef: 'Secret with credentials for the StorageOS API. Without it, built-in defaults are tried.',
  },
  'core.v1.StorageOSVolumeSource': {
    '': 'A volume of StorageOS for a volume of a pod. Nodes no longer support it.',
    volumeName: 'Name of the volume, unique within its namespace.',
    volumeNamespace:
      'Namespace of the volume at StorageOS, by default that of the pod. One that does not exist there is created.',
    fsType: 'File system of the volume, which is created if the volume is blank; ext4 by default.',
    readOnly: 'Mounts the volume for reading only; false by default.',
    secretRef:
      'Secret in the namespace of the pod with credentials for the StorageOS API. Without it, built-in defaults are tried.',
  },
  'core.v1.Volume': {
    '': 'A named volume of a pod. Containers mount it by its name.',
    name: 'Name of the volume: a DNS label, unique in the pod.',
  },
  'core.v1.VolumeNodeAffinity': {
    '': 'Which nodes can reach a persistent volume.',
    required: 'Nodes that can reach the volume. At least one of its terms must match.',
  },
  'core.v1.VolumeProjection': {
    '': 'One source of a projected volume. Exactly one field is set.',
    secret: 'Entries of a secret.',
    downwardAPI: 'Fields of the pod.',
    configMap: 'Entries of a config map.',
    serviceAccountToken: 'A token of the service account of the pod.',
    clusterTrustBundle: 'Certificates of cluster trust bundles.',
    podCertificate: 'A private key and a certificate for the pod.',
  },
  'core.v1.VolumeResourceRequirements': {
    '': 'How large the volume of a claim must and may be.',
    limits: 'The most that the volume may hold, under the key storage.',
    requests: 'The least that the volume must hold, under the key storage.',
  },
  'core.v1.VolumeSource': {
    '': 'What a volume of a pod contains. Exactly one field is set; with none, it is an emptyDir.',
    hostPath: 'A file or directory of the node.',
    emptyDir: 'An empty directory that lives as long as the pod.',
    gcePersistentDisk: 'A persistent disk of Google Compute Engine. Deprecated; use a claim or CSI.',
    awsElasticBlockStore: 'An Elastic Block Store disk of AWS. Deprecated; use a claim or CSI.',
    gitRepo: 'A clone of a Git repository. Deprecated, and disabled on nodes by default.',
    secret: 'Entries of a secret as files.',
    nfs: 'A directory of an NFS server.',
    iscsi: 'An iSCSI disk.',
    glusterfs: 'A Gluster volume. No longer supported by nodes.',
    persistentVolumeClaim: 'The persistent volume behind a claim of the namespace.',
    rbd: 'A Ceph block device. No longer supported by nodes.',
    flexVolume: 'A volume that a program on the node provides. Deprecated; use CSI.',
    cinder: 'An OpenStack block volume. Deprecated; use a claim or CSI.',
    cephfs: 'A directory of a Ceph file system. No longer supported by nodes.',
    flocker: 'A dataset of Flocker. No longer supported by nodes.',
    downwardAPI: 'Fields of the pod as files.',
    fc: 'A Fibre Channel disk.',
    azureFile: 'An SMB share of Azure Files. Deprecated; use a claim or CSI.',
    configMap: 'Entries of a config map as files.',
    vsphereVolume: 'A virtual disk of vSphere. Deprecated; use a claim or CSI.',
    quobyte: 'A volume of Quobyte. No longer supported by nodes.',
    azureDisk: 'A data disk of Azure. Deprecated; use a claim or CSI.',
    photonPersistentDisk: 'A disk of Photon Controller. No longer supported by nodes.',
    projected:
      'Files of several sources in one directory: secrets, config maps, fields of the pod, tokens and certificates.',
    portworxVolume: 'A volume of Portworx. Deprecated; use a claim or CSI.',
    scaleIO: 'A volume of ScaleIO. No longer supported by nodes.',
    storageos: 'A volume of StorageOS. No longer supported by nodes.',
    csi: 'A volume that a CSI driver makes for this pod alone.',
    ephemeral: 'A persistent volume whose claim is made for this pod and deleted with it.',
    image: 'Files of a container image or other OCI artifact, read-only.',
  },
  'core.v1.VsphereVirtualDiskVolumeSource': {
    '': 'A virtual disk of vSphere. Nodes hand it over to the CSI driver csi.vsphere.vmware.com.',
    volumePath: 'Path of the disk file in its datastore.',
    fsType: 'File system of the disk, which is created if the disk is blank; ext4 by default.',
    storagePolicyName: 'Name of the storage policy of the disk.',
    storagePolicyID: 'Identifier of that policy, if one is named.',
  },
}
