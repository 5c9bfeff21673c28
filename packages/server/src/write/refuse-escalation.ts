import type { EscalationChecks } from '@pinnace/rbac'
import { slicesOf } from '../request/slices-of.ts'
import type { Write } from './change.ts'

/** Rejects roles and bindings that would grant permissions which the user does not hold. Ignores other resources. */
// upstream: registry/rbac/*/policybased/storage.go
export function refuseEscalation(change: Write): Promise<void> | undefined {
  const { escalation, policyGroup } = change.server
  if (escalation === undefined || change.scope.served.gvr.group !== policyGroup) return undefined
  return refuse(change, escalation)
}

async function refuse(
  { server, scope, live, next }: Write,
  escalation: () => Promise<EscalationChecks>,
): Promise<void> {
  const { resource } = scope.served.gvr
  const write = {
    user: scope.user,
    namespace: scope.namespace,
    requestName: scope.name,
    next: next as never,
    slices: slicesOf(server, scope),
    ...(live === undefined ? {} : { live: live.object as never }),
  }
  const checks = await escalation()
  const refusal =
    resource === 'roles' || resource === 'clusterroles'
      ? await checks.ruleEscalation(resource, write)
      : resource === 'rolebindings' || resource === 'clusterrolebindings'
        ? await checks.bindingEscalation(resource, write)
        : undefined
  if (refusal !== undefined) throw refusal
}
