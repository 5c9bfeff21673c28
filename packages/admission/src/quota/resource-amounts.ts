import { addQuantity, compareQuantity, formatQuantity, parseQuantity, subQuantity, type Quantity } from '@pinnace/meta'

/** How much of what, by the name of the resource. */
export type ResourceAmounts = ReadonlyMap<string, Quantity>

/** One of something. */
export const oneUnit: Quantity = countUnits(1)

/** So many of something. */
export function countUnits(count: number): Quantity {
  return { mantissa: BigInt(count), exponent: 0, format: 'DecimalSI' }
}

/** Amounts as objects spell them; what is no amount is left out. */
export function readAmounts(amounts: Readonly<Record<string, string>> | undefined): ResourceAmounts {
  const read = new Map<string, Quantity>()
  for (const [name, text] of Object.entries(amounts ?? {})) {
    const quantity = parseQuantity(text)
    if (quantity !== undefined) read.set(name, quantity)
  }
  return read
}

/** Amounts as objects spell them, in the order of their names. */
export function writeAmounts(amounts: ResourceAmounts): Record<string, string> {
  return Object.fromEntries(
    [...amounts.keys()].sort().map((name): [string, string] => [name, formatQuantity(amounts.get(name)!)]),
  )
}

/** The sum, name by name. */
export function addAmounts(left: ResourceAmounts, right: ResourceAmounts): Map<string, Quantity> {
  const sum = new Map(left)
  addTo(sum, right)
  return sum
}

/** Adds to the amounts in place. */
export function addTo(sum: Map<string, Quantity>, more: ResourceAmounts): void {
  for (const [name, quantity] of more) {
    const known = sum.get(name)
    sum.set(name, known === undefined ? quantity : addQuantity(known, quantity))
  }
}

/** Raises the amounts in place to those that are more. */
export function raiseTo(amounts: Map<string, Quantity>, others: ResourceAmounts): void {
  for (const [name, quantity] of others) {
    const known = amounts.get(name)
    if (known === undefined || compareQuantity(quantity, known) > 0) amounts.set(name, quantity)
  }
}

/** What is more than before, name by name; what is less or the same is left out. */
// upstream: quota/v1/resources.go, SubtractWithNonNegativeResult and RemoveZeros
export function increaseOf(next: ResourceAmounts, before: ResourceAmounts): ResourceAmounts {
  const increase = new Map<string, Quantity>()
  for (const [name, quantity] of next) {
    const known = before.get(name)
    const more = known === undefined ? quantity : subQuantity(quantity, known)
    if (more.mantissa > 0n) increase.set(name, more)
  }
  return increase
}

/** Only those of some names. */
export function maskAmounts(amounts: ResourceAmounts, names: Iterable<string>): ResourceAmounts {
  const masked = new Map<string, Quantity>()
  for (const name of names) {
    const quantity = amounts.get(name)
    if (quantity !== undefined) masked.set(name, quantity)
  }
  return masked
}

/** Names of which there is more than a limit allows. What has no limit is not limited. */
export function exceededNames(amounts: ResourceAmounts, limits: ResourceAmounts): readonly string[] {
  return [...amounts.keys()].filter((name) => {
    const limit = limits.get(name)
    return limit !== undefined && compareQuantity(amounts.get(name)!, limit) > 0
  })
}

/** `cpu=1,pods=2`, as messages print amounts. */
// upstream: plugin/resourcequota/controller.go, prettyPrint
export function printAmounts(amounts: ResourceAmounts): string {
  return [...amounts.keys()]
    .sort()
    .map((name) => `${name}=${formatQuantity(amounts.get(name)!)}`)
    .join(',')
}
