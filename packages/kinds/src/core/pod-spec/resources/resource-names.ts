import { isQualifiedName, parseQuantity, quantityMilliValue, quantityValue, type FieldErrors } from '@pinnace/meta'
import type { PodRules } from '../pod-rules.ts'
import { reportEach } from '../../../validation/messages.ts'

const computeResources = new Set(['cpu', 'memory', 'ephemeral-storage'])

const countedResources = new Set([
  'pods',
  'resourcequotas',
  'services',
  'replicationcontrollers',
  'secrets',
  'configmaps',
  'persistentvolumeclaims',
  'services.nodeports',
  'services.loadbalancers',
])

const standardResources = new Set([
  ...computeResources,
  ...countedResources,
  'requests.cpu',
  'requests.memory',
  'requests.ephemeral-storage',
  'limits.cpu',
  'limits.memory',
  'limits.ephemeral-storage',
  'storage',
  'requests.storage',
])

/** What has a name without a domain and no quota: storage is counted as requests of it. */
const withoutQuota = new Set(['storage'])

/** Resources a whole pod can ask for. */
const podLevelResources: readonly string[] = ['cpu', 'hugepages-', 'memory']

/** Memory in pages of one size: `hugepages-2Mi`. */
export function isHugePages(name: string): boolean {
  return name.startsWith('hugepages-')
}

/** Whether a pod may ask for more than its limit of this resource. */
// upstream: core/helper, IsOvercommitAllowed
export function isOvercommitAllowed(name: string, rules: PodRules): boolean {
  return isNativeResource(name, rules) && !isHugePages(name)
}

/** Whether only whole numbers of it make sense. */
// upstream: core/helper, IsIntegerResourceName
export function isIntegerResource(name: string, rules: PodRules): boolean {
  if (computeResources.has(name)) return false
  return countedResources.has(name) || isExtendedResource(name, rules)
}

/** Whether a pod as a whole may ask for it. */
export function isPodLevelResource(name: string): boolean {
  return name === 'cpu' || name === 'memory' || isHugePages(name)
}

/** What a container may name in its limits and requests. */
// upstream: core/validation, validateContainerResourceName
export function validateContainerResourceName(
  name: string,
  rules: PodRules,
  field: () => string,
  errors: FieldErrors,
): void {
  if (computeResources.has(name)) return
  validateResourceName(name, field, errors)
  if (!name.includes('/')) {
    if (!isHugePages(name)) errors.invalid(field(), name, 'must be a standard resource for containers')
  } else if (!isNativeResource(name, rules) && !isExtendedResource(name, rules)) {
    errors.invalid(field(), name, "doesn't follow extended resource name standard")
  }
}

/** What a pod as a whole may name. */
// upstream: core/validation, validatePodResourceName
export function validatePodResourceName(name: string, field: () => string, errors: FieldErrors): void {
  if (computeResources.has(name) && name !== 'ephemeral-storage') return
  if (!validateResourceName(name, field, errors)) return
  if (!isPodLevelResource(name)) errors.notSupported(field(), name, podLevelResources)
}

/** What a quota may name. */
// upstream: core/validation, ValidateResourceQuotaResourceName
export function validateQuotaResourceName(name: string, field: () => string, errors: FieldErrors): void {
  validateResourceName(name, field, errors)
  if (name.includes('/') || isStandardQuotaResource(name)) return
  errors.invalid(field(), name, 'must be a standard resource for quota')
}

/** Whether it is a resource quotas know of themselves. */
// upstream: core/helper, IsStandardQuotaResourceName
export function isStandardQuotaResource(name: string): boolean {
  return (standardResources.has(name) && !withoutQuota.has(name)) || isQuotaHugePages(name)
}

// upstream: core/helper, IsQuotaHugePageResourceName
function isQuotaHugePages(name: string): boolean {
  return isHugePages(name) || name.startsWith('requests.hugepages-')
}

/** What anything may name that has amounts of it; false where it cannot. */
// upstream: core/validation, validateResourceName
export function validateResourceName(name: string, field: () => string, errors: FieldErrors): boolean {
  const messages = isQualifiedName(name)
  if (messages.length > 0) {
    reportEach(errors, messages, field(), name)
    return false
  }
  if (name.includes('/') || standardResources.has(name) || isQuotaHugePages(name)) return true
  errors.invalid(field(), name, 'must be a standard resource type or fully qualified')
  return false
}

/** Whether an amount of huge pages is a whole number of them. */
// upstream: core/v1/helper, IsHugePageResourceValueDivisible
export function isWholePages(name: string, amount: string): boolean {
  const page = parseQuantity(name.slice('hugepages-'.length))
  const value = parseQuantity(amount)
  if (page === undefined || value === undefined) return false
  if (quantityMilliValue(page) <= 0n || quantityMilliValue(page) % 1000n !== 0n) return false
  return quantityValue(value) % quantityValue(page) === 0n
}

/** Whether the resource is native to Kubernetes, not an extended resource. */
export function isNativeResource(name: string, rules: PodRules): boolean {
  return !name.includes('/') || name.includes(rules.nativeResourcePrefix)
}

/** Whether it is counted in devices of some maker. */
// upstream: core/helper, IsExtendedResourceName – it must still be a name with `requests.` before it.
export function isExtendedResource(name: string, rules: PodRules): boolean {
  if (isNativeResource(name, rules) || name.startsWith('requests.')) return false
  return isQualifiedName(`requests.${name}`).length === 0
}
