import type { Write } from './change.ts'

/** Refuses roles and bindings that would give what their writer does not have. Everything else passes. */
// upstream: registry/rbac/*/policybased/storage.go
export async function refuseEscalation({ core, call, live, next }: Write): Promise<void> {
  const { group, resource } = call.served.gvr
  if (core.escalation === undefined || group !== core.policyGroup) return
  const write = {
    user: call.user,
    namespace: call.namespace,
    requestName: call.name,
    next: next as never,
    ...(live === undefined ? {} : { live: live.object as never }),
  }
  const checks = await core.escalation()
  const refusal =
    resource === 'roles' || resource === 'clusterroles'
      ? await checks.ruleEscalation(resource, write)
      : resource === 'rolebindings' || resource === 'clusterrolebindings'
        ? await checks.bindingEscalation(resource, write)
        : undefined
  if (refusal !== undefined) throw refusal
}
