/** A device, or a share of it. */
export interface SharedDevice {
  readonly driver: string
  readonly pool: string
  readonly device: string
  readonly shareID?: string
}

/** How error messages name a device. */
// upstream: dynamic-resource-allocation/structured, MakeSharedDeviceID
export function sharedDeviceId({ driver, pool, device, shareID = '' }: SharedDevice): object {
  return { Driver: driver, Pool: pool, Device: device, ShareID: shareID }
}

/** A text that no other device has. */
export function sharedDeviceKey(device: SharedDevice): string {
  return JSON.stringify(sharedDeviceId(device))
}
