import { isSidecar } from '@pinnace/kinds'
import { isSemanticEqual, quote, thenMaybe } from '@pinnace/meta'
import type { Node } from '@pinnace/types/core-v1-nodes'
import type { Pod, PodSpec } from '@pinnace/types/core-v1-pods'
import type { BuiltInPlugin } from '../built-in-plugin.ts'
import { refusal } from '../refusal.ts'

/** Rejects updates of bound pods that need a feature which their node does not declare. */
// upstream: plugin/pkg/admission/nodedeclaredfeatures
export const nodeDeclaredFeatureValidator: BuiltInPlugin = {
  name: 'NodeDeclaredFeatureValidator',
  isDefault: false,
  isDefaultIn: 'kubernetes',
  create({ objects, isEnabled }) {
    const isActive = isEnabled?.('NodeDeclaredFeatures') ?? true
    return {
      name: 'NodeDeclaredFeatureValidator',
      handles: (operation) => isActive && operation === 'UPDATE',
      resources: [{ group: '', resource: 'pods' }],
      validate(attributes) {
        if (attributes.subresource !== '' && attributes.subresource !== 'resize') return
        const { metadata, spec } = attributes.object as Pod
        const live = attributes.oldObject as Pod
        // The generation counts the changes of the spec.
        if (!spec?.nodeName || metadata.generation === live.metadata.generation) return
        const { nodeName } = spec
        const needed = neededFeatures(spec, live.spec)
        if (needed.length === 0) return
        return thenMaybe(objects.get<Node>({ group: '', resource: 'nodes' }, '', nodeName), (node) => {
          if (node === undefined) throw refusal(attributes, `node ${quote(nodeName)} not found`)
          const missing = needed.filter((feature) => node.status?.declaredFeatures?.includes(feature) !== true)
          if (missing.length === 0) return
          const names = missing.join(', ')
          const problem = `pod update requires features ${names} which are not available on node ${quote(nodeName)}`
          throw refusal(attributes, problem)
        })
      },
    }
  },
}

/** The features that a change of a pod needs on its node, by name. Other features are of use to the scheduler only. */
// upstream: component-helpers/nodedeclaredfeatures/features
function neededFeatures(next: PodSpec, live: PodSpec | undefined): readonly string[] {
  const needed: string[] = []
  if (!isSemanticEqual(next.resources, live?.resources)) needed.push('InPlacePodLevelResourcesVerticalScaling')
  const isInitResized = live?.initContainers?.some(
    (container, index) =>
      !isSidecar(container) && !isSemanticEqual(container.resources, next.initContainers?.[index]?.resources),
  )
  if (isInitResized === true) needed.push('InPlacePodVerticalScalingInitContainers')
  return needed
}
