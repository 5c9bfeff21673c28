import { quote, thenMaybe, type ApiObject } from '@pinnace/meta'
import type { PodGroup, Workload } from '@pinnace/types/scheduling-v1alpha2'
import type { BuiltInPlugin } from '../built-in-plugin.ts'
import { refusal } from '../refusal.ts'

/** Requires the workload and the template that a new pod group names. */
// upstream: plugin/pkg/admission/podgroup
export const podGroupWorkloadExists: BuiltInPlugin = {
  name: 'PodGroupWorkloadExists',
  isDefault: true,
  create({ objects, vocabulary }) {
    const group = vocabulary.group('scheduling')
    const workloads = { group, resource: 'workloads' }
    return {
      name: 'PodGroupWorkloadExists',
      handles: (operation) => operation === 'CREATE',
      resources: [{ group, resource: 'podgroups' }],
      validate(attributes) {
        if (attributes.subresource !== '') return
        const { spec } = attributes.object as ApiObject as PodGroup
        const reference = spec.podGroupTemplateRef?.workload
        if (!reference) return
        const { workloadName, podGroupTemplateName } = reference
        const refuse = (detail: string): Error => refusal(attributes, `PodGroup rejected: ${detail}`)
        return thenMaybe(objects.get<Workload>(workloads, attributes.namespace, workloadName), (workload) => {
          const named = `Workload ${quote(workloadName)}`
          if (workload === undefined) throw refuse(`${named} not found`)
          if (workload.metadata.deletionTimestamp !== undefined) throw refuse(`${named} is being deleted`)
          if (workload.spec.podGroupTemplates.some(({ name }) => name === podGroupTemplateName)) return
          throw refuse(`PodGroupTemplate ${quote(podGroupTemplateName)} not found in ${named}`)
        })
      },
    }
  },
}
