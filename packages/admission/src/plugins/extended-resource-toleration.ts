import { isQualifiedName, type Mutable } from '@pinnace/meta'
import type { Pod, PodSpec } from '@pinnace/types/core-v1-pods'
import type { BuiltInPlugin } from '../built-in-plugin.ts'

/** Lets pods that ask for a special device onto the nodes that are kept for those who do. */
// upstream: plugin/pkg/admission/extendedresourcetoleration/admission.go
export const extendedResourceToleration: BuiltInPlugin = {
  name: 'ExtendedResourceToleration',
  isDefault: false,
  create({ vocabulary }) {
    const nativePrefix = `${vocabulary.labelDomain}/`
    return {
      name: 'ExtendedResourceToleration',
      handles: (operation) => operation === 'CREATE' || operation === 'UPDATE',
      resources: [{ group: '', resource: 'pods' }],
      admit({ subresource, object }) {
        if (subresource !== '') return
        const spec = (object as Mutable<Pod>).spec!
        const asked = [...spec.containers, ...(spec.initContainers ?? [])].flatMap(({ resources }) =>
          Object.keys(resources?.requests ?? {}),
        )
        const extended = new Set(asked.filter((name) => isExtended(name, nativePrefix)))
        for (const name of [...extended].toSorted()) tolerate(spec, name)
      },
    }
  },
}

// upstream: core/helper, IsExtendedResourceName
function isExtended(name: string, nativePrefix: string): boolean {
  if (!name.includes('/') || name.includes(nativePrefix) || name.startsWith('requests.')) return false
  return isQualifiedName(`requests.${name}`).length === 0
}

// upstream: core/helper, AddOrUpdateTolerationInPod
function tolerate(spec: Mutable<PodSpec>, key: string): void {
  const tolerations = (spec.tolerations ??= [])
  const isThere = tolerations.some(
    (one) => one.key === key && one.operator === 'Exists' && one.effect === 'NoSchedule' && !one.value,
  )
  if (!isThere) tolerations.push({ key, operator: 'Exists', effect: 'NoSchedule' })
}
