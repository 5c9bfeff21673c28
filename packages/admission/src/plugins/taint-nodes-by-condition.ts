import type { Mutable } from '@pinnace/meta'
import type { Node } from '@pinnace/types/core-v1-nodes'
import type { BuiltInPlugin } from '../built-in-plugin.ts'

const effect = 'NoSchedule'

/** Adds the not-ready taint to new nodes, so that no pods are scheduled before a controller removes it. */
// upstream: plugin/pkg/admission/nodetaint/admission.go
export const taintNodesByCondition: BuiltInPlugin = {
  name: 'TaintNodesByCondition',
  isDefault: true,
  create({ vocabulary }) {
    const key = `node.${vocabulary.labelDomain}/not-ready`
    return {
      name: 'TaintNodesByCondition',
      handles: (operation) => operation === 'CREATE',
      resources: [{ group: '', resource: 'nodes' }],
      admit({ subresource, object }) {
        if (subresource !== '') return
        const node = object as Mutable<Node>
        const taints = ((node.spec ??= {}).taints ??= [])
        if (!taints.some((taint) => taint.key === key && taint.effect === effect)) taints.push({ key, effect })
      },
    }
  },
}
