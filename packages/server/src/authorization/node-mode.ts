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
import { followResources, type Following } from './follow-resources.ts'

/** The mode Node, over the objects of a store. */
export interface NodeMode extends Disposable {
  readonly authorize: Authorizer
}

/**
 * Allows nodes what the pods that run there need. What runs where is read when the first node asks, and followed from
 * then on; who is no node never waits.
 */
export function createNodeMode(store: Store, vocabulary: Vocabulary): NodeMode {
  const rules = nodeRules(vocabulary)
  let reading: Promise<{ readonly authorize: Authorizer; readonly following: Following }> | undefined
  let ready: { readonly authorize: Authorizer; readonly following: Following } | undefined
  const open = async (): Promise<Authorizer> => {
    if (ready?.following.isCurrent === false) {
      ready.following[Symbol.dispose]()
      ready = undefined
      reading = undefined
    }
    reading ??= read()
    ready = await reading
    return ready.authorize
  }
  const read = async (): Promise<{ readonly authorize: Authorizer; readonly following: Following }> => {
    const graph = createNodeGraph(vocabulary)
    const following = await followResources(store, graphResources(vocabulary), graph)
    return { following, authorize: createNodeAuthorizer({ vocabulary, graph, rules }) }
  }
  return {
    authorize(attributes) {
      if (nodeName(attributes.user) === undefined) return { effect: 'noOpinion', reason: '' }
      if (ready?.following.isCurrent === true) return ready.authorize(attributes)
      return open().then((authorize) => authorize(attributes))
    },
    [Symbol.dispose]() {
      ready?.following[Symbol.dispose]()
    },
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
