import { isQualifiedName, type Mutable } from '@pinnace/meta'
import type { Pod, PodSpec } from '@pinnace/types/core-v1-pods'
import type { BuiltInPlugin } from '../built-in-plugin.ts'

/** Adds tolerations for the extended resources a pod requests, which dedicated nodes have as taints. */
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
        const { spec } = object as Mutable<Pod>
        if (spec === undefined) return
        const requested = [...spec.containers, ...(spec.initContainers ?? [])].flatMap(({ resources }) =>
          Object.keys(resources?.requests ?? {}),
        )
        const extended = new Set(requested.filter((name) => isExtended(name, nativePrefix)))
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
  const isPresent = tolerations.some(
    (one) => one.key === key && one.operator === 'Exists' && one.effect === 'NoSchedule' && !one.value,
  )
  if (!isPresent) tolerations.push({ key, operator: 'Exists', effect: 'NoSchedule' })
}
