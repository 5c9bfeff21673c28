// Made by scripts/generate-types.mjs; do not edit.
import type { BuiltInDomain } from '@pinnace/meta'
import type {
  MutatingAdmissionPolicy,
  MutatingAdmissionPolicyBinding,
  MutatingWebhookConfiguration,
  ValidatingAdmissionPolicy,
  ValidatingAdmissionPolicyBinding,
  ValidatingWebhookConfiguration,
} from './admissionregistration-v1.ts'
import type {
  MutatingAdmissionPolicy as AdmissionregistrationV1alpha1MutatingAdmissionPolicy,
  MutatingAdmissionPolicyBinding as AdmissionregistrationV1alpha1MutatingAdmissionPolicyBinding,
} from './admissionregistration-v1alpha1.ts'
import type {
  MutatingAdmissionPolicy as AdmissionregistrationV1beta1MutatingAdmissionPolicy,
  MutatingAdmissionPolicyBinding as AdmissionregistrationV1beta1MutatingAdmissionPolicyBinding,
  MutatingWebhookConfiguration as AdmissionregistrationV1beta1MutatingWebhookConfiguration,
  ValidatingWebhookConfiguration as AdmissionregistrationV1beta1ValidatingWebhookConfiguration,
} from './admissionregistration-v1beta1.ts'
import type { CustomResourceDefinition } from './apiextensions-v1.ts'
import type { APIService } from './apiregistration-v1.ts'
import type { StorageVersion } from './apiserverinternal-v1alpha1.ts'
import type { ControllerRevision, DaemonSet, Deployment, ReplicaSet, StatefulSet } from './apps-v1.ts'
import type { SelfSubjectReview, TokenReview } from './authentication-v1.ts'
import type { TokenReview as AuthenticationV1beta1TokenReview } from './authentication-v1beta1.ts'
import type {
  LocalSubjectAccessReview,
  SelfSubjectAccessReview,
  SelfSubjectRulesReview,
  SubjectAccessReview,
} from './authorization-v1.ts'
import type { HorizontalPodAutoscaler } from './autoscaling-v1.ts'
import type { HorizontalPodAutoscaler as AutoscalingV2HorizontalPodAutoscaler } from './autoscaling-v2.ts'
import type { CronJob, Job } from './batch-v1.ts'
import type { CertificateSigningRequest } from './certificates-v1.ts'
import type { ClusterTrustBundle as CertificatesV1alpha1ClusterTrustBundle } from './certificates-v1alpha1.ts'
import type {
  CertificateSigningRequest as CertificatesV1beta1CertificateSigningRequest,
  ClusterTrustBundle,
  PodCertificateRequest,
} from './certificates-v1beta1.ts'
import type { Lease } from './coordination-v1.ts'
import type { LeaseCandidate as CoordinationV1alpha2LeaseCandidate } from './coordination-v1alpha2.ts'
import type { LeaseCandidate } from './coordination-v1beta1.ts'
import type {
  ComponentStatus,
  ConfigMap,
  Endpoints,
  Event,
  LimitRange,
  Namespace,
  ResourceQuota,
  Secret,
  Service,
  ServiceAccount,
} from './core-v1.ts'
import type { Node } from './core-v1-nodes.ts'
import type { Binding, Pod, PodTemplate, ReplicationController } from './core-v1-pods.ts'
import type { PersistentVolume, PersistentVolumeClaim } from './core-v1-volumes.ts'
import type { EndpointSlice } from './discovery-v1.ts'
import type { Event as EventsV1Event } from './events-v1.ts'
import type { FlowSchema, PriorityLevelConfiguration } from './flowcontrol-v1.ts'
import type { IPAddress, Ingress, IngressClass, NetworkPolicy, ServiceCIDR } from './networking-v1.ts'
import type {
  IPAddress as NetworkingV1beta1IPAddress,
  ServiceCIDR as NetworkingV1beta1ServiceCIDR,
} from './networking-v1beta1.ts'
import type { RuntimeClass } from './node-v1.ts'
import type { PodDisruptionBudget } from './policy-v1.ts'
import type { ClusterRole, ClusterRoleBinding, Role, RoleBinding } from './rbac-v1.ts'
import type { DeviceClass, ResourceClaim, ResourceClaimTemplate, ResourceSlice } from './resource-v1.ts'
import type {
  DeviceTaintRule as ResourceV1alpha3DeviceTaintRule,
  ResourcePoolStatusRequest,
} from './resource-v1alpha3.ts'
import type {
  DeviceClass as ResourceV1beta1DeviceClass,
  ResourceClaim as ResourceV1beta1ResourceClaim,
  ResourceClaimTemplate as ResourceV1beta1ResourceClaimTemplate,
  ResourceSlice as ResourceV1beta1ResourceSlice,
} from './resource-v1beta1.ts'
import type {
  DeviceClass as ResourceV1beta2DeviceClass,
  DeviceTaintRule,
  ResourceClaim as ResourceV1beta2ResourceClaim,
  ResourceClaimTemplate as ResourceV1beta2ResourceClaimTemplate,
  ResourceSlice as ResourceV1beta2ResourceSlice,
} from './resource-v1beta2.ts'
import type { PriorityClass } from './scheduling-v1.ts'
import type { PodGroup, Workload } from './scheduling-v1alpha2.ts'
import type {
  CSIDriver,
  CSINode,
  CSIStorageCapacity,
  StorageClass,
  VolumeAttachment,
  VolumeAttributesClass,
} from './storage-v1.ts'
import type { VolumeAttributesClass as StorageV1beta1VolumeAttributesClass } from './storage-v1beta1.ts'
import type { StorageVersionMigration } from './storagemigration-v1beta1.ts'

/** The types of the built-in kinds: `BuiltInKinds[apiVersion][kind]`. */
export interface BuiltInKinds
  extends
    Record<'v1', CoreV1Kinds>,
    Record<'apps/v1', AppsV1Kinds>,
    Record<'batch/v1', BatchV1Kinds>,
    Record<'autoscaling/v1', AutoscalingV1Kinds>,
    Record<'autoscaling/v2', AutoscalingV2Kinds>,
    Record<'policy/v1', PolicyV1Kinds>,
    Record<`networking.${BuiltInDomain}/v1`, NetworkingV1Kinds>,
    Record<`networking.${BuiltInDomain}/v1beta1`, NetworkingV1beta1Kinds>,
    Record<`discovery.${BuiltInDomain}/v1`, DiscoveryV1Kinds>,
    Record<`events.${BuiltInDomain}/v1`, EventsV1Kinds>,
    Record<`coordination.${BuiltInDomain}/v1`, CoordinationV1Kinds>,
    Record<`coordination.${BuiltInDomain}/v1beta1`, CoordinationV1beta1Kinds>,
    Record<`coordination.${BuiltInDomain}/v1alpha2`, CoordinationV1alpha2Kinds>,
    Record<`node.${BuiltInDomain}/v1`, NodeV1Kinds>,
    Record<`scheduling.${BuiltInDomain}/v1`, SchedulingV1Kinds>,
    Record<`scheduling.${BuiltInDomain}/v1alpha2`, SchedulingV1alpha2Kinds>,
    Record<`storage.${BuiltInDomain}/v1`, StorageV1Kinds>,
    Record<`storage.${BuiltInDomain}/v1beta1`, StorageV1beta1Kinds>,
    Record<`resource.${BuiltInDomain}/v1`, ResourceV1Kinds>,
    Record<`resource.${BuiltInDomain}/v1beta2`, ResourceV1beta2Kinds>,
    Record<`resource.${BuiltInDomain}/v1beta1`, ResourceV1beta1Kinds>,
    Record<`resource.${BuiltInDomain}/v1alpha3`, ResourceV1alpha3Kinds>,
    Record<`internal.apiserver.${BuiltInDomain}/v1alpha1`, ApiserverinternalV1alpha1Kinds>,
    Record<`storagemigration.${BuiltInDomain}/v1beta1`, StoragemigrationV1beta1Kinds>,
    Record<`flowcontrol.apiserver.${BuiltInDomain}/v1`, FlowcontrolV1Kinds>,
    Record<`rbac.authorization.${BuiltInDomain}/v1`, RbacV1Kinds>,
    Record<`certificates.${BuiltInDomain}/v1`, CertificatesV1Kinds>,
    Record<`certificates.${BuiltInDomain}/v1beta1`, CertificatesV1beta1Kinds>,
    Record<`certificates.${BuiltInDomain}/v1alpha1`, CertificatesV1alpha1Kinds>,
    Record<`admissionregistration.${BuiltInDomain}/v1`, AdmissionregistrationV1Kinds>,
    Record<`admissionregistration.${BuiltInDomain}/v1beta1`, AdmissionregistrationV1beta1Kinds>,
    Record<`admissionregistration.${BuiltInDomain}/v1alpha1`, AdmissionregistrationV1alpha1Kinds>,
    Record<`apiextensions.${BuiltInDomain}/v1`, ApiextensionsV1Kinds>,
    Record<`apiregistration.${BuiltInDomain}/v1`, ApiregistrationV1Kinds>,
    Record<`authentication.${BuiltInDomain}/v1`, AuthenticationV1Kinds>,
    Record<`authentication.${BuiltInDomain}/v1beta1`, AuthenticationV1beta1Kinds>,
    Record<`authorization.${BuiltInDomain}/v1`, AuthorizationV1Kinds> {}

/** Built-in kinds whose objects are created and answered, and never stored. */
export type CreateOnlyKind =
  | 'Binding'
  | 'LocalSubjectAccessReview'
  | 'SelfSubjectAccessReview'
  | 'SelfSubjectReview'
  | 'SelfSubjectRulesReview'
  | 'SubjectAccessReview'
  | 'TokenReview'

interface CoreV1Kinds {
  readonly Binding: Binding
  readonly ComponentStatus: ComponentStatus
  readonly ConfigMap: ConfigMap
  readonly Endpoints: Endpoints
  readonly Event: Event
  readonly LimitRange: LimitRange
  readonly Namespace: Namespace
  readonly Node: Node
  readonly PersistentVolume: PersistentVolume
  readonly PersistentVolumeClaim: PersistentVolumeClaim
  readonly Pod: Pod
  readonly PodTemplate: PodTemplate
  readonly ReplicationController: ReplicationController
  readonly ResourceQuota: ResourceQuota
  readonly Secret: Secret
  readonly Service: Service
  readonly ServiceAccount: ServiceAccount
}

interface AppsV1Kinds {
  readonly ControllerRevision: ControllerRevision
  readonly DaemonSet: DaemonSet
  readonly Deployment: Deployment
  readonly ReplicaSet: ReplicaSet
  readonly StatefulSet: StatefulSet
}

interface BatchV1Kinds {
  readonly CronJob: CronJob
  readonly Job: Job
}

interface AutoscalingV1Kinds {
  readonly HorizontalPodAutoscaler: HorizontalPodAutoscaler
}

interface AutoscalingV2Kinds {
  readonly HorizontalPodAutoscaler: AutoscalingV2HorizontalPodAutoscaler
}

interface PolicyV1Kinds {
  readonly PodDisruptionBudget: PodDisruptionBudget
}

interface NetworkingV1Kinds {
  readonly Ingress: Ingress
  readonly IngressClass: IngressClass
  readonly NetworkPolicy: NetworkPolicy
  readonly IPAddress: IPAddress
  readonly ServiceCIDR: ServiceCIDR
}

interface NetworkingV1beta1Kinds {
  readonly IPAddress: NetworkingV1beta1IPAddress
  readonly ServiceCIDR: NetworkingV1beta1ServiceCIDR
}

interface DiscoveryV1Kinds {
  readonly EndpointSlice: EndpointSlice
}

interface EventsV1Kinds {
  readonly Event: EventsV1Event
}

interface CoordinationV1Kinds {
  readonly Lease: Lease
}

interface CoordinationV1beta1Kinds {
  readonly LeaseCandidate: LeaseCandidate
}

interface CoordinationV1alpha2Kinds {
  readonly LeaseCandidate: CoordinationV1alpha2LeaseCandidate
}

interface NodeV1Kinds {
  readonly RuntimeClass: RuntimeClass
}

interface SchedulingV1Kinds {
  readonly PriorityClass: PriorityClass
}

interface SchedulingV1alpha2Kinds {
  readonly PodGroup: PodGroup
  readonly Workload: Workload
}

interface StorageV1Kinds {
  readonly StorageClass: StorageClass
  readonly VolumeAttachment: VolumeAttachment
  readonly CSIDriver: CSIDriver
  readonly CSINode: CSINode
  readonly CSIStorageCapacity: CSIStorageCapacity
  readonly VolumeAttributesClass: VolumeAttributesClass
}

interface StorageV1beta1Kinds {
  readonly VolumeAttributesClass: StorageV1beta1VolumeAttributesClass
}

interface ResourceV1Kinds {
  readonly DeviceClass: DeviceClass
  readonly ResourceClaim: ResourceClaim
  readonly ResourceClaimTemplate: ResourceClaimTemplate
  readonly ResourceSlice: ResourceSlice
}

interface ResourceV1beta2Kinds {
  readonly DeviceClass: ResourceV1beta2DeviceClass
  readonly ResourceClaim: ResourceV1beta2ResourceClaim
  readonly ResourceClaimTemplate: ResourceV1beta2ResourceClaimTemplate
  readonly ResourceSlice: ResourceV1beta2ResourceSlice
  readonly DeviceTaintRule: DeviceTaintRule
}

interface ResourceV1beta1Kinds {
  readonly DeviceClass: ResourceV1beta1DeviceClass
  readonly ResourceClaim: ResourceV1beta1ResourceClaim
  readonly ResourceClaimTemplate: ResourceV1beta1ResourceClaimTemplate
  readonly ResourceSlice: ResourceV1beta1ResourceSlice
}

interface ResourceV1alpha3Kinds {
  readonly DeviceTaintRule: ResourceV1alpha3DeviceTaintRule
  readonly ResourcePoolStatusRequest: ResourcePoolStatusRequest
}

interface ApiserverinternalV1alpha1Kinds {
  readonly StorageVersion: StorageVersion
}

interface StoragemigrationV1beta1Kinds {
  readonly StorageVersionMigration: StorageVersionMigration
}

interface FlowcontrolV1Kinds {
  readonly FlowSchema: FlowSchema
  readonly PriorityLevelConfiguration: PriorityLevelConfiguration
}

interface RbacV1Kinds {
  readonly ClusterRole: ClusterRole
  readonly ClusterRoleBinding: ClusterRoleBinding
  readonly Role: Role
  readonly RoleBinding: RoleBinding
}

interface CertificatesV1Kinds {
  readonly CertificateSigningRequest: CertificateSigningRequest
}

interface CertificatesV1beta1Kinds {
  readonly CertificateSigningRequest: CertificatesV1beta1CertificateSigningRequest
  readonly ClusterTrustBundle: ClusterTrustBundle
  readonly PodCertificateRequest: PodCertificateRequest
}

interface CertificatesV1alpha1Kinds {
  readonly ClusterTrustBundle: CertificatesV1alpha1ClusterTrustBundle
}

interface AdmissionregistrationV1Kinds {
  readonly MutatingWebhookConfiguration: MutatingWebhookConfiguration
  readonly ValidatingWebhookConfiguration: ValidatingWebhookConfiguration
  readonly ValidatingAdmissionPolicy: ValidatingAdmissionPolicy
  readonly ValidatingAdmissionPolicyBinding: ValidatingAdmissionPolicyBinding
  readonly MutatingAdmissionPolicy: MutatingAdmissionPolicy
  readonly MutatingAdmissionPolicyBinding: MutatingAdmissionPolicyBinding
}

interface AdmissionregistrationV1beta1Kinds {
  readonly MutatingWebhookConfiguration: AdmissionregistrationV1beta1MutatingWebhookConfiguration
  readonly ValidatingWebhookConfiguration: AdmissionregistrationV1beta1ValidatingWebhookConfiguration
  readonly MutatingAdmissionPolicy: AdmissionregistrationV1beta1MutatingAdmissionPolicy
  readonly MutatingAdmissionPolicyBinding: AdmissionregistrationV1beta1MutatingAdmissionPolicyBinding
}

interface AdmissionregistrationV1alpha1Kinds {
  readonly MutatingAdmissionPolicy: AdmissionregistrationV1alpha1MutatingAdmissionPolicy
  readonly MutatingAdmissionPolicyBinding: AdmissionregistrationV1alpha1MutatingAdmissionPolicyBinding
}

interface ApiextensionsV1Kinds {
  readonly CustomResourceDefinition: CustomResourceDefinition
}

interface ApiregistrationV1Kinds {
  readonly APIService: APIService
}

interface AuthenticationV1Kinds {
  readonly TokenReview: TokenReview
  readonly SelfSubjectReview: SelfSubjectReview
}

interface AuthenticationV1beta1Kinds {
  readonly TokenReview: AuthenticationV1beta1TokenReview
}

interface AuthorizationV1Kinds {
  readonly SubjectAccessReview: SubjectAccessReview
  readonly LocalSubjectAccessReview: LocalSubjectAccessReview
  readonly SelfSubjectAccessReview: SelfSubjectAccessReview
  readonly SelfSubjectRulesReview: SelfSubjectRulesReview
}
