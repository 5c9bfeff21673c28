import { quote, type Vocabulary } from '@pinnace/meta'
import type { AuthorizerAttributes, Decision } from '../authorizer.ts'
import type { NodeGraph } from './node-graph.ts'
import type { NodeVertex } from './node-vertex.ts'

/** What decisions on requests of nodes depend on. */
export interface NodeRuleContext {
  readonly graph: NodeGraph
  readonly nodeLeaseNamespace: string
}

/** Decides on a request of a node for one resource. */
export type NodeResourceRule = (node: string, attributes: AuthorizerAttributes, context: NodeRuleContext) => Decision

export const allow: Decision = Object.freeze({ effect: 'allow', reason: '' })
export const noOpinion: Decision = Object.freeze({ effect: 'noOpinion', reason: '' })

/** No opinion, with a reason. */
export function because(reason: string): Decision {
  return { effect: 'noOpinion', reason }
}

/** The rules of the resources that nodes have rules for, by group and resource: `apps/deployments`, `/pods`. */
export function nodeResourceRules(vocabulary: Vocabulary): ReadonlyMap<string, NodeResourceRule> {
  return new Map<string, NodeResourceRule>([
    ['/secrets', readNamespaced('secret')],
    ['/configmaps', readNamespaced('configmap')],
    ['/persistentvolumeclaims', claim],
    ['/persistentvolumes', get('pv')],
    ['/serviceaccounts', serviceAccount],
    ['/nodes', ownNode],
    ['/pods', pod],
    [`${vocabulary.group('resource')}/resourceclaims`, get('resourceclaim')],
    [`${vocabulary.group('resource')}/resourceslices`, resourceSlice],
    [`${vocabulary.group('storage')}/volumeattachments`, get('volumeattachment')],
    [`${vocabulary.group('storage')}/csinodes`, csiNode],
    [`${vocabulary.group('coordination')}/leases`, lease],
  ])
}

const ownVerbs = ['get', 'create', 'update', 'patch', 'delete']
const readVerbs = ['get', 'list', 'watch']

const getClaim = get('pvc')
const getPod = get('pod')
const readServiceAccount = readNamespaced('serviceAccount')

function get(vertex: NodeVertex): NodeResourceRule {
  return (node, attributes, context) => {
    if (attributes.verb !== 'get') return because('can only get individual resources of this type')
    if (attributes.subresource !== '') return because('cannot get subresource')
    return related(vertex, node, attributes, context)
  }
}

function readNamespaced(vertex: NodeVertex): NodeResourceRule {
  return (node, attributes, context) => {
    if (!readVerbs.includes(attributes.verb)) return because('can only read resources of this type')
    if (attributes.subresource !== '') return because('cannot read subresource')
    if (attributes.namespace === '') return because('can only read namespaced object of this type')
    return related(vertex, node, attributes, context)
  }
}

function related(
  vertex: NodeVertex,
  node: string,
  { namespace, name }: AuthorizerAttributes,
  { graph }: NodeRuleContext,
): Decision {
  if (name === '') return because('No Object name found')
  if (graph.reaches(node, vertex, namespace, name)) return allow
  return because(`no relationship found between node '${node}' and this object`)
}

function claim(node: string, attributes: AuthorizerAttributes, context: NodeRuleContext): Decision {
  if (attributes.subresource !== 'status') return getClaim(node, attributes, context)
  if (attributes.verb !== 'update' && attributes.verb !== 'patch') {
    return because('can only get/update/patch this type')
  }
  return related('pvc', node, attributes, context)
}

function serviceAccount(node: string, attributes: AuthorizerAttributes, context: NodeRuleContext): Decision {
  const { verb, subresource, name } = attributes
  if (verb === 'get' && subresource === '') return readServiceAccount(node, attributes, context)
  if (verb !== 'create' || name === '') return because('can only create tokens for individual service accounts')
  if (subresource !== 'token') return because('can only create token subresource of serviceaccount')
  return related('serviceAccount', node, attributes, context)
}

function lease(
  node: string,
  { verb, namespace, name }: AuthorizerAttributes,
  { nodeLeaseNamespace }: NodeRuleContext,
): Decision {
  if (!ownVerbs.includes(verb)) return because('can only get, create, update, patch, or delete a node lease')
  if (namespace !== nodeLeaseNamespace) {
    return because(`can only access leases in the ${quote(nodeLeaseNamespace)} system namespace`)
  }
  // A create request does not carry the name in its attributes.
  if (verb === 'create' || name === node) return allow
  return because('can only access node lease with the same name as the requesting node')
}

function csiNode(node: string, { verb, subresource, name }: AuthorizerAttributes): Decision {
  if (!ownVerbs.includes(verb)) return because('can only get, create, update, patch, or delete a CSINode')
  if (subresource !== '') return because('cannot authorize CSINode subresources')
  if (verb === 'create' || name === node) return allow
  return because('can only access CSINode with the same name as the requesting node')
}

function resourceSlice(node: string, attributes: AuthorizerAttributes, context: NodeRuleContext): Decision {
  const { verb, subresource } = attributes
  if (subresource !== '') return because('cannot authorize ResourceSlice subresources')
  if (verb === 'create') return allow
  if (['get', 'update', 'patch', 'delete'].includes(verb)) return related('resourceslice', node, attributes, context)
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

function pod(node: string, attributes: AuthorizerAttributes, context: NodeRuleContext): Decision {
  const { verb, subresource, name } = attributes
  if (subresource === 'status') return verb === 'update' || verb === 'patch' ? allow : noOpinion
  if (subresource === 'eviction') return verb === 'create' ? allow : noOpinion
  if (subresource !== '') return noOpinion
  if (verb === 'get') return getPod(node, attributes, context)
  if (verb === 'create' || verb === 'delete') return allow
  if (verb !== 'list' && verb !== 'watch') return noOpinion
  if (isNarrowedTo(attributes, 'spec.nodeName', node)) return allow
  if (name !== '') return related('pod', node, attributes, context)
  return because('can only list/watch pods with spec.nodeName field selector')
}

function isNarrowedTo({ fieldRequirements = [] }: AuthorizerAttributes, wanted: string, node: string): boolean {
  return fieldRequirements.some(({ field, operator, value }) => field === wanted && operator === '=' && value === node)
}
