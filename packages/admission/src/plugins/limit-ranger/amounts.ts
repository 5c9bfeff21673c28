import { addQuantity, compareQuantity, formatQuantity, parseQuantity, type Quantity } from '@pinnace/meta'
import type { Pod, PodSpec } from '@pinnace/types/core-v1-pods'

/** Amounts of resources, by name. */
export type Amounts = Readonly<Record<string, string>>

const zero: Quantity = { mantissa: 0n, exponent: 0, format: 'DecimalSI' }

/** The amount of that name, where there is one. */
export function amountOf(amounts: Amounts | undefined, name: string): string | undefined {
  return amounts !== undefined && Object.hasOwn(amounts, name) ? amounts[name] : undefined
}

/** An amount as a number to reckon with; what is none counts as nothing. */
export function readAmount(text: string | undefined): Quantity {
  return (text === undefined ? undefined : parseQuantity(text)) ?? zero
}

/**
 * What a pod asks for, or may have, as a whole: its containers and sidecars together, or the hungriest moment of its
 * start; what is said of the pod itself goes before.
 */
// upstream: limitranger/admission.go, podRequests and podLimits
export function amountsOfPod({ spec }: Pod, list: 'requests' | 'limits'): Amounts {
  const { containers, initContainers = [], resources }: PodSpec = spec!
  const total = new Map<string, Quantity>()
  const sidecars = new Map<string, Quantity>()
  const start = new Map<string, Quantity>()
  for (const container of containers) add(total, container.resources?.[list])
  for (const container of initContainers) {
    const amounts = container.resources?.[list]
    if (container.restartPolicy === 'Always') {
      add(total, amounts)
      add(sidecars, amounts)
      raise(start, sidecars)
    } else {
      const moment = new Map(sidecars)
      add(moment, amounts)
      raise(start, moment)
    }
  }
  raise(total, start)
  const sums = Object.fromEntries([...total].map(([name, amount]) => [name, formatQuantity(amount)]))
  for (const name of ['cpu', 'memory']) {
    const amount = amountOf(resources?.[list], name)
    if (amount !== undefined) sums[name] = amount
  }
  return sums
}

function add(total: Map<string, Quantity>, amounts: Amounts | undefined): void {
  for (const [name, text] of Object.entries(amounts ?? {})) {
    const known = total.get(name)
    const amount = readAmount(text)
    total.set(name, known === undefined ? amount : addQuantity(known, amount))
  }
}

function raise(total: Map<string, Quantity>, amounts: ReadonlyMap<string, Quantity>): void {
  for (const [name, amount] of amounts) {
    const known = total.get(name)
    if (known === undefined || compareQuantity(amount, known) > 0) total.set(name, amount)
  }
}
