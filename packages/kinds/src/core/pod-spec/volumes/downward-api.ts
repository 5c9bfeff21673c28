import { isQualifiedName, type FieldErrors } from '@pinnace/meta'
import type { ObjectFieldSelector, ResourceFieldSelector } from '@pinnace/types/core-v1-volumes'
import { isZeroAmount } from '../resources/quantities.ts'
import { reportEach } from '../../../validation/messages.ts'

/** Fields of the pod an environment variable can hold. */
export const envFieldPaths: readonly string[] = [
  'metadata.name',
  'metadata.namespace',
  'metadata.uid',
  'spec.nodeName',
  'spec.serviceAccountName',
  'status.hostIP',
  'status.hostIPs',
  'status.podIP',
  'status.podIPs',
]

/** Fields of the pod a file can hold. */
export const fileFieldPaths: readonly string[] = [
  'metadata.annotations',
  'metadata.labels',
  'metadata.name',
  'metadata.namespace',
  'metadata.uid',
]

const convertible = new Set([
  ...envFieldPaths,
  ...fileFieldPaths,
  'spec.restartPolicy',
  'spec.schedulerName',
  'status.phase',
])

const resourcePaths = [
  'limits.cpu',
  'limits.ephemeral-storage',
  'limits.memory',
  'requests.cpu',
  'requests.ephemeral-storage',
  'requests.memory',
]

const byteDivisors = new Set(['1', '1k', '1M', '1G', '1T', '1P', '1E', '1Ki', '1Mi', '1Gi', '1Ti', '1Pi', '1Ei'])
const byteDivisorList = [...byteDivisors].join(', ')

/** A reference to a field of the pod; `at` is the reference's path. */
// upstream: core/validation, validateObjectFieldSelector
export function validateFieldReference(
  reference: ObjectFieldSelector,
  paths: readonly string[],
  at: string,
  errors: FieldErrors,
): void {
  const { apiVersion = '', fieldPath } = reference
  if (apiVersion === '') return errors.required(`${at}.apiVersion`)
  if (fieldPath === '') return errors.required(`${at}.fieldPath`)
  if (apiVersion === 'v1' && paths.includes(fieldPath)) return undefined

  const problem = conversionProblem(apiVersion, fieldPath)
  if (problem !== undefined) {
    return errors.invalid(`${at}.fieldPath`, fieldPath, `error converting fieldPath: ${problem}`)
  }
  const subscripted = splitSubscript(fieldPath)
  if (subscripted === undefined) return errors.notSupported(`${at}.fieldPath`, fieldPath, paths)
  const { path, subscript } = subscripted
  if (path === 'metadata.annotations') {
    const key = subscript.toLowerCase()
    return reportEach(errors, isQualifiedName(key), at, key)
  }
  if (path === 'metadata.labels') return reportEach(errors, isQualifiedName(subscript), at, subscript)
  return errors.invalid(at, path, 'does not support subscript')
}

// upstream: pkg/apis/core/pods/helpers.go, ConvertDownwardAPIFieldLabel
function conversionProblem(apiVersion: string, fieldPath: string): string | undefined {
  if (apiVersion !== 'v1') return `unsupported pod version: ${apiVersion}`
  const subscripted = splitSubscript(fieldPath)
  if (subscripted !== undefined) {
    const { path } = subscripted
    return path === 'metadata.annotations' || path === 'metadata.labels'
      ? undefined
      : `field label does not support subscript: ${fieldPath}`
  }
  if (convertible.has(fieldPath) || fieldPath === 'spec.host') return undefined
  return `field label not supported: ${fieldPath}`
}

/** `metadata.labels['a']` in its two parts. */
// upstream: pkg/fieldpath, SplitMaybeSubscriptedPath
function splitSubscript(fieldPath: string): { readonly path: string; readonly subscript: string } | undefined {
  if (!fieldPath.endsWith("']")) return undefined
  const start = fieldPath.indexOf("['")
  if (start <= 0) return undefined
  return { path: fieldPath.slice(0, start), subscript: fieldPath.slice(start + 2, -2) }
}

/** A reference to a container's resources; `isFile` where it stands in a volume and must name the container. */
// upstream: core/validation, validateContainerResourceFieldSelector
export function validateResourceReference(
  reference: ResourceFieldSelector,
  isFile: boolean,
  at: string,
  errors: FieldErrors,
): void {
  const { resource } = reference
  if (isFile && !reference.containerName) errors.required(`${at}.containerName`)
  else if (resource === '') errors.required(`${at}.resource`)
  else if (!resourcePaths.includes(resource) && !isHugePagesPath(resource)) {
    errors.notSupported(`${at}.resource`, resource, resourcePaths)
  }
  validateDivisor(resource, reference.divisor, at, errors)
}

// upstream: core/validation, validateContainerResourceDivisor
function validateDivisor(resource: string, divisor: string | undefined, at: string, errors: FieldErrors): void {
  if (divisor === undefined || isZeroAmount(divisor)) return
  if (resource === 'limits.cpu' || resource === 'requests.cpu') {
    if (divisor !== '1m' && divisor !== '1') {
      errors.invalid(`${at}.divisor`, resource, "only divisor's values 1m and 1 are supported with the cpu resource")
    }
    return
  }
  const kind = byteResource(resource)
  if (kind !== undefined && !byteDivisors.has(divisor)) {
    errors.invalid(
      `${at}.divisor`,
      resource,
      `only divisor's values ${byteDivisorList} are supported with the ${kind} resource`,
    )
  }
}

function byteResource(resource: string): string | undefined {
  if (resource === 'limits.memory' || resource === 'requests.memory') return 'memory'
  if (resource === 'limits.ephemeral-storage' || resource === 'requests.ephemeral-storage')
    return 'local ephemeral storage'
  return isHugePagesPath(resource) ? 'hugepages' : undefined
}

function isHugePagesPath(resource: string): boolean {
  return resource.startsWith('requests.hugepages-') || resource.startsWith('limits.hugepages-')
}
