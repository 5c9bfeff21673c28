import type { BuiltInPlugin } from '../built-in-plugin.ts'

/** Adds a finalizer to claims, volumes and volume attributes classes, which protects them from deletion while in use. */
// upstream: plugin/pkg/admission/storage/storageobjectinuseprotection
export const storageObjectInUseProtection: BuiltInPlugin = {
  name: 'StorageObjectInUseProtection',
  isDefault: true,
  create({ vocabulary }) {
    const storage = vocabulary.group('storage')
    const finalizers: ReadonlyMap<string, string> = new Map([
      ['persistentvolumeclaims', `${vocabulary.labelDomain}/pvc-protection`],
      ['persistentvolumes', `${vocabulary.labelDomain}/pv-protection`],
      ['volumeattributesclasses', `${vocabulary.labelDomain}/vac-protection`],
    ])
    return {
      name: 'StorageObjectInUseProtection',
      handles: (operation) => operation === 'CREATE',
      resources: [
        { group: '', resource: 'persistentvolumeclaims' },
        { group: '', resource: 'persistentvolumes' },
        { group: storage, resource: 'volumeattributesclasses' },
      ],
      admit({ resource, subresource, object }) {
        if (subresource !== '' || object === undefined) return
        const finalizer = finalizers.get(resource.resource)
        if (finalizer === undefined) return
        const present = object.metadata.finalizers ?? []
        if (!present.includes(finalizer)) object.metadata.finalizers = [...present, finalizer]
      },
    }
  },
}
