import { thenMaybe, type Mutable } from '@pinnace/meta'
import type { PersistentVolumeClaim } from '@pinnace/types/core-v1-volumes'
import type { BuiltInPlugin } from '../built-in-plugin.ts'
import { newestDefault } from './newest-default.ts'

/** Sets the default storage class of claims without a class: the newest of several. */
// upstream: plugin/pkg/admission/storage/storageclass/setdefault
export const defaultStorageClass: BuiltInPlugin = {
  name: 'DefaultStorageClass',
  isDefault: true,
  create({ vocabulary: { labelDomain, group }, objects }) {
    const classes = { group: group('storage'), resource: 'storageclasses' }
    const defaultAnnotations = [
      `storageclass.${labelDomain}/is-default-class`,
      `storageclass.beta.${labelDomain}/is-default-class`,
    ]
    const classAnnotation = `volume.beta.${labelDomain}/storage-class`
    return {
      name: 'DefaultStorageClass',
      handles: (operation) => operation === 'CREATE',
      resources: [{ group: '', resource: 'persistentvolumeclaims' }],
      admit(attributes) {
        const { subresource, object } = attributes
        if (subresource !== '' || object === undefined) return
        const claim = object as Mutable<PersistentVolumeClaim>
        // An empty class means no class, and is kept.
        if (claim.spec?.storageClassName !== undefined) return
        if (claim.metadata.annotations !== undefined && Object.hasOwn(claim.metadata.annotations, classAnnotation))
          return
        return thenMaybe(objects.list(classes, ''), (found) => {
          const name = newestDefault(found, (annotations) =>
            defaultAnnotations.some((key) => annotations[key] === 'true'),
          )
          if (name !== undefined) claim.spec = { ...claim.spec, storageClassName: name }
        })
      },
    }
  },
}
