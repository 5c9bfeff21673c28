import { addQuantity, compareQuantity, formatQuantity, parseQuantity, type Quantity } from '@pinnace/meta'
import type { Pod, PodSpec } from '@pinnace/types/core-v1-pods'

/** Quantities by resource name, as in `resources.requests`. */
export type ResourceList = Readonly<Record<string, string>>

const zero: Quantity = { mantissa: 0n, exponent: 0, format: 'DecimalSI' }

/** The quantity of a resource; undefined without one. */
export function quantityOf(list: ResourceList | undefined, name: string): string | undefined {
  return list !== undefined && Object.hasOwn(list, name) ? list[name] : undefined
}

/** Parses a quantity; zero if it is absent or invalid. */
export function quantityOrZero(text: string | undefined): Quantity {
  return (text === undefined ? undefined : parseQuantity(text)) ?? zero
}

/**
 * The effective requests or limits of a pod: the sum of its containers and sidecars, or the highest of its init phase.
 * Pod-level cpu and memory override that.
 */
// upstream: limitranger/admission.go, podRequests and podLimits
export function podResourceList({ spec }: Pod, list: 'requests' | 'limits'): ResourceList {
  const { containers = [], initContainers = [], resources }: Partial<PodSpec> = spec ?? {}
  const total = new Map<string, Quantity>()
  const sidecars = new Map<string, Quantity>()
  const initPhase = new Map<string, Quantity>()
  for (const container of containers) add(total, container.resources?.[list])
  for (const container of initContainers) {
    const quantities = container.resources?.[list]
    if (container.restartPolicy === 'Always') {
      add(total, quantities)
      add(sidecars, quantities)
      raise(initPhase, sidecars)
    } else {
      const running = new Map(sidecars)
      add(running, quantities)
      raise(initPhase, running)
    }
  }
  raise(total, initPhase)
  const sums = Object.fromEntries([...total].map(([name, quantity]) => [name, formatQuantity(quantity)]))
  for (const name of ['cpu', 'memory']) {
    const quantity = quantityOf(resources?.[list], name)
    if (quantity !== undefined) sums[name] = quantity
  }
  return sums
}

function add(total: Map<string, Quantity>, list: ResourceList | undefined): void {
  for (const [name, text] of Object.entries(list ?? {})) {
    const known = total.get(name)
    const quantity = quantityOrZero(text)
    total.set(name, known === undefined ? quantity : addQuantity(known, quantity))
  }
}

function raise(total: Map<string, Quantity>, quantities: ReadonlyMap<string, Quantity>): void {
  for (const [name, quantity] of quantities) {
    const known = total.get(name)
    if (known === undefined || compareQuantity(quantity, known) > 0) total.set(name, quantity)
  }
}
