import type { FieldErrors } from '@pinnace/meta'
import type { StrategyContext } from '@pinnace/resources'
import type { DeviceClaim, ResourceClaim } from '@pinnace/types/resource-v1'

/** Whether a claim asks for devices as an administrator. */
export function asksForAdminAccess({ requests }: DeviceClaim): boolean {
  return (requests ?? []).some(({ exactly }) => exactly?.adminAccess === true)
}

/** Whether a status grants administrators' access that was not granted before. */
export function grantsAdminAccess(next: ResourceClaim, live: ResourceClaim | undefined): boolean {
  return grantOf(next) !== -1 && (live === undefined || grantOf(live) === -1)
}

/** Devices for an administrator are only given in namespaces that are labeled for it. */
// upstream: registry/resource/utils.go, AuthorizedForAdmin
export function validateAdminRequests({ requests }: DeviceClaim, errors: FieldErrors, context: StrategyContext): void {
  const index = (requests ?? []).findIndex(({ exactly }) => exactly?.adminAccess === true)
  if (index !== -1) refuseWithoutLabel(`spec.devices.requests[${index}].adminAccess`, errors, context)
}

/** The same for what a claim got. */
// upstream: registry/resource/utils.go, AuthorizedForAdminStatus
export function validateAdminGrants(
  next: ResourceClaim,
  live: ResourceClaim,
  errors: FieldErrors,
  context: StrategyContext,
): void {
  if (!grantsAdminAccess(next, live)) return
  refuseWithoutLabel(`status.allocation.devices.results[${grantOf(next)}].adminAccess`, errors, context)
}

function grantOf({ status }: ResourceClaim): number {
  return (status?.allocation?.devices?.results ?? []).findIndex(({ adminAccess }) => adminAccess === true)
}

function refuseWithoutLabel(
  field: string,
  errors: FieldErrors,
  { vocabulary, namespaceLabels }: StrategyContext,
): void {
  const label = `resource.${vocabulary.labelDomain}/admin-access`
  if (namespaceLabels?.[label] === 'true') return
  errors.forbidden(field, `admin access to devices requires the \`${label}: true\` label on the containing namespace`)
}
