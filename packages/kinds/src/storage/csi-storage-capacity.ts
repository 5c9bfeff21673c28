import { isDns1123Subdomain, isSemanticEqual, validateLabelSelector, type FieldErrors } from '@pinnace/meta'
import type { CSIStorageCapacity } from '@pinnace/types/storage-v1'
import { isNegativeAmount } from '../core/pod-spec/resources/quantities.ts'
import type { KindBehavior } from '../kind-behavior.ts'
import { orderedSelector } from '../validation/ordered-selector.ts'
import { reportEach, sentences } from '../validation/messages.ts'

/** Capacities: how much of a storage class is left in a part of the cluster, which both never change. */
// upstream: storage/validation, ValidateCSIStorageCapacity and ValidateCSIStorageCapacityUpdate
export const csiStorageCapacity: KindBehavior<CSIStorageCapacity> = {
  strategy: {
    validate: validateCapacity,
    validateUpdate(next, live, errors) {
      validateCapacity(next, errors)
      const { nodeTopology = null, storageClassName } = next
      if (!isSemanticEqual(nodeTopology, live.nodeTopology ?? null)) {
        errors.invalid('nodeTopology', orderedSelector(nodeTopology), sentences.immutable)
      }
      if (storageClassName !== live.storageClassName) {
        errors.invalid('storageClassName', storageClassName, sentences.immutable)
      }
    },
  },
}

function validateCapacity(next: CSIStorageCapacity, errors: FieldErrors): void {
  const { nodeTopology, storageClassName, capacity } = next
  validateLabelSelector(nodeTopology, 'nodeTopology', errors)
  reportEach(errors, isDns1123Subdomain(storageClassName), 'storageClassName', storageClassName)
  if (capacity !== undefined && isNegativeAmount(capacity)) {
    errors.invalid('capacity', capacity, sentences.notNegative)
  }
}
