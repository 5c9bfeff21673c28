import { quote, type UserInfo, type Vocabulary } from '@pinnace/meta'
import type { Authorizer, AuthorizerAttributes, Decision } from '../authorizer.ts'
import { ruleAllows, type PolicyRule } from '../policy-rule.ts'
import { noRules, type RuleResolver } from '../rules-review.ts'
import type { NodeGraph } from './node-graph.ts'
import type { NodeVertex } from './node-vertex.ts'

/** Options for {@link createNodeAuthorizer}. */
export interface NodeAuthorizerOptions {
  readonly vocabulary: Vocabulary
  readonly graph: NodeGraph
  /** What every node may do with what belongs to no node. */
  readonly rules: readonly PolicyRule[]
}

const allow: Decision = Object.freeze({ effect: 'allow', reason: '' })
const noOpinion: Decision = Object.freeze({ effect: 'noOpinion', reason: '' })

const nodeUserPrefix = 'system:node:'
const nodesGroup = 'system:nodes'

const ownVerbs = ['get', 'create', 'update', 'patch', 'delete']
const readVerbs = ['get', 'list', 'watch']

/** The name of the node a user is: `''` for one that does not say which, `undefined` for one that is none. */
// upstream: pkg/auth/nodeidentifier, NodeIdentity
export function nodeName({ username, groups }: UserInfo): string | undefined {
  if (!username.startsWith(nodeUserPrefix) || !groups.includes(nodesGroup)) return undefined
  return username.slice(nodeUserPrefix.length)
}

/**
 * Allows a node what it needs for the pods that run there and no more. What a node writes of itself is allowed here and
 * left to node restriction at admission, which sees the object.
 */
// upstream: plugin/pkg/auth/authorizer/node, NodeAuthorizer.Authorize
export function createNodeAuthorizer({ vocabulary, graph, rules }: NodeAuthorizerOptions): Authorizer {
  const { nodeLeaseNamespace } = vocabulary

  /** A resource's own rule, by group and resource. */
  const special = new Map<string, (node: string, attributes: AuthorizerAttributes) => Decision>([
    ['/secrets', (node, attributes) => readNamespaced(node, 'secret', attributes)],
    ['/configmaps', (node, attributes) => readNamespaced(node, 'configmap', attributes)],
    ['/persistentvolumeclaims', claim],
    ['/persistentvolumes', (node, attributes) => get(node, 'pv', attributes)],
    ['/serviceaccounts', serviceAccount],
    ['/nodes', ownNode],
    ['/pods', pod],
    [`${vocabulary.group('resource')}/resourceclaims`, (node, attributes) => get(node, 'resourceclaim', attributes)],
    [`${vocabulary.group('resource')}/resourceslices`, resourceSlice],
    [
      `${vocabulary.group('storage')}/volumeattachments`,
      (node, attributes) => get(node, 'volumeattachment', attributes),
    ],
    [`${vocabulary.group('storage')}/csinodes`, csiNode],
    [`${vocabulary.group('coordination')}/leases`, lease],
  ])

  function authorize(attributes: AuthorizerAttributes): Decision {
    const node = nodeName(attributes.user)
    if (node === undefined) return noOpinion
    if (node === '') return because(`unknown node for user ${quote(attributes.user.username)}`)
    const decide = attributes.isResourceRequest ? special.get(`${attributes.group}/${attributes.resource}`) : undefined
    if (decide !== undefined) return decide(node, attributes)
    return rules.some((rule) => ruleAllows(rule, attributes)) ? allow : noOpinion
  }

  function claim(node: string, attributes: AuthorizerAttributes): Decision {
    if (attributes.subresource !== 'status') return get(node, 'pvc', attributes)
    if (attributes.verb !== 'update' && attributes.verb !== 'patch')
      return because('can only get/update/patch this type')
    return related(node, 'pvc', attributes)
  }

  function get(node: string, vertex: NodeVertex, attributes: AuthorizerAttributes): Decision {
    if (attributes.verb !== 'get') return because('can only get individual resources of this type')
    if (attributes.subresource !== '') return because('cannot get subresource')
    return related(node, vertex, attributes)
  }

  function readNamespaced(node: string, vertex: NodeVertex, attributes: AuthorizerAttributes): Decision {
    if (!readVerbs.includes(attributes.verb)) return because('can only read resources of this type')
    if (attributes.subresource !== '') return because('cannot read subresource')
    if (attributes.namespace === '') return because('can only read namespaced object of this type')
    return related(node, vertex, attributes)
  }

  function related(node: string, vertex: NodeVertex, { namespace, name }: AuthorizerAttributes): Decision {
    if (name === '') return because('No Object name found')
    if (graph.reaches(node, vertex, namespace, name)) return allow
    return because(`no relationship found between node '${node}' and this object`)
  }

  function serviceAccount(node: string, attributes: AuthorizerAttributes): Decision {
    const { verb, subresource, name } = attributes
    if (verb === 'get' && subresource === '') return readNamespaced(node, 'serviceAccount', attributes)
    if (verb !== 'create' || name === '') return because('can only create tokens for individual service accounts')
    if (subresource !== 'token') return because('can only create token subresource of serviceaccount')
    return related(node, 'serviceAccount', attributes)
  }

  function lease(node: string, { verb, namespace, name }: AuthorizerAttributes): Decision {
    if (!ownVerbs.includes(verb)) return because('can only get, create, update, patch, or delete a node lease')
    if (namespace !== nodeLeaseNamespace) {
      return because(`can only access leases in the ${quote(nodeLeaseNamespace)} system namespace`)
    }
    // The name of what is created is not known yet.
    if (verb === 'create' || name === node) return allow
    return because('can only access node lease with the same name as the requesting node')
  }

  function csiNode(node: string, { verb, subresource, name }: AuthorizerAttributes): Decision {
    if (!ownVerbs.includes(verb)) return because('can only get, create, update, patch, or delete a CSINode')
    if (subresource !== '') return because('cannot authorize CSINode subresources')
    if (verb === 'create' || name === node) return allow
    return because('can only access CSINode with the same name as the requesting node')
  }

  function resourceSlice(node: string, attributes: AuthorizerAttributes): Decision {
    const { verb, subresource } = attributes
    if (subresource !== '') return because('cannot authorize ResourceSlice subresources')
    if (verb === 'create') return allow
    if (['get', 'update', 'patch', 'delete'].includes(verb)) return related(node, 'resourceslice', attributes)
    if (['watch', 'list', 'deletecollection'].includes(verb)) {
      if (isNarrowedTo(attributes, 'nodeName', node)) return allow
      return because('can only list/watch/deletecollection resourceslices with nodeName field selector')
    }
    return because(
      'only the following verbs are allowed for a ResourceSlice: get, watch, list, create, update, patch, delete, deletecollection',
    )
  }

  function ownNode(node: string, { verb, subresource, name }: AuthorizerAttributes): Decision {
    if (subresource === 'status') return verb === 'update' || verb === 'patch' ? allow : noOpinion
    if (subresource !== '') return noOpinion
    if (['create', 'update', 'patch'].includes(verb)) return allow
    if (!readVerbs.includes(verb)) return noOpinion
    if (name === node) return allow
    return because(
      name === ''
        ? `node '${node}' cannot read all nodes, only its own Node object`
        : `node '${node}' cannot read '${name}', only its own Node object`,
    )
  }

  function pod(node: string, attributes: AuthorizerAttributes): Decision {
    const { verb, subresource, name } = attributes
    if (subresource === 'status') return verb === 'update' || verb === 'patch' ? allow : noOpinion
    if (subresource === 'eviction') return verb === 'create' ? allow : noOpinion
    if (subresource !== '') return noOpinion
    if (verb === 'get') return get(node, 'pod', attributes)
    if (verb === 'create' || verb === 'delete') return allow
    if (verb !== 'list' && verb !== 'watch') return noOpinion
    if (isNarrowedTo(attributes, 'spec.nodeName', node)) return allow
    if (name !== '') return related(node, 'pod', attributes)
    return because('can only list/watch pods with spec.nodeName field selector')
  }

  return authorize
}

/** What nodes may do depends on what runs there, so it is not listed. */
// upstream: NodeAuthorizer.RulesFor
export const nodeRuleResolver: RuleResolver = (user) => {
  if (nodeName(user) === undefined) return noRules
  return { ...noRules, incomplete: true, evaluationError: 'node authorizer does not support user rule resolution' }
}

function because(reason: string): Decision {
  return { effect: 'noOpinion', reason }
}

function isNarrowedTo({ fieldRequirements = [] }: AuthorizerAttributes, wanted: string, node: string): boolean {
  return fieldRequirements.some(({ field, operator, value }) => field === wanted && operator === '=' && value === node)
}
