import { addQuantity, compareQuantity, formatQuantity, parseQuantity, subQuantity, type Quantity } from '@pinnace/meta'

/** Quantities by quota name. */
export type ResourceAmounts = ReadonlyMap<string, Quantity>

/** The quantity of one object. */
export const oneUnit: Quantity = countUnits(1)

/** The quantity of a number of objects. */
export function countUnits(count: number): Quantity {
  return { mantissa: BigInt(count), exponent: 0, format: 'DecimalSI' }
}

/** Parses quantities of an object; invalid ones are omitted. */
export function readAmounts(amounts: Readonly<Record<string, string>> | undefined): ResourceAmounts {
  const read = new Map<string, Quantity>()
  for (const [name, text] of Object.entries(amounts ?? {})) {
    const quantity = parseQuantity(text)
    if (quantity !== undefined) read.set(name, quantity)
  }
  return read
}

/** Formats quantities for an object, sorted by name. */
export function writeAmounts(amounts: ResourceAmounts): Record<string, string> {
  return Object.fromEntries(
    sortedEntries(amounts).map(([name, quantity]): [string, string] => [name, formatQuantity(quantity)]),
  )
}

/** Adds quantities by name. */
export function addAmounts(left: ResourceAmounts, right: ResourceAmounts): Map<string, Quantity> {
  const sum = new Map(left)
  addTo(sum, right)
  return sum
}

/** Adds to quantities in place. */
export function addTo(sum: Map<string, Quantity>, more: ResourceAmounts): void {
  for (const [name, quantity] of more) {
    const known = sum.get(name)
    sum.set(name, known === undefined ? quantity : addQuantity(known, quantity))
  }
}

/** Raises quantities in place to the larger ones. */
export function raiseTo(amounts: Map<string, Quantity>, others: ResourceAmounts): void {
  for (const [name, quantity] of others) {
    const known = amounts.get(name)
    if (known === undefined || compareQuantity(quantity, known) > 0) amounts.set(name, quantity)
  }
}

/** The increase of quantities by name; others are omitted. */
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

/** The quantities of the given names. */
export function maskAmounts(amounts: ResourceAmounts, names: Iterable<string>): ResourceAmounts {
  const masked = new Map<string, Quantity>()
  for (const name of names) {
    const quantity = amounts.get(name)
    if (quantity !== undefined) masked.set(name, quantity)
  }
  return masked
}

/** The names whose quantities exceed a limit. Names without a limit are not limited. */
export function exceededNames(amounts: ResourceAmounts, limits: ResourceAmounts): readonly string[] {
  return [...amounts].flatMap(([name, quantity]) => {
    const limit = limits.get(name)
    return limit !== undefined && compareQuantity(quantity, limit) > 0 ? [name] : []
  })
}

/** Formats quantities for messages: `cpu=1,pods=2`. */
// upstream: plugin/resourcequota/controller.go, prettyPrint
export function printAmounts(amounts: ResourceAmounts): string {
  return sortedEntries(amounts)
    .map(([name, quantity]) => `${name}=${formatQuantity(quantity)}`)
    .join(',')
}

function sortedEntries(amounts: ResourceAmounts): [name: string, quantity: Quantity][] {
  return [...amounts].sort(([left], [right]) => (left < right ? -1 : 1))
}
