import type { Random } from '@pinnace/meta'
import type { NodeSelector, NodeSelectorRequirement, NodeSelectorTerm } from '@pinnace/types/core-v1-selectors'
import type {
  AllocationResult,
  DeviceAllocationConfiguration,
  DeviceRequestAllocationResult,
  ResourceClaim,
} from '@pinnace/types/resource-v1'
import type { TakenDevice } from './device-search.ts'
import { concerns, type Wanted } from './device-requests.ts'

/** The allocation of a claim, as it is written to its status. */
// upstream: dynamic-resource-allocation/structured/internal/incubating/allocator_incubating.go, Allocate
export function allocationResult(
  claim: ResourceClaim,
  taken: readonly TakenDevice[],
  random: Pick<Random, 'uid'>,
): AllocationResult {
  const config = configurationOf(claim, [...new Set(taken.map(({ wanted }) => wanted))])
  const nodeSelector = nodeSelectorOf(taken)
  return {
    devices: {
      results: taken.map((one) => resultOf(one, random)),
      ...(config.length === 0 ? {} : { config }),
    },
    ...(nodeSelector === undefined ? {} : { nodeSelector }),
  }
}

function resultOf(
  { wanted, chosen, consumed }: TakenDevice,
  random: Pick<Random, 'uid'>,
): DeviceRequestAllocationResult {
  const { device, pool } = chosen
  return {
    request: wanted.name,
    driver: pool.driver,
    pool: pool.name,
    device: device.name,
    ...(wanted.adminAccess ? { adminAccess: true } : {}),
    ...(wanted.tolerations.length === 0 ? {} : { tolerations: wanted.tolerations }),
    ...(consumed === undefined ? {} : { shareID: random.uid(), consumedCapacity: consumed }),
  }
}

/** The configuration of the classes, each once with the requests for it, and then that of the claim. */
function configurationOf({ spec }: ResourceClaim, used: readonly Wanted[]): readonly DeviceAllocationConfiguration[] {
  const classes = new Map(used.map(({ deviceClass }) => [deviceClass.metadata.name, deviceClass]))
  const ofClasses = Array.from(classes.values()).flatMap((deviceClass) => {
    const requests = used.filter((one) => one.deviceClass === deviceClass).map(({ name }) => name)
    return (deviceClass.spec.config ?? []).map((config) => ({ source: 'FromClass', requests, ...config }))
  })
  const ofClaim = (spec.devices?.config ?? [])
    .filter(({ requests }) => used.some((one) => concerns(requests, one)))
    .map((config) => ({ source: 'FromClaim', ...config }))
  return [...ofClasses, ...ofClaim]
}

/** The nodes that can use all of the devices; `undefined` where every node can. */
// upstream: createNodeSelector
function nodeSelectorOf(taken: readonly TakenDevice[]): NodeSelector | undefined {
  const fields: NodeSelectorRequirement[] = []
  const labels: NodeSelectorRequirement[] = []
  for (const { chosen } of taken) {
    const { device, slice } = chosen
    const { nodeName, nodeSelector } = slice.spec.perDeviceNodeSelection === true ? device : slice.spec
    if (nodeName) {
      const name = { key: 'metadata.name', operator: 'In', values: [nodeName] }
      return { nodeSelectorTerms: [{ matchFields: [name] }] }
    }
    const [term] = nodeSelector?.nodeSelectorTerms ?? []
    addNew(fields, term?.matchFields)
    addNew(labels, term?.matchExpressions)
  }
  if (fields.length + labels.length === 0) return undefined
  const term: NodeSelectorTerm = {
    ...(fields.length === 0 ? {} : { matchFields: fields }),
    ...(labels.length === 0 ? {} : { matchExpressions: labels }),
  }
  return { nodeSelectorTerms: [term] }
}

function addNew(known: NodeSelectorRequirement[], added: readonly NodeSelectorRequirement[] = []): void {
  const texts = new Set(known.map((one) => JSON.stringify(one)))
  for (const one of added) if (!texts.has(JSON.stringify(one))) known.push(one)
}
