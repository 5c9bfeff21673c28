import type { ApiObject } from '@pinnace/meta'
import { type Column, ageColumn, nameColumn } from '@pinnace/resources'
import type { ResourceSlice } from '@pinnace/types/resource-v1'
import type { KindBehavior } from './kind-behavior.ts'
import { plainDefaults } from './plain-defaults.ts'
import { mutatingPolicyColumns, policyBindingColumns, validatingPolicyColumns } from './columns/admission.ts'
import {
  flowSchemaColumns,
  priorityLevelColumns,
  resourceClaimColumns,
  resourceSliceColumns,
} from './columns/cluster.ts'
import { ipAddressColumns, serviceCidrColumns } from './columns/networking.ts'
import {
  csiDriverColumns,
  csiNodeColumns,
  csiStorageCapacityColumns,
  volumeAttachmentColumns,
  volumeAttributesClassColumns,
} from './columns/storage.ts'

/** Kinds that keep to the structural strategy and differ in what they fill in, print and answer to selectors. */
export function plainBehaviors(): ReadonlyMap<string, KindBehavior> {
  const behaviors = new Map(Object.entries(printed()))
  for (const [type, defaults] of Object.entries(plainDefaults)) {
    behaviors.set(type, { ...behaviors.get(type), strategy: { defaults } })
  }
  return behaviors
}

function printed(): Readonly<Record<string, KindBehavior>> {
  const withAge = [nameColumn, ageColumn]
  return {
    'admissionregistration.v1.MutatingAdmissionPolicy': print(mutatingPolicyColumns),
    'admissionregistration.v1.MutatingAdmissionPolicyBinding': print(policyBindingColumns),
    'admissionregistration.v1.ValidatingAdmissionPolicy': print(validatingPolicyColumns),
    'admissionregistration.v1.ValidatingAdmissionPolicyBinding': print(policyBindingColumns),
    'flowcontrol.v1.FlowSchema': print(flowSchemaColumns),
    'flowcontrol.v1.PriorityLevelConfiguration': print(priorityLevelColumns),
    'networking.v1.IPAddress': print(ipAddressColumns),
    'networking.v1.ServiceCIDR': print(serviceCidrColumns),
    'resource.v1.DeviceClass': print(withAge),
    'resource.v1.ResourceClaim': print(resourceClaimColumns),
    'resource.v1.ResourceClaimTemplate': print(withAge),
    'resource.v1.ResourceSlice': {
      ...print(resourceSliceColumns),
      selectableFields: {
        'spec.driver': (object) => (object as ResourceSlice).spec.driver,
        'spec.nodeName': (object) => (object as ResourceSlice).spec.nodeName ?? '',
      },
    },
    'storage.v1.CSIDriver': print(csiDriverColumns),
    'storage.v1.CSINode': print(csiNodeColumns),
    'storage.v1.CSIStorageCapacity': print(csiStorageCapacityColumns),
    'storage.v1.VolumeAttachment': print(volumeAttachmentColumns),
    'storage.v1.VolumeAttributesClass': print(volumeAttributesClassColumns),
  }
}

function print<T extends ApiObject>(columns: readonly Column<T>[]): KindBehavior {
  return { columns: columns as unknown as readonly Column[] }
}
