import { thenMaybe, type Mutable } from '@pinnace/meta'
import type { PersistentVolumeClaim } from '@pinnace/types/core-v1-volumes'
import type { BuiltInPlugin } from '../built-in-plugin.ts'
import { refusal } from '../refusal.ts'

/** Gives claims that name no storage class the default one. Two defaults are none: the claim is refused. */
// upstream: plugin/pkg/admission/storage/storageclass/setdefault
export const defaultStorageClass: BuiltInPlugin = {
  name: 'DefaultStorageClass',
  isDefault: true,
  create({ vocabulary: { labelDomain, group }, objects }) {
    const classes = { group: group('storage'), resource: 'storageclasses' }
    const marks = [`storageclass.${labelDomain}/is-default-class`, `storageclass.beta.${labelDomain}/is-default-class`]
    const oldClass = `volume.beta.${labelDomain}/storage-class`
    return {
      name: 'DefaultStorageClass',
      handles: (operation) => operation === 'CREATE',
      resources: [{ group: '', resource: 'persistentvolumeclaims' }],
      admit(attributes) {
        const { subresource, object } = attributes
        if (subresource !== '' || object === undefined) return
        const claim = object as Mutable<PersistentVolumeClaim>
        // An empty class is a choice: no class at all.
        if (claim.spec?.storageClassName !== undefined) return
        if (claim.metadata.annotations !== undefined && Object.hasOwn(claim.metadata.annotations, oldClass)) return
        return thenMaybe(objects.list(classes, ''), (found) => {
          const defaults = found.filter(({ metadata }) => marks.some((mark) => metadata.annotations?.[mark] === 'true'))
          if (defaults.length === 0) return
          if (defaults.length > 1) {
            const reason = `Internal error occurred: ${defaults.length} default StorageClasses were found`
            throw refusal(attributes, reason)
          }
          claim.spec = { ...claim.spec, storageClassName: defaults[0]!.metadata.name! }
        })
      },
    }
  },
}
