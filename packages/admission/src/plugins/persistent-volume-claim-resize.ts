import { thenMaybe, compareQuantity, parseQuantity, type Quantity } from '@pinnace/meta'
import type { PersistentVolumeClaim } from '@pinnace/types/core-v1-volumes'
import type { StorageClass } from '@pinnace/types/storage-v1'
import type { BuiltInPlugin } from '../built-in-plugin.ts'
import { refusal } from '../refusal.ts'
import { storageClassOf } from './storage-class-of.ts'

/** Allows a claim to grow only if it is bound and its storage class allows expansion. */
// upstream: plugin/pkg/admission/storage/persistentvolume/resize
export const persistentVolumeClaimResize: BuiltInPlugin = {
  name: 'PersistentVolumeClaimResize',
  isDefault: true,
  create({ vocabulary, objects }) {
    const classes = { group: vocabulary.group('storage'), resource: 'storageclasses' }
    return {
      name: 'PersistentVolumeClaimResize',
      handles: (operation) => operation === 'UPDATE',
      resources: [{ group: '', resource: 'persistentvolumeclaims' }],
      validate(attributes) {
        if (attributes.subresource !== '') return
        const next = attributes.object as PersistentVolumeClaim
        const live = attributes.oldObject as PersistentVolumeClaim
        if (compareQuantity(requestedStorage(next), requestedStorage(live)) <= 0) return
        if (live.status?.phase !== 'Bound') {
          throw refusal(attributes, 'Only bound persistent volume claims can be expanded')
        }
        const name = storageClassOf(next, vocabulary)
        const mayGrow = name !== '' && name === storageClassOf(live, vocabulary)
        return thenMaybe(mayGrow ? objects.get<StorageClass>(classes, '', name) : undefined, (found) => {
          if (found?.allowVolumeExpansion === true) return
          const reason =
            'only dynamically provisioned pvc can be resized and the storageclass that provisions the pvc must support resize'
          throw refusal(attributes, reason)
        })
      },
    }
  },
}

const nothing: Quantity = { mantissa: 0n, exponent: 0, format: 'DecimalSI' }

function requestedStorage({ spec }: PersistentVolumeClaim): Quantity {
  const text = spec?.resources?.requests?.['storage']
  return (text === undefined ? undefined : parseQuantity(text)) ?? nothing
}
