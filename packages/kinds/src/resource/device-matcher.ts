import type { Device } from '@pinnace/types/resource-v1'

/** A device and its driver, whose name is the domain of attributes and capacities without one. */
export interface MatchedDevice {
  readonly driver: string
  readonly device: Device
}

/** Decides whether an expression selects a device. Throws an Error with the reason why it has no answer. */
export type DeviceMatcher = (expression: string, device: MatchedDevice) => boolean
