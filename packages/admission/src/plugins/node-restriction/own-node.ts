import { isEqualJson, quote, type ApiObject, type Vocabulary } from '@pinnace/meta'
import type { Node } from '@pinnace/types/core-v1-nodes'
import { refusal } from '../../refusal.ts'
import { createForbiddenLabels } from './forbidden-labels.ts'
import type { NodeRule } from './node-rule.ts'

/** A node may modify its own Node only, and not its taints, owner references and restricted labels. */
// upstream: plugin/pkg/admission/noderestriction, admitNode
export function createOwnNode(vocabulary: Vocabulary): NodeRule {
  const forbidden = createForbiddenLabels(vocabulary)
  return (node, attributes) => {
    const { operation, name } = attributes
    if (name !== node) {
      throw refusal(attributes, `node ${quote(node)} is not allowed to modify node ${quote(name)}`)
    }
    const next = attributes.object as ApiObject as Node
    if (operation === 'CREATE') {
      if (next.spec?.configSource !== undefined) {
        throw refusal(attributes, `node ${quote(node)} is not allowed to create pods with a non-nil configSource`)
      }
      const labels = forbidden(next.metadata.labels ?? {}, {})
      if (labels.length === 0) return
      const reason = `node ${quote(node)} is not allowed to set the following labels: ${labels.join(', ')}`
      throw refusal(attributes, reason)
    }
    if (operation !== 'UPDATE') return
    const live = attributes.oldObject as Node
    const isConfigured = next.spec?.configSource !== undefined
    if (isConfigured && !isEqualJson(next.spec?.configSource, live.spec?.configSource)) {
      throw refusal(
        attributes,
        `node ${quote(node)} is not allowed to update configSource to a new non-nil configSource`,
      )
    }
    if (!isEqualJson(next.spec?.taints ?? [], live.spec?.taints ?? [])) {
      throw refusal(attributes, `node ${quote(node)} is not allowed to modify taints`)
    }
    // With an owner that does not exist, the Node would be garbage collected and could be created with other labels.
    if (!isEqualJson(next.metadata.ownerReferences ?? [], live.metadata.ownerReferences ?? [])) {
      throw refusal(attributes, `node ${quote(node)} is not allowed to modify ownerReferences`)
    }
    const labels = forbidden(next.metadata.labels ?? {}, live.metadata.labels ?? {})
    if (labels.length > 0) throw refusal(attributes, `is not allowed to modify labels: ${labels.join(', ')}`)
  }
}
