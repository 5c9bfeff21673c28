import { parseQuantity, quantityMilliValue } from '@pinnace/meta'
import type { Node } from '@pinnace/types/core-v1-nodes'
import type { Container } from '@pinnace/types/core-v1-containers'
import type { Pod } from '@pinnace/types/core-v1-pods'

/** Quantities by resource name, in thousandths. */
export type MilliQuantities = ReadonlyMap<string, bigint>

/**
 * The resources that a pod requests: the larger of the sum of its containers and the peak of its init containers, plus
 * overhead. Requests of the pod itself replace those of its containers.
 */
// upstream: component-helpers/resource/helpers.go, PodRequests
export function podRequests(pod: Pick<Pod, 'spec'>): MilliQuantities {
  return sumRequests(pod, ({ resources }) => readQuantities(resources?.requests))
}

/** What a container without a request counts for when nodes are scored. */
// upstream: pkg/scheduler/util/pod_resources.go, DefaultMilliCPURequest and DefaultMemoryRequest
const estimates: MilliQuantities = new Map([
  ['cpu', 100n],
  ['memory', 200n * 1024n * 1024n * 1000n],
])

/** The resources that a pod requests, with an estimate of CPU and memory for containers that request none. */
export function estimatedRequests(pod: Pick<Pod, 'spec'>): MilliQuantities {
  return sumRequests(pod, ({ resources }) => new Map([...estimates, ...readQuantities(resources?.requests)]))
}

function sumRequests(
  { spec }: Pick<Pod, 'spec'>,
  requestsOf: (container: Container) => MilliQuantities,
): MilliQuantities {
  const total = new Map<string, bigint>()
  for (const container of spec?.containers ?? []) addTo(total, requestsOf(container))
  const sidecars = new Map<string, bigint>()
  const initPeak = new Map<string, bigint>()
  for (const container of spec?.initContainers ?? []) {
    const { restartPolicy } = container
    const requests = new Map(requestsOf(container))
    if (restartPolicy === 'Always') {
      addTo(sidecars, requests)
      addTo(total, requests)
      raiseTo(initPeak, sidecars)
    } else {
      // A later init container runs beside the sidecars that have started before it.
      addTo(requests, sidecars)
      raiseTo(initPeak, requests)
    }
  }
  raiseTo(total, initPeak)
  for (const [name, quantity] of readQuantities(spec?.resources?.requests)) total.set(name, quantity)
  addTo(total, readQuantities(spec?.overhead))
  return total
}

/** The load of a node: its pods, and what they request together. */
export interface NodeUsage {
  readonly podCount: number
  readonly used: MilliQuantities
}

/** Why requests do not fit on a node: every resource of which too little is left. */
// upstream: pkg/scheduler/framework/plugins/noderesources/fit.go
export function fitProblems(requests: MilliQuantities, node: Node, { podCount, used }: NodeUsage): readonly string[] {
  const allocatable = readQuantities(node.status?.allocatable)
  const problems: string[] = []
  const pods = allocatable.get('pods')
  if (pods !== undefined && BigInt(podCount + 1) * 1000n > pods) problems.push('Too many pods')
  for (const [name, quantity] of requests) {
    if (quantity === 0n) continue
    if ((used.get(name) ?? 0n) + quantity > (allocatable.get(name) ?? 0n)) problems.push(`Insufficient ${name}`)
  }
  return problems
}

/** Reads a list of resources. */
export function readQuantities(list: Readonly<Record<string, unknown>> | undefined): MilliQuantities {
  const quantities = new Map<string, bigint>()
  for (const [name, text] of Object.entries(list ?? {})) {
    const quantity = parseQuantity(String(text))
    if (quantity !== undefined) quantities.set(name, BigInt(quantityMilliValue(quantity)))
  }
  return quantities
}

function addTo(sum: Map<string, bigint>, quantities: MilliQuantities): void {
  for (const [name, quantity] of quantities) sum.set(name, (sum.get(name) ?? 0n) + quantity)
}

function raiseTo(maximum: Map<string, bigint>, quantities: MilliQuantities): void {
  for (const [name, quantity] of quantities) {
    if (quantity > (maximum.get(name) ?? 0n)) maximum.set(name, quantity)
  }
}
