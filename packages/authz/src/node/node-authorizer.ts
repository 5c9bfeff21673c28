import { quote, type Vocabulary } from '@pinnace/meta'
import type { Authorizer } from '../authorizer.ts'
import { ruleAllows, type PolicyRule } from '../policy-rule.ts'
import { noRules, type RuleResolver } from '../rules-review.ts'
import type { NodeGraph } from './node-graph.ts'
import { nodeName } from './node-identity.ts'
import { allow, because, nodeResourceRules, noOpinion, type NodeRuleContext } from './resource-rules.ts'

/** Options for {@link createNodeAuthorizer}. */
export interface NodeAuthorizerOptions {
  readonly vocabulary: Vocabulary
  readonly graph: NodeGraph
  /** What every node may do with resources that do not depend on the node. */
  readonly rules: readonly PolicyRule[]
}

/**
 * Allows a node access to the objects that its pods need, and to nothing else. What a node writes about itself is allowed
 * here; the admission plugin NodeRestriction, which sees the object, restricts it.
 */
// upstream: plugin/pkg/auth/authorizer/node, NodeAuthorizer.Authorize
export function createNodeAuthorizer({ vocabulary, graph, rules }: NodeAuthorizerOptions): Authorizer {
  const byResource = nodeResourceRules(vocabulary)
  const context: NodeRuleContext = { graph, nodeLeaseNamespace: vocabulary.nodeLeaseNamespace }
  return (attributes) => {
    const node = nodeName(attributes.user)
    if (node === undefined) return noOpinion
    if (node === '') return because(`unknown node for user ${quote(attributes.user.username)}`)
    const decide = attributes.isResourceRequest
      ? byResource.get(`${attributes.group}/${attributes.resource}`)
      : undefined
    if (decide !== undefined) return decide(node, attributes, context)
    return rules.some((rule) => ruleAllows(rule, attributes)) ? allow : noOpinion
  }
}

/** The permissions of nodes depend on the pods that run there, so they are not listed. */
// upstream: NodeAuthorizer.RulesFor
export const nodeRuleResolver: RuleResolver = (user) => {
  if (nodeName(user) === undefined) return noRules
  return { ...noRules, incomplete: true, evaluationError: 'node authorizer does not support user rule resolution' }
}
