import type { MetadataRules } from '@pinnace/resources'
import type { KindRow } from '@pinnace/types'

const update: MetadataRules = { onUpdate: ['update'], standardFinalizers: true }
const updateThenCreate: MetadataRules = { onUpdate: ['update', 'create'], standardFinalizers: true }
const createThenUpdate: MetadataRules = { onUpdate: ['create', 'update'], standardFinalizers: true }
const create: MetadataRules = { onUpdate: ['create'], standardFinalizers: true }
const anyFinalizer = { standardFinalizers: false } as const
const none: MetadataRules = { onUpdate: [], onCreate: false, ...anyFinalizer }

/** How often kinds validate metadata, by the first word of the group and kind, with a slash and the subresource after it. */
// upstream: the strategies' Validate and ValidateUpdate and what they call
const rules: Readonly<Record<string, MetadataRules>> = {
  'core.ConfigMap': updateThenCreate,
  'core.Endpoints': updateThenCreate,
  'core.Event': none,
  'core.LimitRange': create,
  'core.Namespace': createThenUpdate,
  'core.Node': createThenUpdate,
  'core.PersistentVolume': { onUpdate: ['create', 'create'], standardFinalizers: true },
  'core.PersistentVolumeClaim': updateThenCreate,
  'core.Pod': updateThenCreate,
  'core.Pod/ephemeralcontainers': updateThenCreate,
  'core.Pod/resize': updateThenCreate,
  'core.Secret': updateThenCreate,
  'core.ServiceAccount': updateThenCreate,
  'apiregistration.APIService': { onUpdate: ['update', 'create'], ...anyFinalizer },
  'apiregistration.APIService/status': { onUpdate: ['update'], ...anyFinalizer },
  'apps.ControllerRevision': updateThenCreate,
  'batch.CronJob/status': none,
  'batch.Job': createThenUpdate,
  'certificates.CertificateSigningRequest': createThenUpdate,
  'certificates.CertificateSigningRequest/approval': createThenUpdate,
  'certificates.CertificateSigningRequest/status': createThenUpdate,
  'networking.IPAddress': createThenUpdate,
  'networking.Ingress': updateThenCreate,
  'networking.IngressClass': updateThenCreate,
  'policy.PodDisruptionBudget': none,
  'policy.PodDisruptionBudget/status': none,
  'rbac.ClusterRole': createThenUpdate,
  'rbac.ClusterRoleBinding': createThenUpdate,
  'rbac.Role': createThenUpdate,
  'rbac.RoleBinding': createThenUpdate,
  'storage.CSINode': create,
  'storage.CSIStorageCapacity': createThenUpdate,
  'storage.StorageClass': createThenUpdate,
  'storage.VolumeAttachment': create,
  'storage.VolumeAttachment/status': create,
  'storage.VolumeAttributesClass': updateThenCreate,
  'admissionregistration.MutatingAdmissionPolicy': { onUpdate: ['create'], ...anyFinalizer },
  'admissionregistration.MutatingAdmissionPolicyBinding': { onUpdate: ['create'], ...anyFinalizer },
  'admissionregistration.MutatingWebhookConfiguration': { onUpdate: ['create'], ...anyFinalizer },
  'admissionregistration.ValidatingAdmissionPolicy': { onUpdate: ['create'], ...anyFinalizer },
  'admissionregistration.ValidatingAdmissionPolicy/status': { onUpdate: ['update'], ...anyFinalizer },
  'admissionregistration.ValidatingAdmissionPolicyBinding': { onUpdate: ['create'], ...anyFinalizer },
  'admissionregistration.ValidatingWebhookConfiguration': { onUpdate: ['create'], ...anyFinalizer },
  'apiextensions.CustomResourceDefinition': { onUpdate: ['update'], ...anyFinalizer },
  'apiextensions.CustomResourceDefinition/status': { onUpdate: ['update'], ...anyFinalizer },
  'coordination.LeaseCandidate': { onUpdate: ['update'], ...anyFinalizer },
  'certificates.ClusterTrustBundle': createThenUpdate,
  'internal.StorageVersion': { onUpdate: [], standardFinalizers: true },
  'internal.StorageVersion/status': { onUpdate: [], standardFinalizers: true },
  'storagemigration.StorageVersionMigration': createThenUpdate,
  'coordination.Lease': { onUpdate: ['update'], ...anyFinalizer },
  'node.RuntimeClass': { onUpdate: ['create', 'update'], ...anyFinalizer },
  'discovery.EndpointSlice': create,
  'resource.DeviceClass': createThenUpdate,
  'resource.ResourceClaim': createThenUpdate,
  'resource.ResourceClaimTemplate': createThenUpdate,
  'flowcontrol.FlowSchema': create,
  'flowcontrol.FlowSchema/status': create,
  'flowcontrol.PriorityLevelConfiguration': create,
  'flowcontrol.PriorityLevelConfiguration/status': create,
}

/** How often a kind, or a subresource of its objects, validates metadata. */
export function metadataRulesOf({ group, kind }: Pick<KindRow, 'group' | 'kind'>, subresource = ''): MetadataRules {
  const word = group === '' ? 'core' : group.split('.')[0]
  return rules[`${word}.${kind}${subresource === '' ? '' : `/${subresource}`}`] ?? update
}
