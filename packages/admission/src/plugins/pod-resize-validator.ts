import {
  compareQuantity,
  parseQuantity,
  quantityMilliValue,
  quantityValue,
  quote,
  StatusError,
  thenMaybe,
  type Quantity,
} from '@pinnace/meta'
import type { Node } from '@pinnace/types/core-v1-nodes'
import type { Pod } from '@pinnace/types/core-v1-pods'
import type { AdmissionAttributes } from '../admission-attributes.ts'
import type { BuiltInPlugin } from '../built-in-plugin.ts'
import { podRequests } from '../quota/pod-usage.ts'
import { refusal } from '../refusal.ts'

/** Rejects resizes of bound pods that their node cannot make: it does not exist, does not run Linux, or is too small. */
// upstream: plugin/pkg/admission/podresize
export const podResizeValidator: BuiltInPlugin = {
  name: 'PodResizeValidator',
  isDefault: false,
  isDefaultIn: 'kubernetes',
  create({ objects, vocabulary }) {
    const osLabel = `${vocabulary.labelDomain}/os`
    return {
      name: 'PodResizeValidator',
      handles: (operation) => operation === 'UPDATE',
      resources: [{ group: '', resource: 'pods' }],
      validate(attributes) {
        if (attributes.subresource !== 'resize') return
        const pod = attributes.object as Pod
        const nodeName = pod.spec?.nodeName
        // The generation counts the changes of the spec.
        if (!nodeName || pod.metadata.generation === attributes.oldObject?.metadata.generation) return
        return thenMaybe(objects.get<Node>({ group: '', resource: 'nodes' }, '', nodeName), (node) => {
          if (node === undefined) throw refusal(attributes, `node ${quote(nodeName)} not found`)
          const os = node.metadata.labels?.[osLabel] ?? 'linux'
          if (os !== 'linux') {
            const problem = `pod resize is only supported on linux nodes, node ${quote(nodeName)} is ${quote(os)}`
            throw refusalFor('UnsupportedPlatform', attributes, problem)
          }
          const exceeded = exceededResources(pod, node)
          if (exceeded.length === 0) return
          const problem = `node didn't have enough allocatable resources: ${exceeded.join('; ')}`
          throw refusalFor('NodeCapacity', attributes, problem)
        })
      },
    }
  },
}

/** A refusal with a cause, which clients compare. */
function refusalFor(cause: string, attributes: AdmissionAttributes, problem: string): StatusError {
  const { reason, message, details } = refusal(attributes, problem)
  return new StatusError(reason, message, { details: { ...details, causes: [{ reason: cause }] } })
}

const units: readonly (readonly [name: string, unitsOf: (quantity: Quantity) => bigint])[] = [
  ['cpu', quantityMilliValue],
  ['memory', quantityValue],
]
const nothing: Quantity = { mantissa: 0n, exponent: 0, format: 'DecimalSI' }

/** The requests that are above what pods may have of the node. What the pod has now is not counted. */
function exceededResources({ status: _status, ...pod }: Pod, { status }: Node): readonly string[] {
  const requests = podRequests(pod)
  return units.flatMap(([name, unitsOf]) => {
    const requested = requests.get(name) ?? nothing
    const allocatable = parseQuantity(status?.allocatable?.[name] ?? '0') ?? nothing
    if (compareQuantity(requested, allocatable) <= 0) return []
    return [`${name}, requested: ${unitsOf(requested)}, allocatable: ${unitsOf(allocatable)}`]
  })
}
