import type { BuiltInPlugin } from '../built-in-plugin.ts'

/** Adds a finalizer to pod groups, which protects them from deletion while pods are in them. */
// upstream: plugin/pkg/admission/podgroupprotection
export const podGroupProtection: BuiltInPlugin = {
  name: 'PodGroupProtection',
  isDefault: true,
  create({ vocabulary }) {
    const group = vocabulary.group('scheduling')
    const finalizer = `${group}/podgroup-protection`
    return {
      name: 'PodGroupProtection',
      handles: (operation) => operation === 'CREATE',
      resources: [{ group, resource: 'podgroups' }],
      admit({ subresource, object }) {
        if (subresource !== '' || object === undefined) return
        const present = object.metadata.finalizers ?? []
        if (!present.includes(finalizer)) object.metadata.finalizers = [...present, finalizer]
      },
    }
  },
}
