import type { Role, RoleBinding } from '@pinnace/types/rbac-v1'
import type { Server } from 'pinnace'

const rbac = 'rbac.authorization.k8s.io'

/** Creates the namespace of a tenant, whose owner may do everything with databases there, and nothing elsewhere. */
export async function createTenant(server: Server, name: string, owner: string): Promise<void> {
  await server.client({ apiVersion: 'v1', kind: 'Namespace' }).create({ metadata: { name } })
  await server
    .client<Role>({ apiVersion: `${rbac}/v1`, kind: 'Role' })
    .namespace(name)
    .create({
      metadata: { name: 'owner' },
      rules: [{ apiGroups: ['saas.example.dev'], resources: ['databases'], verbs: ['*'] }],
    })
  await server
    .client<RoleBinding>({ apiVersion: `${rbac}/v1`, kind: 'RoleBinding' })
    .namespace(name)
    .create({
      metadata: { name: 'owner' },
      subjects: [{ kind: 'User', name: owner, apiGroup: rbac }],
      roleRef: { apiGroup: rbac, kind: 'Role', name: 'owner' },
    })
}
