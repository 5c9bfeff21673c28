import type { DomainGroup, Verb, Vocabulary } from '@pinnace/meta'

/** Where the objects of a resource live. */
export type Scope = 'Namespaced' | 'Cluster'

/** Groups whose names are the same in every vocabulary. */
export type PlainGroup = '' | 'apps' | 'autoscaling' | 'batch' | 'policy'

/** The end of a version. */
export interface DeprecatedRow {
  /** `1.19` */
  readonly since: string
  readonly removedIn?: string
  readonly replacement?: { readonly group: PlainGroup | DomainGroup; readonly version: string; readonly kind: string }
}

/** What a built-in kind is, before what it does. */
export interface KindRow {
  /** A plain group's full name, or the first word of a group of the vocabulary's domain. */
  readonly group: PlainGroup | DomainGroup
  readonly version: string
  readonly kind: string
  readonly resource: string
  readonly scope: Scope
  readonly shortNames?: readonly string[]
  readonly categories?: readonly string[]
  /** All eight where absent. */
  readonly verbs?: readonly Verb[]
  /** Never stored: created and answered, or computed for each read. */
  readonly isVirtual?: boolean
  /** Has a status that only `/status` changes. */
  readonly hasStatus?: boolean
  /** `/status` leaves labels, annotations, finalizers and owners alone. */
  // upstream: the status strategies' GetResetFields
  readonly statusKeepsMetadata?: boolean
  /** The server counts changes of what is neither metadata nor status in metadata.generation. */
  readonly hasGeneration?: boolean
  /** A delete answers with the object instead of a Status. */
  // upstream: the stores' ReturnDeletedObject
  readonly returnsDeletedObject?: boolean
  // upstream: the strategies' AllowCreateOnUpdate and AllowUnconditionalUpdate
  readonly allowCreateOnUpdate?: boolean
  readonly allowUnconditionalUpdate?: boolean
  /** Since which release it should not be used, from which on it is gone, and what to use instead. */
  readonly deprecated?: DeprecatedRow
  /** The release that this version came with. @default one that no server emulates any more */
  readonly introducedIn?: string
  /** Served where a runtime configuration does not say. @default true */
  readonly enabledByDefault?: boolean
  /** The feature gate without which it is not served, whatever a runtime configuration says. */
  readonly featureGate?: string
  /**
   * The version that the storage version hash of discovery is computed from, for a kind that Kubernetes stores in a version
   * that is not served here. @default the storage version
   */
  readonly hashedVersion?: string
  /** The version that Kubernetes stores where the minimum compatibility version is older than `introducedIn`. */
  readonly storedBefore?: string
}

/** Every built-in kind. */
// prettier-ignore
export const kindTable: readonly KindRow[] = [
  { group: '', version: 'v1', kind: 'Binding', resource: 'bindings', scope: 'Namespaced', verbs: ['create'], isVirtual: true },
  { group: '', version: 'v1', kind: 'ComponentStatus', resource: 'componentstatuses', scope: 'Cluster', shortNames: ['cs'], verbs: ['get', 'list'], isVirtual: true, deprecated: { since: '1.19' } },
  { group: '', version: 'v1', kind: 'ConfigMap', resource: 'configmaps', scope: 'Namespaced', shortNames: ['cm'] },
  { group: '', version: 'v1', kind: 'Endpoints', resource: 'endpoints', scope: 'Namespaced', shortNames: ['ep'], allowCreateOnUpdate: true, deprecated: { since: '1.33', replacement: { group: 'discovery', version: 'v1', kind: 'EndpointSlice' } } },
  { group: '', version: 'v1', kind: 'Event', resource: 'events', scope: 'Namespaced', shortNames: ['ev'], allowCreateOnUpdate: true },
  { group: '', version: 'v1', kind: 'LimitRange', resource: 'limitranges', scope: 'Namespaced', shortNames: ['limits'], allowCreateOnUpdate: true },
  { group: '', version: 'v1', kind: 'Namespace', resource: 'namespaces', scope: 'Cluster', shortNames: ['ns'], verbs: ['create', 'delete', 'get', 'list', 'patch', 'update', 'watch'], hasStatus: true },
  { group: '', version: 'v1', kind: 'Node', resource: 'nodes', scope: 'Cluster', shortNames: ['no'], hasStatus: true },
  { group: '', version: 'v1', kind: 'PersistentVolume', resource: 'persistentvolumes', scope: 'Cluster', shortNames: ['pv'], hasStatus: true, returnsDeletedObject: true },
  { group: '', version: 'v1', kind: 'PersistentVolumeClaim', resource: 'persistentvolumeclaims', scope: 'Namespaced', shortNames: ['pvc'], hasStatus: true, returnsDeletedObject: true },
  { group: '', version: 'v1', kind: 'Pod', resource: 'pods', scope: 'Namespaced', shortNames: ['po'], categories: ['all'], hasStatus: true, returnsDeletedObject: true },
  { group: '', version: 'v1', kind: 'PodTemplate', resource: 'podtemplates', scope: 'Namespaced', returnsDeletedObject: true },
  { group: '', version: 'v1', kind: 'ReplicationController', resource: 'replicationcontrollers', scope: 'Namespaced', shortNames: ['rc'], categories: ['all'], hasStatus: true, hasGeneration: true },
  { group: '', version: 'v1', kind: 'ResourceQuota', resource: 'resourcequotas', scope: 'Namespaced', shortNames: ['quota'], hasStatus: true, returnsDeletedObject: true },
  { group: '', version: 'v1', kind: 'Secret', resource: 'secrets', scope: 'Namespaced' },
  { group: '', version: 'v1', kind: 'Service', resource: 'services', scope: 'Namespaced', shortNames: ['svc'], categories: ['all'], hasStatus: true, allowCreateOnUpdate: true, returnsDeletedObject: true },
  { group: '', version: 'v1', kind: 'ServiceAccount', resource: 'serviceaccounts', scope: 'Namespaced', shortNames: ['sa'], returnsDeletedObject: true },
  { group: 'apps', version: 'v1', kind: 'ControllerRevision', resource: 'controllerrevisions', scope: 'Namespaced' },
  { group: 'apps', version: 'v1', kind: 'DaemonSet', resource: 'daemonsets', scope: 'Namespaced', shortNames: ['ds'], categories: ['all'], hasStatus: true, hasGeneration: true },
  { group: 'apps', version: 'v1', kind: 'Deployment', resource: 'deployments', scope: 'Namespaced', shortNames: ['deploy'], categories: ['all'], hasStatus: true, hasGeneration: true },
  { group: 'apps', version: 'v1', kind: 'ReplicaSet', resource: 'replicasets', scope: 'Namespaced', shortNames: ['rs'], categories: ['all'], hasStatus: true, hasGeneration: true },
  { group: 'apps', version: 'v1', kind: 'StatefulSet', resource: 'statefulsets', scope: 'Namespaced', shortNames: ['sts'], categories: ['all'], hasStatus: true, hasGeneration: true },
  { group: 'batch', version: 'v1', kind: 'CronJob', resource: 'cronjobs', scope: 'Namespaced', shortNames: ['cj'], categories: ['all'], hasStatus: true, hasGeneration: true },
  { group: 'batch', version: 'v1', kind: 'Job', resource: 'jobs', scope: 'Namespaced', categories: ['all'], hasStatus: true, hasGeneration: true },
  { group: 'autoscaling', version: 'v1', kind: 'HorizontalPodAutoscaler', resource: 'horizontalpodautoscalers', scope: 'Namespaced', shortNames: ['hpa'], categories: ['all'], hasStatus: true },
  { group: 'autoscaling', version: 'v2', kind: 'HorizontalPodAutoscaler', resource: 'horizontalpodautoscalers', scope: 'Namespaced', shortNames: ['hpa'], categories: ['all'], hasStatus: true },
  { group: 'policy', version: 'v1', kind: 'PodDisruptionBudget', resource: 'poddisruptionbudgets', scope: 'Namespaced', shortNames: ['pdb'], hasStatus: true, hasGeneration: true, allowUnconditionalUpdate: false },
  { group: 'networking', version: 'v1', kind: 'Ingress', resource: 'ingresses', scope: 'Namespaced', shortNames: ['ing'], hasStatus: true, hasGeneration: true },
  { group: 'networking', version: 'v1', kind: 'IngressClass', resource: 'ingressclasses', scope: 'Cluster', hasGeneration: true },
  { group: 'networking', version: 'v1', kind: 'NetworkPolicy', resource: 'networkpolicies', scope: 'Namespaced', shortNames: ['netpol'], hasGeneration: true },
  { group: 'networking', version: 'v1', kind: 'IPAddress', resource: 'ipaddresses', scope: 'Cluster', shortNames: ['ip'] },
  { group: 'networking', version: 'v1beta1', kind: 'IPAddress', resource: 'ipaddresses', introducedIn: '1.31', scope: 'Cluster', shortNames: ['ip'], enabledByDefault: false, deprecated: { since: '1.34', removedIn: '1.37' } },
  { group: 'networking', version: 'v1', kind: 'ServiceCIDR', resource: 'servicecidrs', scope: 'Cluster', hasStatus: true, statusKeepsMetadata: true },
  { group: 'networking', version: 'v1beta1', kind: 'ServiceCIDR', resource: 'servicecidrs', introducedIn: '1.31', scope: 'Cluster', hasStatus: true, statusKeepsMetadata: true, enabledByDefault: false, deprecated: { since: '1.34', removedIn: '1.37' } },
  { group: 'discovery', version: 'v1', kind: 'EndpointSlice', resource: 'endpointslices', scope: 'Namespaced' },
  { group: 'events', version: 'v1', kind: 'Event', resource: 'events', scope: 'Namespaced', shortNames: ['ev'], allowCreateOnUpdate: true },
  { group: 'coordination', version: 'v1', kind: 'Lease', resource: 'leases', scope: 'Namespaced', allowCreateOnUpdate: true, allowUnconditionalUpdate: false },
  { group: 'coordination', version: 'v1beta1', kind: 'LeaseCandidate', resource: 'leasecandidates', introducedIn: '1.33', scope: 'Namespaced', allowCreateOnUpdate: true, allowUnconditionalUpdate: false, enabledByDefault: false, deprecated: { since: '1.36', removedIn: '1.39' } },
  { group: 'coordination', version: 'v1alpha2', kind: 'LeaseCandidate', resource: 'leasecandidates', introducedIn: '1.32', scope: 'Namespaced', allowCreateOnUpdate: true, allowUnconditionalUpdate: false, enabledByDefault: false, deprecated: { since: '1.35', removedIn: '1.38' } },
  { group: 'node', version: 'v1', kind: 'RuntimeClass', resource: 'runtimeclasses', scope: 'Cluster', allowCreateOnUpdate: true, allowUnconditionalUpdate: false },
  { group: 'scheduling', version: 'v1', kind: 'PriorityClass', resource: 'priorityclasses', scope: 'Cluster', shortNames: ['pc'] },
  { group: 'scheduling', version: 'v1alpha2', kind: 'PodGroup', resource: 'podgroups', introducedIn: '1.36', featureGate: 'GenericWorkload', scope: 'Namespaced', hasStatus: true, statusKeepsMetadata: true, enabledByDefault: false },
  { group: 'scheduling', version: 'v1alpha2', kind: 'Workload', resource: 'workloads', introducedIn: '1.36', featureGate: 'GenericWorkload', scope: 'Namespaced', enabledByDefault: false },
  { group: 'storage', version: 'v1', kind: 'StorageClass', resource: 'storageclasses', scope: 'Cluster', shortNames: ['sc'], returnsDeletedObject: true },
  { group: 'storage', version: 'v1', kind: 'VolumeAttachment', resource: 'volumeattachments', scope: 'Cluster', hasStatus: true, statusKeepsMetadata: true, allowUnconditionalUpdate: false, returnsDeletedObject: true },
  { group: 'storage', version: 'v1', kind: 'CSIDriver', resource: 'csidrivers', scope: 'Cluster', allowUnconditionalUpdate: false, returnsDeletedObject: true },
  { group: 'storage', version: 'v1', kind: 'CSINode', resource: 'csinodes', scope: 'Cluster', allowUnconditionalUpdate: false, returnsDeletedObject: true },
  { group: 'storage', version: 'v1', kind: 'CSIStorageCapacity', resource: 'csistoragecapacities', scope: 'Namespaced', allowUnconditionalUpdate: false },
  { group: 'storage', version: 'v1', kind: 'VolumeAttributesClass', resource: 'volumeattributesclasses', introducedIn: '1.34', storedBefore: 'v1beta1', scope: 'Cluster', shortNames: ['vac'], returnsDeletedObject: true },
  { group: 'storage', version: 'v1beta1', kind: 'VolumeAttributesClass', resource: 'volumeattributesclasses', introducedIn: '1.31', scope: 'Cluster', shortNames: ['vac'], returnsDeletedObject: true, enabledByDefault: false, deprecated: { since: '1.34', removedIn: '1.37', replacement: { group: 'storage', version: 'v1', kind: 'VolumeAttributesClass' } } },
  { group: 'resource', version: 'v1', kind: 'DeviceClass', resource: 'deviceclasses', introducedIn: '1.34', storedBefore: 'v1beta2', scope: 'Cluster', hasGeneration: true, returnsDeletedObject: true },
  { group: 'resource', version: 'v1beta2', kind: 'DeviceClass', resource: 'deviceclasses', introducedIn: '1.33', scope: 'Cluster', hasGeneration: true, returnsDeletedObject: true, enabledByDefault: false, deprecated: { since: '1.36', removedIn: '1.39' } },
  { group: 'resource', version: 'v1beta1', kind: 'DeviceClass', resource: 'deviceclasses', introducedIn: '1.32', scope: 'Cluster', hasGeneration: true, returnsDeletedObject: true, enabledByDefault: false, deprecated: { since: '1.35', removedIn: '1.38' } },
  { group: 'resource', version: 'v1', kind: 'ResourceClaim', resource: 'resourceclaims', introducedIn: '1.34', storedBefore: 'v1beta2', scope: 'Namespaced', hasStatus: true, statusKeepsMetadata: true, returnsDeletedObject: true },
  { group: 'resource', version: 'v1beta2', kind: 'ResourceClaim', resource: 'resourceclaims', introducedIn: '1.33', scope: 'Namespaced', hasStatus: true, statusKeepsMetadata: true, returnsDeletedObject: true, enabledByDefault: false, deprecated: { since: '1.36', removedIn: '1.39' } },
  { group: 'resource', version: 'v1beta1', kind: 'ResourceClaim', resource: 'resourceclaims', introducedIn: '1.32', scope: 'Namespaced', hasStatus: true, statusKeepsMetadata: true, returnsDeletedObject: true, enabledByDefault: false, deprecated: { since: '1.35', removedIn: '1.38' } },
  { group: 'resource', version: 'v1', kind: 'ResourceClaimTemplate', resource: 'resourceclaimtemplates', introducedIn: '1.34', storedBefore: 'v1beta2', scope: 'Namespaced', returnsDeletedObject: true },
  { group: 'resource', version: 'v1beta2', kind: 'ResourceClaimTemplate', resource: 'resourceclaimtemplates', introducedIn: '1.33', scope: 'Namespaced', returnsDeletedObject: true, enabledByDefault: false, deprecated: { since: '1.36', removedIn: '1.39' } },
  { group: 'resource', version: 'v1beta1', kind: 'ResourceClaimTemplate', resource: 'resourceclaimtemplates', introducedIn: '1.32', scope: 'Namespaced', returnsDeletedObject: true, enabledByDefault: false, deprecated: { since: '1.35', removedIn: '1.38' } },
  { group: 'resource', version: 'v1', kind: 'ResourceSlice', resource: 'resourceslices', introducedIn: '1.34', storedBefore: 'v1beta2', scope: 'Cluster', hasGeneration: true, returnsDeletedObject: true },
  { group: 'resource', version: 'v1beta2', kind: 'ResourceSlice', resource: 'resourceslices', introducedIn: '1.33', scope: 'Cluster', hasGeneration: true, returnsDeletedObject: true, enabledByDefault: false, deprecated: { since: '1.36', removedIn: '1.39' } },
  { group: 'resource', version: 'v1beta1', kind: 'ResourceSlice', resource: 'resourceslices', introducedIn: '1.32', scope: 'Cluster', hasGeneration: true, returnsDeletedObject: true, enabledByDefault: false, deprecated: { since: '1.35', removedIn: '1.38' } },
  { group: 'resource', version: 'v1beta2', kind: 'DeviceTaintRule', resource: 'devicetaintrules', introducedIn: '1.36', storedBefore: 'v1alpha3', hashedVersion: 'v1alpha3', scope: 'Cluster', hasStatus: true, statusKeepsMetadata: true, hasGeneration: true, returnsDeletedObject: true, enabledByDefault: false, deprecated: { since: '1.39', removedIn: '1.42' } },
  { group: 'resource', version: 'v1alpha3', kind: 'DeviceTaintRule', resource: 'devicetaintrules', introducedIn: '1.33', scope: 'Cluster', hasStatus: true, statusKeepsMetadata: true, hasGeneration: true, returnsDeletedObject: true, enabledByDefault: false, deprecated: { since: '1.36', removedIn: '1.39' } },
  { group: 'resource', version: 'v1alpha3', kind: 'ResourcePoolStatusRequest', resource: 'resourcepoolstatusrequests', introducedIn: '1.36', scope: 'Cluster', hasStatus: true, statusKeepsMetadata: true, allowUnconditionalUpdate: false, returnsDeletedObject: true, enabledByDefault: false, deprecated: { since: '1.39', removedIn: '1.42' } },
  { group: 'internal.apiserver', version: 'v1alpha1', kind: 'StorageVersion', resource: 'storageversions', scope: 'Cluster', hasStatus: true, statusKeepsMetadata: true, allowUnconditionalUpdate: false, enabledByDefault: false },
  { group: 'storagemigration', version: 'v1beta1', kind: 'StorageVersionMigration', resource: 'storageversionmigrations', introducedIn: '1.35', featureGate: 'StorageVersionMigrator', scope: 'Cluster', hasStatus: true, statusKeepsMetadata: true, allowUnconditionalUpdate: false, enabledByDefault: false, deprecated: { since: '1.38', removedIn: '1.41' } },
  { group: 'flowcontrol.apiserver', version: 'v1', kind: 'FlowSchema', resource: 'flowschemas', scope: 'Cluster', hasStatus: true, statusKeepsMetadata: true, hasGeneration: true },
  { group: 'flowcontrol.apiserver', version: 'v1', kind: 'PriorityLevelConfiguration', resource: 'prioritylevelconfigurations', scope: 'Cluster', hasStatus: true, statusKeepsMetadata: true, hasGeneration: true },
  { group: 'rbac.authorization', version: 'v1', kind: 'ClusterRole', resource: 'clusterroles', scope: 'Cluster', allowCreateOnUpdate: true },
  { group: 'rbac.authorization', version: 'v1', kind: 'ClusterRoleBinding', resource: 'clusterrolebindings', scope: 'Cluster', allowCreateOnUpdate: true },
  { group: 'rbac.authorization', version: 'v1', kind: 'Role', resource: 'roles', scope: 'Namespaced', allowCreateOnUpdate: true },
  { group: 'rbac.authorization', version: 'v1', kind: 'RoleBinding', resource: 'rolebindings', scope: 'Namespaced', allowCreateOnUpdate: true },
  { group: 'certificates', version: 'v1', kind: 'CertificateSigningRequest', resource: 'certificatesigningrequests', scope: 'Cluster', shortNames: ['csr'], hasStatus: true },
  { group: 'certificates', version: 'v1beta1', kind: 'CertificateSigningRequest', resource: 'certificatesigningrequests', scope: 'Cluster', shortNames: ['csr'], hasStatus: true, enabledByDefault: false, deprecated: { since: '1.19', removedIn: '1.22', replacement: { group: 'certificates', version: 'v1', kind: 'CertificateSigningRequest' } } },
  { group: 'certificates', version: 'v1beta1', kind: 'ClusterTrustBundle', resource: 'clustertrustbundles', introducedIn: '1.33', featureGate: 'ClusterTrustBundle', scope: 'Cluster', allowUnconditionalUpdate: false, enabledByDefault: false, deprecated: { since: '1.37', removedIn: '1.40' } },
  { group: 'certificates', version: 'v1alpha1', kind: 'ClusterTrustBundle', resource: 'clustertrustbundles', introducedIn: '1.26', featureGate: 'ClusterTrustBundle', scope: 'Cluster', allowUnconditionalUpdate: false, enabledByDefault: false, deprecated: { since: '1.34', removedIn: '1.37' } },
  { group: 'certificates', version: 'v1beta1', kind: 'PodCertificateRequest', resource: 'podcertificaterequests', introducedIn: '1.35', featureGate: 'PodCertificateRequest', scope: 'Namespaced', hasStatus: true, statusKeepsMetadata: true, allowUnconditionalUpdate: false, enabledByDefault: false, deprecated: { since: '1.38', removedIn: '1.41' } },
  { group: 'admissionregistration', version: 'v1', kind: 'MutatingWebhookConfiguration', resource: 'mutatingwebhookconfigurations', scope: 'Cluster', categories: ['api-extensions'], hasGeneration: true, allowUnconditionalUpdate: false },
  { group: 'admissionregistration', version: 'v1beta1', kind: 'MutatingWebhookConfiguration', resource: 'mutatingwebhookconfigurations', scope: 'Cluster', categories: ['api-extensions'], hasGeneration: true, allowUnconditionalUpdate: false, enabledByDefault: false, deprecated: { since: '1.16', removedIn: '1.22', replacement: { group: 'admissionregistration', version: 'v1', kind: 'MutatingWebhookConfiguration' } } },
  { group: 'admissionregistration', version: 'v1', kind: 'ValidatingWebhookConfiguration', resource: 'validatingwebhookconfigurations', scope: 'Cluster', categories: ['api-extensions'], hasGeneration: true, allowUnconditionalUpdate: false },
  { group: 'admissionregistration', version: 'v1beta1', kind: 'ValidatingWebhookConfiguration', resource: 'validatingwebhookconfigurations', scope: 'Cluster', categories: ['api-extensions'], hasGeneration: true, allowUnconditionalUpdate: false, enabledByDefault: false, deprecated: { since: '1.16', removedIn: '1.22', replacement: { group: 'admissionregistration', version: 'v1', kind: 'ValidatingWebhookConfiguration' } } },
  { group: 'admissionregistration', version: 'v1', kind: 'ValidatingAdmissionPolicy', resource: 'validatingadmissionpolicies', scope: 'Cluster', categories: ['api-extensions'], hasStatus: true, statusKeepsMetadata: true, hasGeneration: true, allowUnconditionalUpdate: false },
  { group: 'admissionregistration', version: 'v1', kind: 'ValidatingAdmissionPolicyBinding', resource: 'validatingadmissionpolicybindings', scope: 'Cluster', categories: ['api-extensions'], hasGeneration: true, allowUnconditionalUpdate: false },
  { group: 'admissionregistration', version: 'v1', kind: 'MutatingAdmissionPolicy', resource: 'mutatingadmissionpolicies', introducedIn: '1.36', scope: 'Cluster', hashedVersion: 'v1beta1', categories: ['api-extensions'], hasGeneration: true, allowUnconditionalUpdate: false },
  { group: 'admissionregistration', version: 'v1beta1', kind: 'MutatingAdmissionPolicy', resource: 'mutatingadmissionpolicies', introducedIn: '1.34', scope: 'Cluster', categories: ['api-extensions'], hasGeneration: true, allowUnconditionalUpdate: false, enabledByDefault: false, deprecated: { since: '1.37', removedIn: '1.40', replacement: { group: 'admissionregistration', version: 'v1', kind: 'MutatingAdmissionPolicy' } } },
  { group: 'admissionregistration', version: 'v1alpha1', kind: 'MutatingAdmissionPolicy', resource: 'mutatingadmissionpolicies', introducedIn: '1.32', scope: 'Cluster', categories: ['api-extensions'], hasGeneration: true, allowUnconditionalUpdate: false, enabledByDefault: false, deprecated: { since: '1.35', removedIn: '1.38' } },
  { group: 'admissionregistration', version: 'v1', kind: 'MutatingAdmissionPolicyBinding', resource: 'mutatingadmissionpolicybindings', introducedIn: '1.36', scope: 'Cluster', hashedVersion: 'v1beta1', categories: ['api-extensions'], hasGeneration: true, allowUnconditionalUpdate: false },
  { group: 'admissionregistration', version: 'v1beta1', kind: 'MutatingAdmissionPolicyBinding', resource: 'mutatingadmissionpolicybindings', introducedIn: '1.34', scope: 'Cluster', categories: ['api-extensions'], hasGeneration: true, allowUnconditionalUpdate: false, enabledByDefault: false, deprecated: { since: '1.37', removedIn: '1.40', replacement: { group: 'admissionregistration', version: 'v1', kind: 'MutatingAdmissionPolicyBinding' } } },
  { group: 'admissionregistration', version: 'v1alpha1', kind: 'MutatingAdmissionPolicyBinding', resource: 'mutatingadmissionpolicybindings', introducedIn: '1.32', scope: 'Cluster', categories: ['api-extensions'], hasGeneration: true, allowUnconditionalUpdate: false, enabledByDefault: false, deprecated: { since: '1.35', removedIn: '1.38' } },
  { group: 'apiextensions', version: 'v1', kind: 'CustomResourceDefinition', resource: 'customresourcedefinitions', scope: 'Cluster', hashedVersion: 'v1beta1', shortNames: ['crd', 'crds'], categories: ['api-extensions'], hasStatus: true, statusKeepsMetadata: true, hasGeneration: true, allowUnconditionalUpdate: false },
  { group: 'apiregistration', version: 'v1', kind: 'APIService', resource: 'apiservices', scope: 'Cluster', categories: ['api-extensions'], hasStatus: true, statusKeepsMetadata: true, allowUnconditionalUpdate: false },
  { group: 'authentication', version: 'v1', kind: 'TokenReview', resource: 'tokenreviews', scope: 'Cluster', verbs: ['create'], isVirtual: true },
  { group: 'authentication', version: 'v1beta1', kind: 'TokenReview', resource: 'tokenreviews', scope: 'Cluster', verbs: ['create'], isVirtual: true, enabledByDefault: false, deprecated: { since: '1.19', removedIn: '1.22', replacement: { group: 'authentication', version: 'v1', kind: 'TokenReview' } } },
  { group: 'authentication', version: 'v1', kind: 'SelfSubjectReview', resource: 'selfsubjectreviews', scope: 'Cluster', verbs: ['create'], isVirtual: true },
  { group: 'authorization', version: 'v1', kind: 'SubjectAccessReview', resource: 'subjectaccessreviews', scope: 'Cluster', verbs: ['create'], isVirtual: true },
  { group: 'authorization', version: 'v1', kind: 'LocalSubjectAccessReview', resource: 'localsubjectaccessreviews', scope: 'Namespaced', verbs: ['create'], isVirtual: true },
  { group: 'authorization', version: 'v1', kind: 'SelfSubjectAccessReview', resource: 'selfsubjectaccessreviews', scope: 'Cluster', verbs: ['create'], isVirtual: true },
  { group: 'authorization', version: 'v1', kind: 'SelfSubjectRulesReview', resource: 'selfsubjectrulesreviews', scope: 'Cluster', verbs: ['create'], isVirtual: true },
]

/** Groups in the order discovery lists them; the core group comes before them, hosts' groups after. */
// upstream: controlplane/apiserver/aggregator.go, group priorities
export const groupOrder: readonly (PlainGroup | DomainGroup)[] = [
  'apiregistration',
  'apps',
  'events',
  'authentication',
  'authorization',
  'autoscaling',
  'batch',
  'certificates',
  'networking',
  'policy',
  'rbac.authorization',
  'storage',
  'admissionregistration',
  'apiextensions',
  'scheduling',
  'coordination',
  'node',
  'discovery',
  'flowcontrol.apiserver',
  'resource',
  'internal.apiserver',
  'storagemigration',
]

/** The name of a kind's type: `core.v1.Pod`, `rbac.v1.Role`. */
export function typeName(row: Pick<KindRow, 'group' | 'version' | 'kind'>): string {
  const word = typeGroups[row.group] ?? row.group.split('.')[0]!
  return `${word}.${row.version}.${row.kind}`
}

/** Groups whose types are not named after the first word of the group. */
const typeGroups: Readonly<Record<string, string>> = { '': 'core', 'internal.apiserver': 'apiserverinternal' }

const plainGroups: ReadonlySet<string> = new Set<PlainGroup>(['', 'apps', 'autoscaling', 'batch', 'policy'])

/** The full name of a group of the kind table. */
export function groupName(vocabulary: Vocabulary, word: PlainGroup | DomainGroup): string {
  return plainGroups.has(word) ? word : vocabulary.group(word as DomainGroup)
}
