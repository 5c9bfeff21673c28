import {
  addQuantity,
  compareQuantity,
  formatQuantity,
  parseQuantity,
  quantityValue,
  type Quantity,
} from '@pinnace/meta'
import type { CapacityRequestPolicy, CapacityRequirements, Device, DeviceCapacity } from '@pinnace/types/resource-v1'

/** Amounts by the name of the capacity. */
export type Amounts = Readonly<Record<string, string>>

/**
 * What a request takes of each capacity of a device, after rounding; `undefined` if the device has too little of one beside
 * what is taken already, or does not have it.
 */
// upstream: dynamic-resource-allocation/structured/internal/incubating/consumable_capacity.go
export function takeCapacity(
  { capacity = {} }: Device,
  { requests = {} }: CapacityRequirements,
  taken: readonly Amounts[],
): Amounts | undefined {
  if (Object.keys(requests).some((name) => !Object.hasOwn(capacity, name))) return undefined
  const amounts: Record<string, string> = {}
  for (const [name, available] of Object.entries(capacity)) {
    const amount = amountOf(requests[name], available)
    if (amount === undefined) return undefined
    const before = taken.flatMap((one) => (Object.hasOwn(one, name) ? [read(one[name])] : []))
    if (compareQuantity(before.reduce(addQuantity, amount), read(available.value)) > 0) return undefined
    amounts[name] = formatQuantity(amount)
  }
  return amounts
}

function read(text: string | undefined): Quantity {
  return parseQuantity(text ?? '0') ?? { mantissa: 0n, exponent: 0, format: 'DecimalSI' }
}

/** The amount of one capacity: the default without a request, else the request rounded up as the policy says. */
function amountOf(request: string | undefined, { value, requestPolicy }: DeviceCapacity): Quantity | undefined {
  if (request === undefined) return read(requestPolicy?.default ?? value)
  return requestPolicy === undefined ? read(request) : roundUp(read(request), requestPolicy)
}

function roundUp(request: Quantity, { validValues = [], validRange }: CapacityRequestPolicy): Quantity | undefined {
  if (validRange !== undefined) {
    const [min, max] = [read(validRange.min), validRange.max === undefined ? undefined : read(validRange.max)]
    const amount = compareQuantity(request, min) <= 0 ? min : toStep(request, min, validRange.step)
    return max !== undefined && compareQuantity(amount, max) > 0 ? undefined : amount
  }
  if (validValues.length === 0) return request
  return validValues.map(read).find((valid) => compareQuantity(request, valid) <= 0)
}

function toStep(request: Quantity, min: Quantity, step: string | undefined): Quantity {
  if (step === undefined) return request
  const [first, size] = [quantityValue(min), quantityValue(read(step))]
  const steps = (quantityValue(request) - first + size - 1n) / size
  return { mantissa: first + steps * size, exponent: 0, format: 'BinarySI' }
}
