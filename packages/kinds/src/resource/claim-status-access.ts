import { isSemanticEqual, type FieldErrors, type UserInfo, type Vocabulary } from '@pinnace/meta'
import type { UpdateAccess } from '@pinnace/resources'
import type { AllocatedDeviceStatus, ResourceClaim } from '@pinnace/types/resource-v1'
import { keptDevices } from './claim-status.ts'

/**
 * What a change of the status of a claim takes beside the permission for `resourceclaims/status`: `resourceclaims/binding`
 * in every namespace for its allocation and reservations, and `resourceclaims/driver`, with the name of the driver, for
 * the status of devices.
 */
// upstream: registry/resource/resourceclaim/strategy.go, feature DRAResourceClaimGranularStatusAuthorization
export async function authorizeClaimStatus(
  next: ResourceClaim,
  live: ResourceClaim,
  errors: FieldErrors,
  access: UpdateAccess,
): Promise<void> {
  if (changesBinding(next, live)) {
    const permission = { verb: access.verb, subresource: 'binding', namespace: '', name: '' }
    const refusal = await access.refusal(permission)
    const verb = JSON.stringify(access.verb)
    const needs = `changing status.allocation or status.reservedFor requires resource="resourceclaims/binding", verb=${verb}`
    if (refusal !== undefined) errors.forbidden('status.allocation', `${needs} permission: ${refusal}`)
  }
  const drivers = changedDrivers(next, live)
  if (drivers.length === 0) return
  const verbs = [...(runsWhereAllocated(next, access) ? ['associated-node'] : []), 'arbitrary-node'].map(
    (prefix) => `${prefix}:${access.verb}`,
  )
  for (const driver of drivers) {
    const refusal = await refusalOfAll(verbs, next.metadata.namespace ?? '', driver, access)
    const needs = `changing status.devices requires resource="resourceclaims/driver", verb="[${verbs.join(' ')}]"`
    if (refusal !== undefined) errors.forbidden('status.devices', `${needs} permission: ${refusal}`)
  }
}

function changesBinding({ status: next = {} }: ResourceClaim, { status: live = {} }: ResourceClaim): boolean {
  return !isSemanticEqual(next.allocation, live.allocation) || !isSemanticEqual(next.reservedFor, live.reservedFor)
}

/** Drivers with another status of devices, in the order of their names. The status of devices that go back does not count. */
function changedDrivers(next: ResourceClaim, live: ResourceClaim): readonly string[] {
  const after = byDriver(next.status?.devices ?? [])
  const before = byDriver(keptDevices(live.status?.devices ?? [], next, live))
  const drivers = [...new Set([...after.keys(), ...before.keys()])].sort()
  return drivers.filter((driver) => !isSemanticEqual(after.get(driver), before.get(driver)))
}

function byDriver(devices: readonly AllocatedDeviceStatus[]): ReadonlyMap<string, readonly AllocatedDeviceStatus[]> {
  const groups = new Map<string, AllocatedDeviceStatus[]>()
  for (const device of devices) {
    const group = groups.get(device.driver)
    if (group === undefined) groups.set(device.driver, [device])
    else group.push(device)
  }
  return groups
}

/** The message of the first refusal; undefined if the user has one of the verbs. */
async function refusalOfAll(
  verbs: readonly string[],
  namespace: string,
  name: string,
  access: UpdateAccess,
): Promise<string | undefined> {
  let first: string | undefined
  for (const verb of verbs) {
    const refusal = await access.refusal({ verb, subresource: 'driver', namespace, name })
    if (refusal === undefined) return undefined
    first ??= refusal
  }
  return first
}

/** True for a service account on the one node that the devices of the claim belong to. */
function runsWhereAllocated({ status }: ResourceClaim, { user, vocabulary }: UpdateAccess): boolean {
  const node = nodeOf(user, vocabulary)
  const terms = status?.allocation?.nodeSelector?.nodeSelectorTerms ?? []
  const [term] = terms
  if (node === undefined || term === undefined || terms.length > 1) return false
  const [field, ...others] = term.matchFields ?? []
  if (field === undefined || others.length > 0 || (term.matchExpressions ?? []).length > 0) return false
  const [value, ...values] = field.values ?? []
  return field.key === 'metadata.name' && field.operator === 'In' && value === node && values.length === 0
}

/** The node of the pod of a service account. */
function nodeOf({ username, extra }: UserInfo, vocabulary: Vocabulary): string | undefined {
  if (!username.startsWith('system:serviceaccount:')) return undefined
  const nodes = extra[`authentication.${vocabulary.labelDomain}/node-name`] ?? []
  return nodes.length === 1 ? nodes[0] : undefined
}
