// Made by scripts/generate-types.mjs; do not edit.
import { createTypeLoader, type ObjectSchema, type TypeTable } from '@pinnace/schema'
import { apiregistrationV1Types } from './groups/apiregistration-v1.ts'
import { admissionV1Types } from './groups/admission-v1.ts'
import { admissionV1beta1Types } from './groups/admission-v1beta1.ts'
import { admissionregistrationV1Types } from './groups/admissionregistration-v1.ts'
import { admissionregistrationV1beta1Types } from './groups/admissionregistration-v1beta1.ts'
import { apidiscoveryV2Types } from './groups/apidiscovery-v2.ts'
import { appsV1Types } from './groups/apps-v1.ts'
import { authenticationV1Types } from './groups/authentication-v1.ts'
import { authenticationV1beta1Types } from './groups/authentication-v1beta1.ts'
import { authorizationV1Types } from './groups/authorization-v1.ts'
import { autoscalingV1Types } from './groups/autoscaling-v1.ts'
import { autoscalingV2Types } from './groups/autoscaling-v2.ts'
import { batchV1Types } from './groups/batch-v1.ts'
import { certificatesV1Types } from './groups/certificates-v1.ts'
import { certificatesV1beta1Types } from './groups/certificates-v1beta1.ts'
import { coordinationV1Types } from './groups/coordination-v1.ts'
import { coreV1Types } from './groups/core-v1.ts'
import { coreV1ContainersTypes } from './groups/core-v1-containers.ts'
import { coreV1NodesTypes } from './groups/core-v1-nodes.ts'
import { coreV1PodsTypes } from './groups/core-v1-pods.ts'
import { coreV1VolumesTypes } from './groups/core-v1-volumes.ts'
import { discoveryV1Types } from './groups/discovery-v1.ts'
import { eventsV1Types } from './groups/events-v1.ts'
import { flowcontrolV1Types } from './groups/flowcontrol-v1.ts'
import { metaV1Types } from './groups/meta-v1.ts'
import { networkingV1Types } from './groups/networking-v1.ts'
import { nodeV1Types } from './groups/node-v1.ts'
import { policyV1Types } from './groups/policy-v1.ts'
import { rbacV1Types } from './groups/rbac-v1.ts'
import { resourceV1Types } from './groups/resource-v1.ts'
import { schedulingV1Types } from './groups/scheduling-v1.ts'
import { storageV1Types } from './groups/storage-v1.ts'

/** The tables of every built-in type whose field names do not depend on the vocabulary. */
export const typeTables: readonly TypeTable[] = [
  apiregistrationV1Types,
  admissionV1Types,
  admissionV1beta1Types,
  admissionregistrationV1Types,
  admissionregistrationV1beta1Types,
  apidiscoveryV2Types,
  appsV1Types,
  authenticationV1Types,
  authenticationV1beta1Types,
  authorizationV1Types,
  autoscalingV1Types,
  autoscalingV2Types,
  batchV1Types,
  certificatesV1Types,
  certificatesV1beta1Types,
  coordinationV1Types,
  coreV1Types,
  coreV1ContainersTypes,
  coreV1NodesTypes,
  coreV1PodsTypes,
  coreV1VolumesTypes,
  discoveryV1Types,
  eventsV1Types,
  flowcontrolV1Types,
  metaV1Types,
  networkingV1Types,
  nodeV1Types,
  policyV1Types,
  rbacV1Types,
  resourceV1Types,
  schedulingV1Types,
  storageV1Types,
]

/** The schema of a built-in type, `core.v1.Pod`; built when first asked for, then shared. */
export const loadType: (name: string) => ObjectSchema = createTypeLoader(typeTables)
