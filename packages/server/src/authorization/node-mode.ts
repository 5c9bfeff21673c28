import {
  createNodeAuthorizer,
  createNodeGraph,
  nodeName,
  type Authorizer,
  type NodeGraphResource,
} from '@pinnace/authz'
import type { Vocabulary } from '@pinnace/meta'
import { nodeRules } from '@pinnace/rbac'
import type { Store } from '@pinnace/store'
import { OnDemand, type Current } from './on-demand.ts'
import { startResourceReflector } from './resource-reflector.ts'

/** The mode Node: allows nodes to access the objects that their pods refer to. */
export interface NodeMode extends Disposable {
  readonly authorize: Authorizer
}

interface OpenGraph extends Current {
  readonly authorize: Authorizer
}

/** Creates the mode. Pods are read with the first request of a node; requests of others never wait. */
export function createNodeMode(store: Store, vocabulary: Vocabulary): NodeMode {
  const rules = nodeRules(vocabulary)
  const graph = new OnDemand<OpenGraph>(async () => {
    const nodes = createNodeGraph(vocabulary)
    const reflector = await startResourceReflector(store, graphResources(vocabulary), nodes)
    return {
      authorize: createNodeAuthorizer({ vocabulary, graph: nodes, rules }),
      get isCurrent() {
        return reflector.isCurrent
      },
      [Symbol.dispose]: () => reflector[Symbol.dispose](),
    }
  })
  return {
    authorize(attributes) {
      if (nodeName(attributes.user) === undefined) return { effect: 'noOpinion', reason: '' }
      const { current } = graph
      if (current !== undefined) return current.authorize(attributes)
      return graph.get().then(({ authorize }) => authorize(attributes))
    },
    [Symbol.dispose]: () => graph[Symbol.dispose](),
  }
}

function graphResources(
  vocabulary: Vocabulary,
): readonly { readonly group: string; readonly resource: NodeGraphResource }[] {
  return [
    { group: '', resource: 'pods' },
    { group: '', resource: 'persistentvolumes' },
    { group: vocabulary.group('storage'), resource: 'volumeattachments' },
    { group: vocabulary.group('resource'), resource: 'resourceslices' },
  ]
}
