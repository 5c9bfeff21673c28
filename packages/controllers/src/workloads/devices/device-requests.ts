import type {
  CapacityRequirements,
  DeviceClass,
  DeviceRequest,
  DeviceSelector,
  DeviceToleration,
  ResourceClaim,
} from '@pinnace/types/resource-v1'

/** One way to satisfy a request: the request itself, or one of its alternatives. */
export interface Wanted {
  /** The name of the request. */
  readonly request: string
  /** The name with that of the alternative, `request/alternative`. */
  readonly name: string
  readonly deviceClass: DeviceClass
  readonly selectors: readonly DeviceSelector[]
  /** How many devices; or all that match. */
  readonly count: number | 'all'
  readonly adminAccess: boolean
  readonly tolerations: readonly DeviceToleration[]
  readonly capacity?: CapacityRequirements
}

/** What a claim needs: of each request, the ways to satisfy it, the preferred one first. */
export function wantedBy(
  { spec }: ResourceClaim,
  deviceClass: (name: string) => DeviceClass | undefined,
): readonly (readonly Wanted[])[] {
  return (spec.devices?.requests ?? []).map((request) =>
    alternativesOf(request).map(({ name, of }): Wanted => {
      const known = deviceClass(of.deviceClassName)
      if (known === undefined) throw new Error(`could not retrieve device class ${of.deviceClassName}`)
      return {
        request: request.name,
        name,
        deviceClass: known,
        selectors: of.selectors ?? [],
        count: of.allocationMode === 'All' ? 'all' : (of.count ?? 1),
        adminAccess: 'adminAccess' in of && of.adminAccess === true,
        tolerations: of.tolerations ?? [],
        ...(of.capacity === undefined ? {} : { capacity: of.capacity }),
      }
    }),
  )
}

type Alternative = NonNullable<DeviceRequest['exactly']> | NonNullable<DeviceRequest['firstAvailable']>[number]

function alternativesOf({ name, exactly, firstAvailable = [] }: DeviceRequest): readonly {
  readonly name: string
  readonly of: Alternative
}[] {
  if (exactly !== undefined) return [{ name, of: exactly }]
  return firstAvailable.map((of) => ({ name: `${name}/${of.name}`, of }))
}

/** Why a claim cannot be allocated anywhere: a request names a class that does not exist. */
// upstream: pkg/scheduler/framework/plugins/dynamicresources/dynamicresources.go, validateDeviceClass
export function missingClass(
  { spec }: ResourceClaim,
  deviceClass: (name: string) => DeviceClass | undefined,
): string | undefined {
  for (const request of spec.devices?.requests ?? []) {
    for (const { name, of } of alternativesOf(request)) {
      if (deviceClass(of.deviceClassName) !== undefined) continue
      return `request ${name}: device class ${of.deviceClassName} does not exist`
    }
  }
  return undefined
}

/** Whether a list of requests in a claim, in which empty means all, names a request or its alternative. */
export function concerns(requests: readonly string[] | undefined, { request, name }: Wanted): boolean {
  return requests === undefined || requests.length === 0 || requests.includes(request) || requests.includes(name)
}
