import { isSemanticEqual, type FieldErrors, type Mutable } from '@pinnace/meta'
import { type ObjectSubresource } from '@pinnace/resources'
import type { Container, ResourceRequirements } from '@pinnace/types/core-v1-containers'
import type { Pod, PodSpec } from '@pinnace/types/core-v1-pods'
import { keepMetadata, keepStatus } from '../../status-subresource.ts'
import { isSidecar } from '../pod-spec/containers/visit-containers.ts'
import type { PodRules } from '../pod-spec/pod-rules.ts'
import { qosClass } from '../pod-spec/resources/qos-class.ts'
import { validateMetadataAndSpec } from './pod-validation.ts'
import { bumpPodGeneration } from './pod-generation.ts'
import { specOf } from '../../spec-of.ts'

type Amounts = Readonly<Record<string, string>> | undefined

/** `/resize`: changes the cpu and memory of running containers, and of the pod as a whole. */
// upstream: registry/core/pod/strategy.go, podResizeStrategy
export function podResize(rules: PodRules, defaults: (next: Mutable<Pod>) => void): ObjectSubresource<Pod> {
  return {
    type: 'object',
    verbs: ['get', 'patch', 'update'],
    ownedFields: ['spec'],
    strategy: {
      defaults,
      // upstream: registry/core/pod/storage, ResizeREST has no GetResetFields – writers also own what is put back.
      resetFields: [],
      prepareForUpdate(next, live) {
        keepAllButResources(next, live, rules)
        bumpPodGeneration(next, live)
      },
      validateUpdate: (next, live, errors) => validateResize(next, live, rules, errors),
    },
  }
}

// upstream: registry/core/pod/strategy.go, dropNonResizeUpdates – other containers are left for validation to refuse.
function keepAllButResources(next: Mutable<Pod>, live: Pod, { gates }: PodRules): void {
  const spec = specOf(next)
  const stored = specOf(live)
  if (!isSameLength(spec.containers, stored.containers)) return
  if (!isSameLength(spec.initContainers, stored.initContainers)) return
  const merged: Record<string, unknown> = { ...stored, containers: resized(spec.containers, stored.containers) }
  if (spec.initContainers) merged['initContainers'] = resized(spec.initContainers, stored.initContainers ?? [])
  if (gates.podResizes) {
    if (spec.resources === undefined) delete merged['resources']
    else merged['resources'] = spec.resources
  }
  next.spec = merged as unknown as Mutable<PodSpec>
  keepStatus(next, live)
  keepMetadata(next, live)
}

function isSameLength(a: readonly unknown[] | undefined, b: readonly unknown[] | undefined): boolean {
  return (a?.length ?? 0) === (b?.length ?? 0)
}

function resized(next: readonly Container[], live: readonly Container[]): readonly unknown[] {
  if (!next.every(({ name }, index) => name === live[index]?.name)) return next
  return next.map(({ resources, resizePolicy }, index) => {
    const container: Record<string, unknown> = { ...live[index] }
    container['resources'] = resources ?? {}
    if (resizePolicy) container['resizePolicy'] = resizePolicy
    else delete container['resizePolicy']
    return container
  })
}

// upstream: core/validation, ValidatePodResize
function validateResize(next: Pod, live: Pod, rules: PodRules, errors: FieldErrors): void {
  const spec = specOf(next)
  const stored = specOf(live)
  if (!rules.gates.podResizes && (hasPodResources(stored) || hasPodResources(spec))) {
    return errors.forbidden('', 'pods with pod-level resources cannot be resized')
  }
  if (live.metadata.annotations && Object.hasOwn(live.metadata.annotations, rules.mirrorAnnotation)) {
    return errors.forbidden('', 'static pods cannot be resized')
  }
  if (stored.os?.name === 'windows') return errors.forbidden('', 'windows pods cannot be resized')
  const before = errors.list.length
  validateMetadataAndSpec(next, rules, errors)
  if ((live.status?.qosClass ?? qosClass(stored)) !== qosClass(spec)) {
    errors.invalid('spec', next.status?.qosClass ?? '', 'Pod QOS Class may not change as a result of resizing')
  }
  if (!isNodeAble(live)) errors.forbidden('spec', 'Pod running on node without support for resize')
  validatePodLevelResize(spec.resources, stored.resources, errors)
  if (!hasSameContainers(spec, stored, errors)) return undefined
  stored.initContainers?.forEach((container, index) => {
    if (!rules.gates.initResizes && !isSidecar(container)) return
    validateContainerResize(spec.initContainers![index]!, container, `spec.initContainers[${index}]`, errors)
  })
  stored.containers.forEach((container, index) => {
    validateContainerResize(spec.containers[index]!, container, `spec.containers[${index}]`, errors)
  })
  if (rules.gates.podResizes && !differsInComputeOnly(spec.resources, stored.resources)) {
    errors.forbidden('spec', 'only cpu and memory resources are mutable at pod-level')
  }
  validateOnlyResources(spec, stored, rules, errors)
  if (errors.list.length > before) return undefined
  const { containers, initContainers, resources } = stored
  const masked = { ...spec, containers, initContainers, resources }
  if (!isSemanticEqual(masked, stored)) errors.forbidden('spec', 'only cpu and memory resources are mutable')
  return undefined
}

// upstream: core/validation, validatePodLevelResourcesResize
function validatePodLevelResize(
  next: ResourceRequirements | undefined,
  live: ResourceRequirements | undefined,
  errors: FieldErrors,
): void {
  if (live === undefined) return undefined
  if (next === undefined) return errors.forbidden('spec.resources', 'pod-level resources cannot be removed')
  if (isRemoved(next.requests, live.requests)) {
    errors.forbidden('spec.resources.requests', 'pod-level resource requests cannot be removed')
  }
  if (isRemoved(next.limits, live.limits)) {
    errors.forbidden('spec.resources.limits', 'pod-level resource limits cannot be removed')
  }
  return undefined
}

/** Whether the same containers are there, under the same names and in the same order. */
function hasSameContainers(spec: PodSpec, stored: PodSpec, errors: FieldErrors): boolean {
  let isSame = true
  for (const list of ['containers', 'initContainers'] as const) {
    const now = spec[list] ?? []
    const before = stored[list] ?? []
    if (now.length === before.length) continue
    isSame = false
    errors.forbidden(`spec.${list}`, `${list} may not be added or removed on resize`)
  }
  if (!isSame) return false
  for (const list of ['containers', 'initContainers'] as const) {
    spec[list]?.forEach(({ name }, index) => {
      if (name === stored[list]?.[index]?.name) return
      isSame = false
      errors.forbidden(`spec.${list}[${index}].name`, `${list} may not be renamed or reordered on resize`)
    })
  }
  return isSame
}

function hasPodResources({ resources }: PodSpec): boolean {
  return Object.keys(resources?.requests ?? {}).length + Object.keys(resources?.limits ?? {}).length > 0
}

/** A node that can do it reports the resources of what runs. */
// upstream: core/validation, isPodResizeRequestSupported
function isNodeAble(live: Pod): boolean {
  const running = live.status?.containerStatuses?.find(({ state }) => state?.running !== undefined)
  return running === undefined || running.resources !== undefined
}

function validateOnlyResources(spec: PodSpec, stored: PodSpec, { gates }: PodRules, errors: FieldErrors): void {
  spec.containers.forEach((container, index) => {
    if (!isSemanticEqual(withComputeOf(container, stored.containers[index]!), stored.containers[index])) {
      errors.forbidden('spec', 'only cpu and memory resources are mutable')
    }
  })
  spec.initContainers?.forEach((container, index) => {
    const live = stored.initContainers![index]!
    if (!gates.initResizes && !isSidecar(container)) {
      if (isSemanticEqual(container, live)) return
      return errors.forbidden('spec', 'resources for non-sidecar init containers are immutable')
    }
    if (isSemanticEqual(withComputeOf(container, live), live)) return
    const problem = 'only cpu and memory resources for init or sidecar containers are mutable'
    errors.forbidden(`spec.initContainers[${index}]`, problem)
  })
}

/** A container with the cpu and memory it has now. */
// upstream: core/validation, dropCPUMemoryResourcesFromContainer
function withComputeOf(container: Container, live: Container): unknown {
  const { claims: _claims, ...given } = container.resources ?? {}
  const claims = live.resources?.claims
  const resources = claims === undefined ? given : { ...given, claims }
  return { ...container, resources: keepingCompute(resources, live.resources) }
}

/** Whether resources of a pod as a whole differ in cpu and memory at most. */
// upstream: core/validation, dropCPUMemoryResourcesFromPod
function differsInComputeOnly(next: ResourceRequirements = {}, live: ResourceRequirements = {}): boolean {
  return isSemanticEqual(keepingCompute(next, live), live)
}

/** Resources with the cpu and memory of others. */
function keepingCompute(next: ResourceRequirements, live: ResourceRequirements | undefined): Record<string, unknown> {
  const resources: Record<string, unknown> = { ...next }
  for (const list of ['limits', 'requests'] as const) {
    const stored = live?.[list]
    const { cpu: _cpu, memory: _memory, ...others } = next[list] ?? {}
    if (stored === undefined) {
      if (Object.keys(others).length > 0) resources[list] = others
      else delete resources[list]
      continue
    }
    resources[list] = {
      ...others,
      ...(stored['cpu'] === undefined ? {} : { cpu: stored['cpu'] }),
      ...(stored['memory'] === undefined ? {} : { memory: stored['memory'] }),
    }
  }
  return resources
}

// upstream: core/validation, validateContainerResize
function validateContainerResize(next: Container, live: Container, at: string, errors: FieldErrors): void {
  const resources: ResourceRequirements = next.resources ?? {}
  const stored: ResourceRequirements = live.resources ?? {}
  const field = `${at}.resources`
  if (isRemoved(resources.requests, stored.requests)) {
    errors.forbidden(`${field}.requests`, 'resource requests cannot be removed')
  }
  if (isRemoved(resources.limits, stored.limits)) {
    errors.forbidden(`${field}.limits`, 'resource limits cannot be removed')
  }
}

function isRemoved(next: Amounts, live: Amounts): boolean {
  return Object.keys(live ?? {}).some((name) => next === undefined || !Object.hasOwn(next, name))
}
