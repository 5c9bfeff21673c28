import type { GateDeclaration } from './gate-declaration.ts'

/** The release that this library speaks, and whose gates are current. */
export const currentRelease = '1.36'

/**
 * The feature gates of a server, with their stages per release of Kubernetes. A gate that Kubernetes has removed but
 * that its specification still names is kept at the stage given there.
 */
// upstream: pkg/features/kube_features.go and apiserver/pkg/features
export const builtInGates: readonly GateDeclaration[] = [
  {
    name: 'APIResponseCompression',
    help: 'Compresses answers of 128 KiB and more for clients that take gzip.',
    life: [
      { stage: 'alpha', since: '1.8' },
      { stage: 'beta', since: '1.16' },
    ],
  },
  {
    name: 'CSIServiceAccountTokenSecrets',
    help: 'Lets CSI drivers take the tokens of service accounts as secrets.',
    life: [
      { stage: 'beta', since: '1.35' },
      { stage: 'stable', since: '1.36', isLocked: true },
    ],
  },
  {
    name: 'ClusterTrustBundle',
    help: 'Serves ClusterTrustBundle, where its versions are enabled.',
    life: [
      { stage: 'alpha', since: '1.27' },
      { stage: 'beta', since: '1.33', default: false },
    ],
  },
  {
    name: 'ClusterTrustBundleProjection',
    help: 'Lets projected volumes contain cluster trust bundles.',
    life: [
      { stage: 'alpha', since: '1.29' },
      { stage: 'beta', since: '1.33', default: false },
    ],
  },
  {
    name: 'ConstrainedImpersonation',
    help: 'Lets users impersonate others for some actions only.',
    life: [
      { stage: 'alpha', since: '1.35' },
      { stage: 'beta', since: '1.36' },
    ],
  },
  {
    name: 'ContainerRestartRules',
    help: 'Lets each container have a restart policy of its own.',
    life: [
      { stage: 'alpha', since: '1.34' },
      { stage: 'beta', since: '1.35' },
    ],
  },
  {
    name: 'ContainerStopSignals',
    help: 'Lets containers name the signal that stops them.',
    life: [{ stage: 'alpha', since: '1.33' }],
  },
  {
    name: 'CoordinatedLeaderElection',
    help: 'Keeps the strategy and the preferred holder of leases.',
    life: [
      { stage: 'alpha', since: '1.31' },
      { stage: 'beta', since: '1.33', default: false },
    ],
  },
  {
    name: 'CustomResourceFieldSelectors',
    help: 'Lets definitions of custom resources name fields to select by. Always on: the gate has no effect.',
    life: [
      { stage: 'alpha', since: '1.30' },
      { stage: 'beta', since: '1.31' },
      { stage: 'stable', since: '1.32', isLocked: true },
    ],
  },
  {
    name: 'DRAResourceClaimGranularStatusAuthorization',
    help: 'Asks for permissions for resourceclaims/binding and resourceclaims/driver beside that for the status of resource claims.',
    life: [{ stage: 'beta', since: '1.36' }],
  },
  {
    name: 'DRAWorkloadResourceClaims',
    help: 'Lets groups of pods share resource claims.',
    life: [{ stage: 'alpha', since: '1.36' }],
  },
  {
    // source: the specification, DaemonSet
    name: 'DaemonSetUpdateSurge',
    help: 'Lets a daemon set start a new pod before the old one of a node is gone (maxSurge).',
    life: [
      { stage: 'alpha', since: '1.21' },
      { stage: 'beta', since: '1.22' },
    ],
  },
  {
    name: 'EnvFiles',
    help: 'Lets environment variables come from a file in a volume.',
    life: [
      { stage: 'alpha', since: '1.34' },
      { stage: 'beta', since: '1.35' },
    ],
  },
  {
    name: 'GenericWorkload',
    help: 'Lets pods belong to a group that is scheduled together.',
    life: [{ stage: 'alpha', since: '1.35' }],
  },
  {
    name: 'HostnameOverride',
    help: 'Lets a pod name its host name.',
    life: [
      { stage: 'alpha', since: '1.34' },
      { stage: 'beta', since: '1.35' },
    ],
  },
  {
    name: 'ImageVolume',
    help: 'Lets pods mount the contents of an image.',
    life: [
      { stage: 'alpha', since: '1.31' },
      { stage: 'beta', since: '1.33', default: false },
      { stage: 'beta', since: '1.35' },
      { stage: 'stable', since: '1.36', isLocked: true },
    ],
  },
  {
    name: 'InPlacePodLevelResourcesVerticalScaling',
    help: 'Lets the resources of a pod as a whole be resized.',
    life: [
      { stage: 'alpha', since: '1.35' },
      { stage: 'beta', since: '1.36' },
    ],
  },
  {
    name: 'InPlacePodVerticalScalingInitContainers',
    help: 'Lets the resources of init containers that end be resized.',
    life: [{ stage: 'beta', since: '1.36' }],
  },
  {
    name: 'MaxUnavailableStatefulSet',
    help: 'Lets a rolling update of a stateful set take several pods down at once (maxUnavailable).',
    life: [
      { stage: 'alpha', since: '1.24' },
      { stage: 'beta', since: '1.35', default: false },
    ],
  },
  {
    name: 'NodeDeclaredFeatures',
    help: 'Lets nodes declare features, and rejects changes of pods that need one their node does not declare.',
    life: [
      { stage: 'alpha', since: '1.35' },
      { stage: 'beta', since: '1.36' },
    ],
  },
  {
    name: 'PodCertificateRequest',
    help: 'Lets projected volumes contain certificates of the pod.',
    life: [
      { stage: 'alpha', since: '1.34' },
      { stage: 'beta', since: '1.35', default: false },
    ],
  },
  {
    name: 'PodLevelResources',
    help: 'Lets a pod have requests and limits beside those of its containers.',
    life: [
      { stage: 'alpha', since: '1.32' },
      { stage: 'beta', since: '1.34' },
    ],
  },
  {
    name: 'RetryGenerateName',
    help: 'Makes up another name where one made from generateName is taken. Always on: the gate has no effect.',
    life: [
      { stage: 'alpha', since: '1.30' },
      { stage: 'beta', since: '1.31' },
      { stage: 'stable', since: '1.32', isLocked: true },
    ],
  },
  {
    name: 'SELinuxMount',
    help: 'Lets a pod ask for volumes that are mounted with its SELinux label.',
    life: [
      { stage: 'alpha', since: '1.30' },
      { stage: 'beta', since: '1.33', default: false },
    ],
  },
  {
    name: 'StorageVersionAPI',
    help: 'Reports the storage versions of the server in StorageVersion objects.',
    life: [{ stage: 'alpha', since: '1.20' }],
  },
  {
    name: 'StorageVersionMigrator',
    help: 'Serves StorageVersionMigration, where its version is enabled.',
    life: [
      { stage: 'alpha', since: '1.30' },
      { stage: 'beta', since: '1.35', default: false },
    ],
  },
  {
    name: 'TopologyAwareWorkloadScheduling',
    help: 'Lets groups of pods say in which topology they are placed together.',
    life: [{ stage: 'alpha', since: '1.36' }],
  },
  {
    name: 'UnknownVersionInteroperabilityProxy',
    help: 'Forwards requests for versions that only another server over the store serves.',
    life: [
      { stage: 'alpha', since: '1.28' },
      { stage: 'beta', since: '1.36' },
    ],
  },
  {
    name: 'WatchList',
    help: 'Answers a watch with sendInitialEvents by the state first, and a bookmark at its end.',
    life: [
      { stage: 'alpha', since: '1.27' },
      { stage: 'beta', since: '1.32' },
      { stage: 'beta', since: '1.33', default: false },
      { stage: 'beta', since: '1.34' },
    ],
  },
  {
    name: 'WorkloadAwarePreemption',
    help: 'Lets groups of pods have a priority and be preempted as a whole.',
    life: [{ stage: 'alpha', since: '1.36' }],
  },
]
