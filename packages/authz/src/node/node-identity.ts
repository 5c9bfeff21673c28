import type { UserInfo } from '@pinnace/meta'

const nodeUserPrefix = 'system:node:'
const nodesGroup = 'system:nodes'

/** The name of the node that a user is: `''` for a node without a name, `undefined` for a user that is not a node. */
// upstream: pkg/auth/nodeidentifier, NodeIdentity
export function nodeName({ username, groups }: UserInfo): string | undefined {
  if (!username.startsWith(nodeUserPrefix) || !groups.includes(nodesGroup)) return undefined
  return username.slice(nodeUserPrefix.length)
}
