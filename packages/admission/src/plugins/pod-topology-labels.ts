import { thenMaybe, type ApiObject, type Awaitable, type Mutable } from '@pinnace/meta'
import type { Node } from '@pinnace/types/core-v1-nodes'
import type { Binding, Pod } from '@pinnace/types/core-v1-pods'
import type { BuiltInPlugin } from '../built-in-plugin.ts'

/** Copies the zone and region labels of a node to the pods bound to it. */
// upstream: plugin/pkg/admission/podtopologylabels/admission.go
export const podTopologyLabels: BuiltInPlugin = {
  name: 'PodTopologyLabels',
  isDefault: false,
  isDefaultIn: 'kubernetes',
  create({ objects, vocabulary }) {
    const keys = ['zone', 'region'].map((word) => `topology.${vocabulary.labelDomain}/${word}`)
    return {
      name: 'PodTopologyLabels',
      handles: (operation) => operation === 'CREATE',
      resources: [{ group: '', resource: 'pods' }],
      admit({ subresource, object }): Awaitable<void> {
        const nodeName = object === undefined ? undefined : nodeOf(subresource, object)
        if (object === undefined || !nodeName) return
        return thenMaybe(objects.get<Node>({ group: '', resource: 'nodes' }, '', nodeName), (node) => {
          const labels = node?.metadata.labels ?? {}
          for (const key of keys) {
            // The labels of a binding are copied to its pod.
            if (labels[key] !== undefined) (object.metadata.labels ??= {})[key] = labels[key]
          }
        })
      },
    }
  },
}

function nodeOf(subresource: string, object: Mutable<ApiObject>): string | undefined {
  if (subresource === '') return (object as Pod).spec?.nodeName
  if (subresource !== 'binding') return undefined
  const { target } = object as unknown as Binding
  return target?.kind === 'Node' ? target.name : undefined
}
