// Made by scripts/generate-types.mjs; do not edit.
import { descriptions as admissionV1 } from './descriptions/admission-v1.ts'
import { descriptions as admissionV1beta1 } from './descriptions/admission-v1beta1.ts'
import { descriptions as admissionregistrationV1 } from './descriptions/admissionregistration-v1.ts'
import { descriptions as admissionregistrationV1alpha1 } from './descriptions/admissionregistration-v1alpha1.ts'
import { descriptions as admissionregistrationV1beta1 } from './descriptions/admissionregistration-v1beta1.ts'
import { descriptions as apidiscoveryV2 } from './descriptions/apidiscovery-v2.ts'
import { descriptions as apiextensionsV1 } from './descriptions/apiextensions-v1.ts'
import { descriptions as apiregistrationV1 } from './descriptions/apiregistration-v1.ts'
import { descriptions as apiserverinternalV1alpha1 } from './descriptions/apiserverinternal-v1alpha1.ts'
import { descriptions as appsV1 } from './descriptions/apps-v1.ts'
import { descriptions as authenticationV1 } from './descriptions/authentication-v1.ts'
import { descriptions as authenticationV1beta1 } from './descriptions/authentication-v1beta1.ts'
import { descriptions as authorizationV1 } from './descriptions/authorization-v1.ts'
import { descriptions as autoscalingV1 } from './descriptions/autoscaling-v1.ts'
import { descriptions as autoscalingV2 } from './descriptions/autoscaling-v2.ts'
import { descriptions as batchV1 } from './descriptions/batch-v1.ts'
import { descriptions as certificatesV1 } from './descriptions/certificates-v1.ts'
import { descriptions as certificatesV1alpha1 } from './descriptions/certificates-v1alpha1.ts'
import { descriptions as certificatesV1beta1 } from './descriptions/certificates-v1beta1.ts'
import { descriptions as coordinationV1 } from './descriptions/coordination-v1.ts'
import { descriptions as coordinationV1alpha2 } from './descriptions/coordination-v1alpha2.ts'
import { descriptions as coordinationV1beta1 } from './descriptions/coordination-v1beta1.ts'
import { descriptions as coreV1Nodes } from './descriptions/core-v1-nodes.ts'
import { descriptions as coreV1Others } from './descriptions/core-v1-others.ts'
import { descriptions as coreV1Pods } from './descriptions/core-v1-pods.ts'
import { descriptions as coreV1Volumes } from './descriptions/core-v1-volumes.ts'
import { descriptions as discoveryV1 } from './descriptions/discovery-v1.ts'
import { descriptions as eventsV1 } from './descriptions/events-v1.ts'
import { descriptions as flowcontrolV1 } from './descriptions/flowcontrol-v1.ts'
import { descriptions as machinery } from './descriptions/machinery.ts'
import { descriptions as metaV1 } from './descriptions/meta-v1.ts'
import { descriptions as networkingV1 } from './descriptions/networking-v1.ts'
import { descriptions as networkingV1beta1 } from './descriptions/networking-v1beta1.ts'
import { descriptions as nodeV1 } from './descriptions/node-v1.ts'
import { descriptions as policyV1 } from './descriptions/policy-v1.ts'
import { descriptions as rbacV1 } from './descriptions/rbac-v1.ts'
import { descriptions as resourceV1 } from './descriptions/resource-v1.ts'
import { descriptions as resourceV1alpha3 } from './descriptions/resource-v1alpha3.ts'
import { descriptions as resourceV1beta1 } from './descriptions/resource-v1beta1.ts'
import { descriptions as resourceV1beta2 } from './descriptions/resource-v1beta2.ts'
import { descriptions as schedulingV1 } from './descriptions/scheduling-v1.ts'
import { descriptions as schedulingV1alpha2 } from './descriptions/scheduling-v1alpha2.ts'
import { descriptions as storageV1 } from './descriptions/storage-v1.ts'
import { descriptions as storageV1beta1 } from './descriptions/storage-v1beta1.ts'
import { descriptions as storagemigrationV1beta1 } from './descriptions/storagemigration-v1beta1.ts'
import type { TypeDescriptions } from './descriptions/type-descriptions.ts'

/** The descriptions of all types. */
export const allDescriptions: readonly TypeDescriptions[] = [
  admissionV1,
  admissionV1beta1,
  admissionregistrationV1,
  admissionregistrationV1alpha1,
  admissionregistrationV1beta1,
  apidiscoveryV2,
  apiextensionsV1,
  apiregistrationV1,
  apiserverinternalV1alpha1,
  appsV1,
  authenticationV1,
  authenticationV1beta1,
  authorizationV1,
  autoscalingV1,
  autoscalingV2,
  batchV1,
  certificatesV1,
  certificatesV1alpha1,
  certificatesV1beta1,
  coordinationV1,
  coordinationV1alpha2,
  coordinationV1beta1,
  coreV1Nodes,
  coreV1Others,
  coreV1Pods,
  coreV1Volumes,
  discoveryV1,
  eventsV1,
  flowcontrolV1,
  machinery,
  metaV1,
  networkingV1,
  networkingV1beta1,
  nodeV1,
  policyV1,
  rbacV1,
  resourceV1,
  resourceV1alpha3,
  resourceV1beta1,
  resourceV1beta2,
  schedulingV1,
  schedulingV1alpha2,
  storageV1,
  storageV1beta1,
  storagemigrationV1beta1,
]

/** The types whose fields a type has as its own. */
export const embeddedTypes: Readonly<Record<string, readonly string[]>> = {
  'admissionregistration.v1.NamedRuleWithOperations': ['admissionregistration.v1.RuleWithOperations'],
  'admissionregistration.v1.RuleWithOperations': ['admissionregistration.v1.Rule'],
  'admissionregistration.v1alpha1.NamedRuleWithOperations': ['admissionregistration.v1.RuleWithOperations'],
  'admissionregistration.v1beta1.NamedRuleWithOperations': ['admissionregistration.v1.RuleWithOperations'],
  'core.v1.ConfigMapEnvSource': ['core.v1.LocalObjectReference'],
  'core.v1.ConfigMapKeySelector': ['core.v1.LocalObjectReference'],
  'core.v1.ConfigMapProjection': ['core.v1.LocalObjectReference'],
  'core.v1.ConfigMapVolumeSource': ['core.v1.LocalObjectReference'],
  'core.v1.EphemeralContainer': ['core.v1.EphemeralContainerCommon'],
  'core.v1.PersistentVolumeSpec': ['core.v1.PersistentVolumeSource'],
  'core.v1.Probe': ['core.v1.ProbeHandler'],
  'core.v1.SecretEnvSource': ['core.v1.LocalObjectReference'],
  'core.v1.SecretKeySelector': ['core.v1.LocalObjectReference'],
  'core.v1.SecretProjection': ['core.v1.LocalObjectReference'],
  'core.v1.Volume': ['core.v1.VolumeSource'],
  'networking.v1.IngressRule': ['networking.v1.IngressRuleValue'],
  'resource.v1.DeviceAllocationConfiguration': ['resource.v1.DeviceConfiguration'],
  'resource.v1.DeviceClaimConfiguration': ['resource.v1.DeviceConfiguration'],
  'resource.v1.DeviceClassConfiguration': ['resource.v1.DeviceConfiguration'],
  'resource.v1beta1.DeviceAllocationConfiguration': ['resource.v1beta1.DeviceConfiguration'],
  'resource.v1beta1.DeviceClaimConfiguration': ['resource.v1beta1.DeviceConfiguration'],
  'resource.v1beta1.DeviceClassConfiguration': ['resource.v1beta1.DeviceConfiguration'],
  'resource.v1beta2.DeviceAllocationConfiguration': ['resource.v1beta2.DeviceConfiguration'],
  'resource.v1beta2.DeviceClaimConfiguration': ['resource.v1beta2.DeviceConfiguration'],
  'resource.v1beta2.DeviceClassConfiguration': ['resource.v1beta2.DeviceConfiguration'],
}
