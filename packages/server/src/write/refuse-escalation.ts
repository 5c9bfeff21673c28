import { slicesOf } from '../request/slices-of.ts'
import type { Write } from './change.ts'

/** Rejects roles and bindings that would grant permissions which the user does not hold. Ignores other resources. */
// upstream: registry/rbac/*/policybased/storage.go
export async function refuseEscalation({ server, scope, live, next }: Write): Promise<void> {
  const { group, resource } = scope.served.gvr
  if (server.escalation === undefined || group !== server.policyGroup) return
  const write = {
    user: scope.user,
    namespace: scope.namespace,
    requestName: scope.name,
    next: next as never,
    slices: slicesOf(server, scope),
    ...(live === undefined ? {} : { live: live.object as never }),
  }
  const checks = await server.escalation()
  const refusal =
    resource === 'roles' || resource === 'clusterroles'
      ? await checks.ruleEscalation(resource, write)
      : resource === 'rolebindings' || resource === 'clusterrolebindings'
        ? await checks.bindingEscalation(resource, write)
        : undefined
  if (refusal !== undefined) throw refusal
}
