import { nodeName } from '@pinnace/authz'
import { formatGroupResource, quote } from '@pinnace/meta'
import type { BuiltInPlugin } from '../../built-in-plugin.ts'
import type { PluginContext } from '../../plugin-context.ts'
import { refusal } from '../../refusal.ts'
import { claimStatus } from './claim-status.ts'
import { createNodeRequests } from './node-requests.ts'
import type { NodeRule } from './node-rule.ts'
import { createOwnLease, ownDriver, ownSlice } from './own-named.ts'
import { createOwnNode } from './own-node.ts'
import { createOwnPods } from './own-pods.ts'
import { createOwnTokens } from './own-tokens.ts'

/** Restricts nodes to their own Node, the pods bound to it, and what these need. */
// upstream: plugin/pkg/admission/noderestriction
export const nodeRestriction: BuiltInPlugin = {
  name: 'NodeRestriction',
  isDefault: false,
  create(context) {
    const rules = createRules(context)
    return {
      name: 'NodeRestriction',
      handles: (operation) => operation !== 'CONNECT',
      admit(attributes) {
        const node = nodeName(attributes.user)
        if (node === undefined) return
        if (node === '') {
          throw refusal(attributes, `could not determine node from user ${quote(attributes.user.username)}`)
        }
        return rules.get(formatGroupResource(attributes.resource))?.(node, attributes)
      },
    }
  },
}

function createRules(context: PluginContext): ReadonlyMap<string, NodeRule> {
  const { vocabulary } = context
  return new Map<string, NodeRule>([
    ['pods', createOwnPods(context)],
    ['nodes', createOwnNode(vocabulary)],
    ['persistentvolumeclaims', claimStatus],
    ['serviceaccounts', createOwnTokens(context)],
    [`leases.${vocabulary.group('coordination')}`, createOwnLease(vocabulary)],
    [`csinodes.${vocabulary.group('storage')}`, ownDriver],
    [`resourceslices.${vocabulary.group('resource')}`, ownSlice],
    [`certificatesigningrequests.${vocabulary.group('certificates')}`, createNodeRequests(vocabulary)],
  ])
}
