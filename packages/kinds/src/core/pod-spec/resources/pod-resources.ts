import type { FieldErrors } from '@pinnace/meta'
import { emptiedMember } from '@pinnace/schema'
import type { PodSpec } from '@pinnace/types/core-v1-pods'
import { addAmounts, compareAmounts, maxAmount } from './quantities.ts'
import type { PodScope } from '../pod-rules.ts'
import { isPodLevelResource } from './resource-names.ts'
import { validateResources } from './resources.ts'
import { isSidecar } from '../containers/visit-containers.ts'

type Amounts = Map<string, string>

/** Resources of the pod as a whole; `at` is their path. */
// upstream: core/validation, validatePodResources and validatePodResourceConsistency
export function validatePodResources(spec: PodSpec, scope: PodScope, at: string, errors: FieldErrors): void {
  const { resources } = spec
  if (resources === undefined) return undefined
  if (spec.os?.name === 'windows') return errors.forbidden(at, 'may not be set for a windows pod')
  if (resources.claims ?? emptiedMember(resources, 'claims'))
    errors.forbidden(`${at}.claims`, 'claims may not be set for Resources at pod-level')
  validateResources(resources, at, errors, { owner: 'pod', rules: scope.rules, claimNames: scope.claimNames })
  for (const [name, needed] of aggregateRequests(spec)) {
    const asked = resources.requests?.[name]
    if (asked !== undefined && compareAmounts(needed, asked) > 0) {
      const problem = `must be greater than or equal to aggregate container requests of ${needed}`
      errors.invalid(`${at}.requests[${name}]`, asked, problem)
    }
  }
  spec.containers.forEach((container, index) => {
    for (const [name, limit] of Object.entries(container.resources?.limits ?? {})) {
      const ofPod = resources.limits?.[name]
      if (ofPod !== undefined && compareAmounts(limit, ofPod) > 0) {
        const problem = `must be less than or equal to pod limits of ${ofPod}`
        errors.invalid(`${at}.containers[${index}][${name}].limits`, limit, problem)
      }
    }
  })
  return undefined
}

/**
 * What all containers need at once: those that run together added up, or the hungriest moment of the start. Only of what
 * a pod as a whole can ask for.
 */
// upstream: component-helpers/resource, AggregateContainerRequests
export function aggregateRequests(spec: PodSpec): ReadonlyMap<string, string> {
  const total: Amounts = new Map()
  for (const { resources } of spec.containers) add(total, resources?.requests)
  const sidecars: Amounts = new Map()
  const start: Amounts = new Map()
  for (const container of spec.initContainers ?? []) {
    const requests = container.resources?.requests
    if (isSidecar(container)) {
      add(total, requests)
      add(sidecars, requests)
    } else {
      // Resources it does not request need at most what the sidecars request, which is part of the total.
      for (const name in requests) {
        const amount = requests[name]
        if (amount === undefined) continue
        if (isPodLevelResource(name)) raise(start, name, addAmounts(sidecars.get(name) ?? '0', amount))
      }
    }
  }
  for (const [name, amount] of start) raise(total, name, amount)
  return total
}

function add(amounts: Amounts, more: Readonly<Record<string, string>> | undefined): void {
  for (const name in more) {
    const amount = more[name]
    if (amount === undefined) continue
    if (isPodLevelResource(name)) amounts.set(name, addAmounts(amounts.get(name) ?? '0', amount))
  }
}

function raise(amounts: Amounts, name: string, amount: string): void {
  const known = amounts.get(name)
  amounts.set(name, known === undefined ? amount : maxAmount(known, amount))
}
