import { isDns1123Label, isDns1123Subdomain, type FieldErrors } from '@pinnace/meta'
import type { PodSpec, PodStatus } from '@pinnace/types/core-v1-pods'
import { reportEach } from '../../validation/messages.ts'

const at = 'status.extendedResourceClaimStatus'
const otherContainer = 'must match the name of an entry in spec.initContainers.name or spec.containers.name'
const otherResource =
  'must match the extended resource name of an entry in spec.initContainers.resources.requests or spec.containers.resources.requests'

/** The claim that was made for the extended resources of a pod, and which request of it is for which container. */
// upstream: core/validation, validatePodExtendedResourceClaimStatus
export function validateExtendedClaimStatus(
  { extendedResourceClaimStatus: claim }: PodStatus,
  spec: PodSpec,
  errors: FieldErrors,
): void {
  if (!claim) return
  const { resourceClaimName: name = '' } = claim
  const mappings = claim.requestMappings ?? []
  const containers = new Map(
    [...(spec.initContainers ?? []), ...spec.containers].map((container) => [container.name, container]),
  )
  if (mappings.length === 0) errors.required(`${at}.requestMappings`, 'at least one request mapping is required')
  const seen = new Set<string>()
  mappings.forEach(({ containerName = '', resourceName = '', requestName = '' }, index) => {
    const field = `${at}.requestMappings[${index}]`
    const requests = containers.get(containerName)?.resources?.requests ?? {}
    if (!containers.has(containerName)) errors.invalid(`${field}.containerName`, containerName, otherContainer)
    else if (!Object.hasOwn(requests, resourceName)) {
      errors.invalid(`${field}.resourceName`, resourceName, otherResource)
    }
    // upstream: the path leaves the name of the list out.
    reportEach(errors, isDns1123Label(requestName), `${at}.requestName`, requestName)
    const key = JSON.stringify([containerName, resourceName, requestName])
    if (seen.has(key)) {
      errors.duplicate(`${field}.containerName`, containerName)
      errors.duplicate(`${field}.resourceName`, resourceName)
      errors.duplicate(`${field}.requestName`, requestName)
    }
    seen.add(key)
  })
  if (name === '') errors.required(`${at}.resourceClaimName`)
  else reportEach(errors, isDns1123Subdomain(name), `${at}.resourceClaimName`, name)
}
