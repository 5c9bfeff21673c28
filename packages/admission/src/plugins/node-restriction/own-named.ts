import { quote, type ApiObject, type Vocabulary } from '@pinnace/meta'
import type { ResourceSlice } from '@pinnace/types/resource-v1'
import type { AdmissionAttributes } from '../../admission-attributes.ts'
import { refusal } from '../../refusal.ts'
import type { NodeRule } from './node-rule.ts'

/** A node may access the lease of its name in the node lease namespace only. */
// upstream: plugin/pkg/admission/noderestriction, admitLease
export function createOwnLease({ nodeLeaseNamespace }: Vocabulary): NodeRule {
  return (node, attributes) => {
    if (attributes.namespace !== nodeLeaseNamespace) {
      throw refusal(attributes, `can only access leases in the ${quote(nodeLeaseNamespace)} system namespace`)
    }
    if (nameOf(attributes) === node) return
    throw refusal(attributes, 'can only access node lease with the same name as the requesting node')
  }
}

/** A node may access the CSINode of its name only. */
// upstream: plugin/pkg/admission/noderestriction, admitCSINode
export const ownDriver: NodeRule = (node, attributes) => {
  if (nameOf(attributes) === node) return
  throw refusal(attributes, 'can only access CSINode with the same name as the requesting node')
}

/** A node may create and delete its own ResourceSlices only. Updates are left to the authorizer, which reads the stored slice. */
// upstream: plugin/pkg/admission/noderestriction, admitResourceSlice
export const ownSlice: NodeRule = (node, attributes) => {
  const { operation, object, oldObject } = attributes
  const slice = (operation === 'CREATE' ? object : oldObject) as ApiObject as ResourceSlice
  if (operation === 'UPDATE' || slice.spec?.nodeName === node) return
  const verb = operation === 'CREATE' ? 'create' : 'delete'
  throw refusal(attributes, `can only ${verb} ResourceSlice with the same NodeName as the requesting node`)
}

function nameOf({ operation, name, object }: AdmissionAttributes): string | undefined {
  return operation === 'CREATE' ? object?.metadata.name : name
}
