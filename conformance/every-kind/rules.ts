import type { Server } from '@pinnace/server'
import type { Row } from './rows.ts'
import { sampleOf } from './samples.ts'
import { send } from './send.ts'

/** A rule of RBAC. */
export interface PolicyRule {
  readonly apiGroups?: readonly string[]
  readonly resources?: readonly string[]
  readonly resourceNames?: readonly string[]
  readonly nonResourceURLs?: readonly string[]
  readonly verbs: readonly string[]
}

const rbac = '/apis/rbac.authorization.k8s.io/v1'
const roleName = 'every-kind'
const signerVerbs: Readonly<Record<string, string>> = { approval: 'approve', status: 'sign' }

/** Binds jane to a role without rules, the only one she has. */
export async function bindJane(server: Server): Promise<void> {
  const roleRef = { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: roleName }
  const subjects = [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: 'jane' }]
  await write(server, 'POST', `${rbac}/clusterroles`, { metadata: { name: roleName }, rules: [] })
  await write(server, 'POST', `${rbac}/clusterrolebindings`, { metadata: { name: roleName }, roleRef, subjects })
  // By default this lets every user ask about themselves.
  await write(server, 'DELETE', `${rbac}/clusterrolebindings/system:basic-user`)
}

/** Lets jane do what the rules say, and nothing more. */
export async function grant(server: Server, rules: readonly PolicyRule[]): Promise<void> {
  await write(server, 'PUT', `${rbac}/clusterroles/${roleName}`, { metadata: { name: roleName }, rules })
}

/**
 * Rules that a write needs beside its own: those it grants to others, that of the signer it approves or signs for, or
 * that of an allocation.
 */
export function extraRulesOf({ served, subresource, verb }: Row): readonly PolicyRule[] {
  if (!['create', 'update', 'patch'].includes(verb)) return []
  const sample = sampleOf(served)
  if (served.group === 'rbac.authorization.k8s.io') {
    if ('rules' in sample) return sample['rules'] as PolicyRule[]
    const { kind, name } = sample['roleRef'] as { kind: string; name: string }
    const resources = [kind === 'Role' ? 'roles' : 'clusterroles']
    return [{ apiGroups: [served.group], resources, resourceNames: [name], verbs: ['bind'] }]
  }
  const signerVerb = signerVerbs[subresource]
  if (served.group === 'certificates.k8s.io' && signerVerb !== undefined) {
    const { signerName } = sample['spec'] as { signerName: string }
    return [{ apiGroups: [served.group], resources: ['signers'], resourceNames: [signerName], verbs: [signerVerb] }]
  }
  // Allocations are written by schedulers and drivers.
  if (served.group === 'resource.k8s.io' && subresource === 'status' && served.resource === 'resourceclaims') {
    return [{ apiGroups: [served.group], resources: ['resourceclaims/binding'], verbs: [verb] }]
  }
  return []
}

async function write(server: Server, method: string, path: string, body?: unknown): Promise<void> {
  const reply = await send(server, { user: 'admin', method, path, body })
  if (reply.status >= 300) throw new Error(`${method} ${path}: ${reply.text}`)
}
