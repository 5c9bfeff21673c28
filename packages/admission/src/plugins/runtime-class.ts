import { hasEmptyOverhead } from '@pinnace/kinds'
import {
  unclassifiedError,
  thenMaybe,
  compareQuantity,
  parseQuantity,
  setMember,
  type Awaitable,
  type Mutable,
} from '@pinnace/meta'
import type { Pod, PodSpec } from '@pinnace/types/core-v1-pods'
import type { Toleration } from '@pinnace/types/core-v1-selectors'
import type { RuntimeClass, Scheduling } from '@pinnace/types/node-v1'
import type { AdmissionAttributes } from '../admission-attributes.ts'
import type { BuiltInPlugin } from '../built-in-plugin.ts'
import { refusal } from '../refusal.ts'
import { nameProblem } from './name-problem.ts'
import { mergeTolerations } from './tolerations.ts'

type ResourceList = Readonly<Record<string, string>>

/** Sets overhead, node selector and tolerations of a pod from its runtime class. */
// upstream: plugin/pkg/admission/runtimeclass/admission.go
export const runtimeClass: BuiltInPlugin = {
  name: 'RuntimeClass',
  isDefault: true,
  create({ objects, vocabulary }) {
    const classes = { group: vocabulary.group('node'), resource: 'runtimeclasses' }
    const find = (attributes: AdmissionAttributes): Awaitable<RuntimeClass | undefined> => {
      const { runtimeClassName } = (attributes.object as Pod).spec ?? {}
      if (runtimeClassName === undefined) return undefined
      return thenMaybe(objects.get<RuntimeClass>(classes, '', runtimeClassName), (found) => {
        if (found !== undefined) return found
        const problem = nameProblem(runtimeClassName)
        if (problem !== undefined) throw unclassifiedError(problem)
        throw refusal(attributes, `pod rejected: RuntimeClass ${JSON.stringify(runtimeClassName)} not found`)
      })
    }
    return {
      name: 'RuntimeClass',
      handles: (operation) => operation === 'CREATE',
      resources: [{ group: '', resource: 'pods' }],
      admit(attributes): Awaitable<void> {
        if (attributes.subresource !== '') return
        return thenMaybe(find(attributes), (found) => {
          const { spec } = attributes.object as Mutable<Pod>
          if (spec === undefined) return
          if (found?.overhead !== undefined) setOverhead(attributes, spec, found.overhead.podFixed ?? {})
          if (found?.scheduling !== undefined) setScheduling(attributes, spec, found.scheduling)
        })
      },
      validate(attributes): Awaitable<void> {
        if (attributes.subresource !== '') return
        return thenMaybe(find(attributes), (found) => {
          const { overhead } = (attributes.object as Pod).spec ?? {}
          if (found?.overhead !== undefined) assertOverhead(attributes, overhead, found.overhead.podFixed ?? {})
          else if (overhead !== undefined || hasEmptyOverhead((attributes.object as Pod).spec)) {
            throw refusal(
              attributes,
              'pod rejected: Pod Overhead set without corresponding RuntimeClass defined Overhead',
            )
          }
        })
      },
    }
  },
}

function setOverhead(attributes: AdmissionAttributes, spec: Mutable<PodSpec>, podFixed: ResourceList): void {
  if (spec.overhead !== undefined) assertOverhead(attributes, spec.overhead, podFixed)
  if (Object.keys(podFixed).length > 0) spec.overhead = { ...podFixed }
}

function assertOverhead(attributes: AdmissionAttributes, overhead: ResourceList = {}, podFixed: ResourceList): void {
  const names = Object.keys(podFixed)
  const isSame =
    names.length === Object.keys(overhead).length &&
    names.every((name) => Object.hasOwn(overhead, name) && isSameQuantity(overhead[name], podFixed[name]))
  if (!isSame) {
    throw refusal(attributes, "pod rejected: Pod's Overhead doesn't match RuntimeClass's defined Overhead")
  }
}

function isSameQuantity(left: string | undefined, right: string | undefined): boolean {
  if (left === undefined || right === undefined) return false
  if (left === right) return true
  const [a, b] = [parseQuantity(left), parseQuantity(right)]
  return a !== undefined && b !== undefined && compareQuantity(a, b) === 0
}

function setScheduling(
  attributes: AdmissionAttributes,
  spec: Mutable<PodSpec>,
  { nodeSelector = {}, tolerations = [] }: Scheduling,
): void {
  for (const [key, value] of Object.entries(nodeSelector)) {
    const selector = (spec.nodeSelector ??= {})
    if (Object.hasOwn(selector, key) && selector[key] !== value) {
      throw refusal(
        attributes,
        `conflict: runtimeClass.scheduling.nodeSelector[${key}] = ${value}; pod.spec.nodeSelector[${key}] = ${selector[key]}`,
      )
    }
    setMember(selector, key, value)
  }
  if (tolerations.length === 0 && spec.tolerations === undefined) return
  const merged = mergeTolerations(spec.tolerations ?? [], tolerations)
  spec.tolerations = merged.map((toleration: Toleration) => ({ ...toleration }))
}
