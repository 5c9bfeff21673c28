import { parseQuantity, quantityMilliValue } from '@pinnace/meta'
import type { Container } from '@pinnace/types/core-v1-containers'
import type { Node } from '@pinnace/types/core-v1-nodes'
import type { Pod } from '@pinnace/types/core-v1-pods'

/** Amounts by resource, in thousandths. */
export type Amounts = ReadonlyMap<string, bigint>

/** What a pod wants to have for itself: its containers together, or the largest of those that run before them. */
// upstream: component-helpers/resource/helpers.go, PodRequests
export function podRequests({ spec }: Pod): Amounts {
  const total = new Map<string, bigint>()
  for (const container of spec?.containers ?? []) add(total, requestsOf(container))
  const sidecars = new Map<string, bigint>()
  const before = new Map<string, bigint>()
  for (const container of spec?.initContainers ?? []) {
    const own = new Map(requestsOf(container))
    if (container.restartPolicy === 'Always') {
      add(sidecars, own)
      add(total, own)
    } else add(own, sidecars)
    for (const [name, amount] of own) if (amount > (before.get(name) ?? 0n)) before.set(name, amount)
  }
  for (const [name, amount] of before) if (amount > (total.get(name) ?? 0n)) total.set(name, amount)
  for (const [name, amount] of amountsOf(spec?.resources?.requests)) total.set(name, amount)
  add(total, amountsOf(spec?.overhead))
  return total
}

/** Why a pod does not fit on a node beside `count` others that use so much: every resource there is too little of. */
// upstream: pkg/scheduler/framework/plugins/noderesources/fit.go
export function fitProblems(requests: Amounts, node: Node, count: number, used: Amounts): readonly string[] {
  const allocatable = amountsOf(node.status?.allocatable)
  const problems: string[] = []
  const pods = allocatable.get('pods')
  if (pods !== undefined && BigInt(count + 1) * 1000n > pods) problems.push('Too many pods')
  for (const [name, amount] of requests) {
    if (amount === 0n) continue
    if ((used.get(name) ?? 0n) + amount > (allocatable.get(name) ?? 0n)) problems.push(`Insufficient ${name}`)
  }
  return problems
}

function requestsOf({ resources }: Container): Amounts {
  return amountsOf(resources?.requests)
}

function amountsOf(list: Readonly<Record<string, unknown>> | undefined): Amounts {
  const amounts = new Map<string, bigint>()
  for (const [name, text] of Object.entries(list ?? {})) {
    const quantity = parseQuantity(String(text))
    if (quantity !== undefined) amounts.set(name, BigInt(quantityMilliValue(quantity)))
  }
  return amounts
}

function add(to: Map<string, bigint>, amounts: Amounts): void {
  for (const [name, amount] of amounts) to.set(name, (to.get(name) ?? 0n) + amount)
}
