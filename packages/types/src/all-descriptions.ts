// Made by scripts/generate-types.mjs; do not edit.
import { descriptions as appsV1 } from './descriptions/apps-v1.ts'
import { descriptions as coreV1Pods } from './descriptions/core-v1-pods.ts'
import { descriptions as machinery } from './descriptions/machinery.ts'
import { descriptions as metaV1 } from './descriptions/meta-v1.ts'
import type { TypeDescriptions } from './descriptions/type-descriptions.ts'

/** The descriptions of all types. */
export const allDescriptions: readonly TypeDescriptions[] = [appsV1, coreV1Pods, machinery, metaV1]

/** The types whose fields a type has as its own. */
export const embeddedTypes: Readonly<Record<string, readonly string[]>> = {
  'admissionregistration.v1.NamedRuleWithOperations': ['admissionregistration.v1.RuleWithOperations'],
  'admissionregistration.v1.RuleWithOperations': ['admissionregistration.v1.Rule'],
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
}
