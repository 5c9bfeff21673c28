import type { Pod } from '@pinnace/types/core-v1'
import type { BuiltInPlugin } from '../built-in-plugin.ts'
import { refusal } from '../refusal.ts'

/** Refuses pods whose required anti-affinity is about another topology than that of single nodes. */
// upstream: plugin/pkg/admission/antiaffinity
export const limitPodHardAntiAffinityTopology: BuiltInPlugin = {
  name: 'LimitPodHardAntiAffinityTopology',
  isDefault: false,
  create({ vocabulary }) {
    const allowed = `${vocabulary.labelDomain}/hostname`
    return {
      name: 'LimitPodHardAntiAffinityTopology',
      handles: (operation) => operation === 'CREATE' || operation === 'UPDATE',
      resources: [{ group: '', resource: 'pods' }],
      validate(attributes) {
        if (attributes.subresource !== '') return
        const { podAntiAffinity } = (attributes.object as Pod).spec?.affinity ?? {}
        const terms = podAntiAffinity?.requiredDuringSchedulingIgnoredDuringExecution ?? []
        const wrong = terms.find(({ topologyKey }) => topologyKey !== allowed)
        if (wrong === undefined) return
        const message = `affinity.PodAntiAffinity.RequiredDuringScheduling has TopologyKey ${wrong.topologyKey} but only key ${allowed} is allowed`
        throw refusal(attributes, message)
      },
    }
  },
}
